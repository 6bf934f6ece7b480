import Glibc

/// Two connected local sockets, open for as long as somebody has them.
final class SocketPair: Sendable {
    let near: Int32
    let far: Int32

    init() {
        var descriptors: [Int32] = [-1, -1]
        let result = unsafe socketpair(
            AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors)
        precondition(result == 0, "socketpair")
        near = descriptors[0]
        far = descriptors[1]
    }

    deinit {
        close(near)
        close(far)
    }

    func writeToNear(_ count: Int) {
        let sent = unsafe write(far, [UInt8](repeating: 1, count: count), count)
        precondition(sent == count, "write")
    }

    func readNear() -> Int {
        var space = [UInt8](repeating: 0, count: 4096)
        return unsafe read(near, &space, space.count)
    }

    func endFar() {
        let result = shutdown(far, Int32(SHUT_WR))
        precondition(result == 0, "shutdown")
    }
}
