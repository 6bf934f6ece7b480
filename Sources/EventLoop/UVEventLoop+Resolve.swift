import CLibUV
import Glibc
package import Primitives

extension UVEventLoop {
    /// Looks a host up on the worker pool, and calls `then` on the loop with its first address.
    ///
    /// An IP literal, an IPv6 one with or without brackets, needs no name server. On the loop only.
    package func resolve(
        host: String, port: UInt16,
        then: @escaping @Sendable (Result<SocketAddress, LoopError>) -> Void
    ) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isBracketed ? String(host.dropFirst().dropLast()) : host
        runOnWorker({ Self.firstAddress(of: name, port: port) }, then: then)
    }

    private static func firstAddress(
        of host: String, port: UInt16
    ) -> Result<SocketAddress, LoopError> {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list
        else { return .failure(LoopError(code: UV_ENOENT.rawValue)) }
        defer { unsafe freeaddrinfo(first) }
        do throws(LoopError) {
            return .success(
                try unsafe SocketAddress { target, length in
                    guard let source = unsafe first.pointee.ai_addr else {
                        return UV_ENOENT.rawValue
                    }
                    let count = unsafe min(Int(length.pointee), Int(first.pointee.ai_addrlen))
                    unsafe UnsafeMutableRawPointer(target).copyMemory(
                        from: UnsafeRawPointer(source), byteCount: count)
                    return 0
                })
        } catch {
            return .failure(error)
        }
    }
}
