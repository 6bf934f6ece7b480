import Primitives

/// One direction of an agreed channel: a key and the counter of what was sealed or opened with it.
///
/// It cannot be copied, so no second owner can use a counter again.
package struct CipherState: ~Copyable, Sendable {
    /// What sealing adds to a plaintext.
    package static let overhead = ChaChaPoly.tagSize

    /// How many messages this state has sealed or opened.
    package private(set) var counter: UInt64 = 0
    private var key: SecretBytes32

    init(key: SecretBytes32) {
        self.key = key
    }

    /// Writes `overhead` bytes more than `plaintext` has to the start of `output`.
    package mutating func seal(
        _ plaintext: UnsafeRawBufferPointer, authenticating associated: [UInt8] = [],
        into output: UnsafeMutableRawBufferPointer
    ) {
        let target = unsafe Self.room(for: plaintext.count + Self.overhead, in: output)
        unsafe ChaChaPoly.seal(
            plaintext, authenticating: associated, key: key, counter: nextCounter(), into: target)
    }

    /// Seals `header` and `body` as one message, reading the body where it lies.
    package mutating func seal(
        header: UnsafeRawBufferPointer, body: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        let target = unsafe Self.room(
            for: header.count + body.count + Self.overhead, in: output)
        unsafe ChaChaPoly.seal(
            header: header, body: body, key: key, counter: nextCounter(), into: target)
    }

    /// Writes the plaintext, `overhead` bytes less than `sealed` has, to the start of `output`.
    package mutating func open(
        _ sealed: UnsafeRawBufferPointer, authenticating associated: [UInt8] = [],
        into output: UnsafeMutableRawBufferPointer
    ) throws(NoiseError) {
        guard sealed.count >= Self.overhead else { throw .truncated }
        let target = unsafe Self.room(for: sealed.count - Self.overhead, in: output)
        let isAuthentic = unsafe ChaChaPoly.open(
            sealed, authenticating: associated, key: key, counter: nextCounter(), into: target)
        guard isAuthentic else { throw .notAuthentic }
    }

    /// Noise's REKEY: a new key from the old one, which is forgotten; the counter goes on.
    package mutating func rekey() {
        let zeroes = [UInt8](repeating: 0, count: Bytes32.count)
        var sealed = [UInt8](repeating: 0, count: Bytes32.count + Self.overhead)
        let old = key
        key = unsafe SecretBytes32 { new in
            unsafe zeroes.withUnsafeBytes { zeroes in
                unsafe sealed.withUnsafeMutableBytes { sealed in
                    guard let base = sealed.baseAddress else { return }
                    unsafe ChaChaPoly.seal(
                        zeroes, authenticating: [], key: old, counter: .max, into: base)
                    unsafe UnsafeMutableRawBufferPointer(start: new, count: Bytes32.count)
                        .copyMemory(
                            from: UnsafeRawBufferPointer(rebasing: sealed[..<Bytes32.count]))
                    unsafe sealed.initializeMemory(as: UInt8.self, repeating: 0)
                }
            }
        }
    }

    /// The last counter is rekeying's own; to come so far would be to use one twice.
    private mutating func nextCounter() -> UInt64 {
        precondition(counter < .max, "a counter would be used twice")
        defer { counter += 1 }
        return counter
    }

    private static func room(
        for count: Int, in output: UnsafeMutableRawBufferPointer
    ) -> UnsafeMutableRawPointer {
        guard let base = output.baseAddress, output.count >= count else {
            preconditionFailure("\(count) bytes do not fit into \(output.count)")
        }
        return unsafe base
    }
}
