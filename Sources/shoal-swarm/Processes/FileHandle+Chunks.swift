import Foundation

extension FileHandle {
    /// What can be read, until its end.
    ///
    /// A thread of its own reads: a dispatch source whose pipe closes can crash the process (seen
    /// with Swift 6.3 on Linux). The bound is one that a reader who follows never comes near.
    func chunks() -> AsyncStream<Data> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1_000)) { continuation in
            Thread.detachNewThread {
                var chunk = self.availableData
                while !chunk.isEmpty {
                    continuation.yield(chunk)
                    chunk = self.availableData
                }
                continuation.finish()
            }
        }
    }
}
