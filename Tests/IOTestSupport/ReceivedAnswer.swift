/// An answer as a client saw it.
package struct ReceivedAnswer: Sendable {
    enum Framing {
        case none
        case length(Int)
        case chunked
        case untilEnd
    }

    package let status: Int
    package let headers: [(String, String)]
    package let body: [UInt8]

    package func header(_ name: String) -> String? {
        headers.first { $0.0.lowercased() == name.lowercased() }?.1
    }

    /// Takes one answer off the front; nil while it is not whole.
    init?(from bytes: inout [UInt8], hasEnded: Bool, isHead: Bool) {
        guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        self.status = status
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : "")
        }
        let rest = bytes[headEnd.upperBound...]
        let named = { [headers] (name: String) in headers.first { $0.0.lowercased() == name }?.1 }
        let framing: Framing =
            if isHead || status == 204 || status == 304 {
                .none
            } else if named("transfer-encoding") == "chunked" {
                .chunked
            } else if let length = named("content-length").flatMap({ Int($0) }) {
                .length(length)
            } else {
                .untilEnd
            }
        switch framing {
        case .none:
            body = []
            bytes = Array(rest)
        case .length(let length):
            guard rest.count >= length else { return nil }
            body = Array(rest.prefix(length))
            bytes = Array(rest.dropFirst(length))
        case .chunked:
            guard let (body, rest) = Self.unchunk(rest) else { return nil }
            self.body = body
            bytes = rest
        case .untilEnd:
            guard hasEnded else { return nil }
            body = Array(rest)
            bytes = []
        }
    }

    private static func unchunk(_ bytes: ArraySlice<UInt8>) -> ([UInt8], [UInt8])? {
        var rest = bytes
        var body: [UInt8] = []
        while let lineEnd = rest.firstRange(of: Array("\r\n".utf8)),
            let size = Int(String(decoding: rest[..<lineEnd.lowerBound], as: UTF8.self), radix: 16)
        {
            let chunk = rest[lineEnd.upperBound...]
            guard chunk.count >= size + 2 else { return nil }
            body += chunk.prefix(size)
            rest = chunk.dropFirst(size + 2)
            if size == 0 { return (body, Array(rest)) }
        }
        return nil
    }
}
