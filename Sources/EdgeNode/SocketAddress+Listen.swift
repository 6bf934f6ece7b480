import NodeConfiguration
import Origin
import Primitives

extension SocketAddress {
    /// Nil for an IPv6 address that is none; it looked like one.
    init?(_ address: ListenAddress) {
        let host = address.host.contains(":") ? "[\(address.host)]" : address.host
        guard let ip = IPAddress(urlHost: host) else { return nil }
        self.init(ip: ip, port: address.port)
    }
}
