import Foundation

extension Pipe {
    /// What comes out of the pipe, until it is closed at the other end.
    ///
    /// Bounded by a count that a reader who follows never comes near.
    func chunks() -> AsyncStream<Data> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1_000)) { continuation in
            fileHandleForReading.readabilityHandler = { handle in
                let data = handle.availableData
                guard data.isEmpty else {
                    continuation.yield(data)
                    return
                }
                handle.readabilityHandler = nil
                continuation.finish()
            }
        }
    }
}
