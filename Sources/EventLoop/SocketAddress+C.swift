import CLibUV
import Glibc
import Primitives

extension SocketAddress {
    /// Calls `body` with the address as the C library has it.
    func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        switch ip {
        case .v4(let value):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = value.bigEndian
            return unsafe Self.withGeneric(&address, body)
        case .v6(let high, let low):
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
                unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
                unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
            }
            return unsafe Self.withGeneric(&address, body)
        }
    }

    private static func withGeneric<Address, Result>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe body(UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self))
        }
    }

    /// Asks for an address with `read`, which is `getsockname` or alike.
    init(
        reading read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<Int32>) -> Int32
    ) throws(LoopError) {
        var storage = sockaddr_storage()
        var length = Int32(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe read(
                UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), &length)
        }
        try LoopError.check(result)
        guard let address = SocketAddress(storage) else {
            throw LoopError(code: UV_EAFNOSUPPORT.rawValue)
        }
        self = address
    }

    private init?(_ storage: sockaddr_storage) {
        switch Int32(storage.ss_family) {
        case AF_INET:
            let address = unsafe withUnsafeBytes(of: storage) {
                unsafe $0.load(as: sockaddr_in.self)
            }
            self.init(
                ip: .v4(UInt32(bigEndian: address.sin_addr.s_addr)),
                port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = unsafe withUnsafeBytes(of: storage) {
                unsafe $0.load(as: sockaddr_in6.self)
            }
            let (high, low) = unsafe withUnsafeBytes(of: address.sin6_addr) { bytes in
                unsafe (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            self.init(
                ip: Self.unmapped(high: high, low: low),
                port: UInt16(bigEndian: address.sin6_port))
        default:
            return nil
        }
    }

    /// An IPv4 peer of a dual-stack socket is named by its IPv4 address.
    private static func unmapped(high: UInt64, low: UInt64) -> IPAddress {
        high == 0 && low >> 32 == 0xffff
            ? .v4(UInt32(truncatingIfNeeded: low)) : .v6(high: high, low: low)
    }
}
