package import EventLoop
package import Primitives

/// An admin server on a loop of its own, which nothing that is watched can hold up.
package struct AdminListener: Sendable {
    package let server: AdminServer
    private let loop: UVEventLoop

    package init(
        token: AdminToken?, commands: @escaping AdminServer.Commands
    ) throws(LoopError) {
        loop = try UVEventLoop(name: "admin")
        server = AdminServer(token: token, on: loop, commands: commands)
    }

    /// Listens on a loopback address, and returns which; a listener that could not is of no use any more.
    package func start(at address: SocketAddress) async throws(LoopError) -> SocketAddress {
        do throws(LoopError) {
            return try await server.start(at: address)
        } catch {
            await loop.shutdown()
            throw error
        }
    }

    package func close() async {
        await server.close()
        await loop.shutdown()
    }
}
