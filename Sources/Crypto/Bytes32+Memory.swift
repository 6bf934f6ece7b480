import Primitives

extension Bytes32 {
    /// Copies the first thirty-two bytes of `memory`, which must hold as many.
    init(copying memory: UnsafeRawBufferPointer) {
        precondition(memory.count >= Self.count, "\(memory.count) bytes are no \(Self.count)")
        self.init(
            words: (
                unsafe UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                unsafe UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                unsafe UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
                unsafe UInt64(bigEndian: memory.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
            ))
    }

    /// Lets `fill` write the thirty-two bytes in place.
    init<Failure: Error>(
        filledBy fill: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let result = unsafe withUnsafeMutableBytes(of: &words) { memory -> Result<Void, Failure> in
            guard let base = memory.baseAddress else { return .success(()) }
            do throws(Failure) {
                try unsafe fill(base.assumingMemoryBound(to: UInt8.self))
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        self.init(
            words: (
                UInt64(bigEndian: words.0), UInt64(bigEndian: words.1),
                UInt64(bigEndian: words.2), UInt64(bigEndian: words.3)
            ))
    }

    /// Shows the thirty-two bytes to `body` without an array.
    func withBytes<R>(_ body: (UnsafePointer<UInt8>) -> R) -> R {
        let bigEndian = (
            words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian
        )
        return unsafe withUnsafeBytes(of: bigEndian) { memory in
            unsafe memory.withMemoryRebound(to: UInt8.self) { bytes in
                guard let base = bytes.baseAddress else {
                    preconditionFailure("a tuple has an address")
                }
                return unsafe body(base)
            }
        }
    }
}
