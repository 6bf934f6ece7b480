import Foundation
import Glibc

/// A port whose connections are never taken: the system drops what would open one.
final class FullListener: Sendable {
    let port: UInt16
    private let descriptors: [Int32]

    init() throws {
        let listener = try Self.made(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, 0) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard bound else { throw CocoaError(.fileWriteUnknown) }
        port = UInt16(bigEndian: address.sin_port)
        var all = [listener]
        // More than it can hold: those after the first few are never answered.
        for _ in 0..<8 {
            let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let client = try Self.made(Glibc.socket(AF_INET, flags, 0))
            unsafe withUnsafePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    _ = unsafe connect(client, address, length)
                }
            }
            all.append(client)
        }
        descriptors = all
    }

    deinit {
        for descriptor in descriptors { Glibc.close(descriptor) }
    }

    private static func made(_ descriptor: Int32) throws -> Int32 {
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        return descriptor
    }
}
