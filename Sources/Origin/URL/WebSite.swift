/// The scheme, host and port that headers are scoped to; what the web calls an origin.
package struct WebSite: Hashable, Sendable {
    package let scheme: OriginURL.Scheme
    package let host: String
    package let port: UInt16

    var isDefaultPort: Bool { port == scheme.defaultPort }
}

extension WebSite: CustomStringConvertible {
    package var description: String { "\(scheme.rawValue)://\(host):\(port)" }
}
