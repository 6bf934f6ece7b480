import Crypto

/// Both directions' ciphers over records, with a new key every `recordsPerKey` records.
///
/// A record is its length (two bytes, big-endian), then kind and content, sealed.
struct RecordCiphers: ~Copyable {
    enum Opened {
        /// More bytes must arrive first.
        case incomplete
        case record(RecordKind)
        case refused(ChannelCloseReason)
    }

    private static let lengthSize = 2

    private var ciphers: CipherPair
    private let longestSealed: Int

    init(_ ciphers: consuming CipherPair, longestPlaintext: Int) {
        self.ciphers = ciphers
        longestSealed = longestPlaintext + CipherState.overhead
    }

    /// Appends a record of `header` and `body`, which is encrypted from where it lies.
    mutating func seal(
        _ kind: RecordKind, header: [UInt8], body: UnsafeRawBufferPointer,
        into outgoing: inout ByteBuffer
    ) {
        let headSize = RecordKind.size + header.count
        let length = headSize + body.count + CipherState.overhead
        let record = unsafe outgoing.grow(by: Self.lengthSize + length)
        unsafe record[0] = UInt8(length >> 8)
        unsafe record[1] = UInt8(length & 255)
        // The head is encrypted in its place; the body comes from its own.
        let sealed = unsafe UnsafeMutableRawBufferPointer(rebasing: record[Self.lengthSize...])
        unsafe sealed[0] = kind.rawValue
        unsafe UnsafeMutableRawBufferPointer(rebasing: sealed[RecordKind.size...])
            .copyBytes(from: header)
        Self.rekeyIfDue(&ciphers.send)
        unsafe ciphers.send.seal(
            header: UnsafeRawBufferPointer(rebasing: sealed[..<headSize]), body: body, into: sealed)
    }

    /// Appends a record without content.
    mutating func seal(_ kind: RecordKind, into outgoing: inout ByteBuffer) {
        let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        unsafe seal(kind, header: [], body: nothing, into: &outgoing)
    }

    /// Takes one record off `incoming` and `input`; its plaintext replaces what `plaintext` holds.
    mutating func next(
        from incoming: inout IncomingBytes, _ input: inout UnsafeRawBufferPointer,
        into plaintext: inout ByteBuffer
    ) -> Opened {
        guard let head = unsafe incoming.peek(Self.lengthSize, from: &input) else {
            return .incomplete
        }
        let length = unsafe Int(head[0]) << 8 | Int(head[1])
        guard length <= longestSealed else { return .refused(.oversizeRecord) }
        guard length > CipherState.overhead else { return .refused(.badRecord) }
        let size = Self.lengthSize + length
        guard let record = unsafe incoming.peek(size, from: &input) else { return .incomplete }

        plaintext.removeAll()
        let room = unsafe plaintext.grow(by: length - CipherState.overhead)
        Self.rekeyIfDue(&ciphers.receive)
        do throws(NoiseError) {
            let sealed = unsafe UnsafeRawBufferPointer(rebasing: record[Self.lengthSize...])
            try unsafe ciphers.receive.open(sealed, into: room)
        } catch {
            return .refused(.badRecord)
        }
        unsafe incoming.take(size, from: &input)
        guard let kind = RecordKind(rawValue: unsafe room[0]) else { return .refused(.badRecord) }
        return .record(kind)
    }

    private static func rekeyIfDue(_ cipher: inout CipherState) {
        guard cipher.counter > 0, cipher.counter.isMultiple(of: ChannelMachine.recordsPerKey)
        else { return }
        cipher.rekey()
    }
}
