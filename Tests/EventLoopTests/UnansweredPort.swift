import Glibc
import Primitives

/// A loopback port that is taken and on which nobody listens, for as long as somebody has it.
final class UnansweredPort: Sendable {
    let address: SocketAddress
    private let descriptor: Int32

    init() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &name) { [descriptor] pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, length) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        precondition(isBound, "bind")
        address = SocketAddress(ip: .loopback, port: UInt16(bigEndian: name.sin_port))
    }

    deinit {
        close(descriptor)
    }
}
