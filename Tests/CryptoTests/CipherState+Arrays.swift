import Crypto

extension CipherState {
    mutating func seal(_ plaintext: [UInt8]) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plaintext.count + Self.overhead)
        unsafe plaintext.withUnsafeBytes { plaintext in
            unsafe sealed.withUnsafeMutableBytes { unsafe seal(plaintext, into: $0) }
        }
        return sealed
    }

    mutating func seal(header: [UInt8], body: [UInt8]) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: header.count + body.count + Self.overhead)
        unsafe header.withUnsafeBytes { header in
            unsafe body.withUnsafeBytes { body in
                unsafe sealed.withUnsafeMutableBytes {
                    unsafe seal(header: header, body: body, into: $0)
                }
            }
        }
        return sealed
    }

    mutating func open(_ sealed: [UInt8]) throws -> [UInt8] {
        let count = sealed.count - Self.overhead
        var plaintext = [UInt8](repeating: 0, count: max(1, count))
        try unsafe sealed.withUnsafeBytes { sealed in
            try unsafe plaintext.withUnsafeMutableBytes { try unsafe open(sealed, into: $0) }
        }
        return Array(plaintext.prefix(count))
    }
}
