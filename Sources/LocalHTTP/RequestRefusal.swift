/// Why a request is answered before any handler sees it; the raw value is the status.
///
/// The server has nothing behind it that could read a request otherwise than it does, but a request
/// that two readers could understand in two ways is refused all the same.
package enum RequestRefusal: Int {
    case malformed = 400
    /// Another's name: whoever has it lead here is told nothing else, whatever it asks for.
    case foreignHost = 403
    case methodNotAllowed = 405
    case contentTooLarge = 413
    case headersTooLarge = 431

    /// Of the answer that says so; it is the last one on its connection.
    func headers(_ limits: HTTPLimits) -> [(String, String)] {
        switch self {
        case .malformed, .foreignHost, .contentTooLarge, .headersTooLarge: [("Connection", "close")]
        case .methodNotAllowed:
            [
                ("Connection", "close"),
                ("Allow", limits.methods.sorted().joined(separator: ", ")),
            ]
        }
    }

    /// Nil when the request may pass; `host` are the server's own names.
    package init?(
        of request: HTTPRequest, headerBytes: Int, limits: HTTPLimits, host: HostRule
    ) {
        guard request.values(of: "Host").allSatisfy({ host.allows($0) }) else {
            self = .foreignHost
            return
        }
        guard headerBytes <= limits.headerBytes else {
            self = .headersTooLarge
            return
        }
        // No other first byte than a slash: neither absolute-form nor authority-form nor "*".
        guard request.path.hasPrefix("/"), Self.isPlain(request.path),
            Self.isPlain(request.query ?? ""), request.method != "CONNECT",
            request.headers.allSatisfy({ Self.isToken($0.0) && Self.isLine($0.1) }),
            request.count(of: "Host") == 1, request.count(of: "Transfer-Encoding") == 0,
            request.count(of: "Upgrade") == 0, request.count(of: "Content-Length") <= 1
        else {
            self = .malformed
            return
        }
        guard limits.methods.contains(request.method) else {
            self = .methodNotAllowed
            return
        }
        switch request.first("Content-Length").map({ Self.isLength($0, atMost: limits.bodyBytes) })
        {
        case nil, .some(.some(true)): return nil
        case .some(.some(false)): self = .contentTooLarge
        case .some(nil): self = .malformed
        }
    }

    /// Nil when the text is not a length at all.
    private static func isLength(_ text: String, atMost most: Int) -> Bool? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard !text.isEmpty, text.utf8.allSatisfy(digits.contains) else { return nil }
        // What no integer holds is too long as well.
        return (Int(text) ?? .max) <= most
    }

    private static func isPlain(_ target: String) -> Bool {
        target.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
    }

    private static func isLine(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == UInt8(ascii: "\t") }
    }

    private static func isToken(_ name: String) -> Bool {
        let separators = Array("\"(),/:;<=>?@[\\]{}".utf8)
        return !name.isEmpty
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !separators.contains($0) }
    }
}
