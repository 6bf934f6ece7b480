import Foundation

/// A port of this machine for a program that cannot be told "any".
enum FreePort {
    /// One that the system just gave and took back; another program may be faster.
    static func pick() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, length) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard result else { throw RunFailure("no port is free") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
