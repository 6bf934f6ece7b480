/// A request; it has a body only where `HTTPLimits` let it.
package struct HTTPRequest: Sendable {
    package enum Version: Sendable {
        case http10
        case http11
    }

    package let method: String
    /// As it was sent, percent-encoding included.
    package let path: String
    /// What follows the first question mark, as it was sent.
    package let query: String?
    package let headers: [(String, String)]
    package let version: Version
    package internal(set) var body: [UInt8] = []

    package init(
        method: String, target: String, headers: [(String, String)], version: Version
    ) {
        self.method = method
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first.map(String.init) ?? ""
        query = parts.count == 2 ? String(parts[1]) : nil
        self.headers = headers
        self.version = version
    }

    /// The value of the first header of that name, in any case.
    package func first(_ name: String) -> String? {
        headers.first { $0.0.isSameHeaderName(as: name) }?.1
    }

    package func count(of name: String) -> Int { values(of: name).count }

    func values(of name: String) -> [String] {
        headers.filter { $0.0.isSameHeaderName(as: name) }.map(\.1)
    }
}

extension String {
    func isSameHeaderName(as other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
