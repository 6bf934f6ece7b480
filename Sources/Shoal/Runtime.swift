import EventLoop
import Foundation

/// Owns the loops of the process, from the first session until shutdown.
actor Runtime {
    private enum Client {
        /// Its places, some of which may not have been started.
        case open([ClientLoop])
        /// Closed by the application or by a shutdown, and still held by the application.
        case closed

        var places: [ClientLoop] {
            switch self {
            case .open(let places): places
            case .closed: []
            }
        }
    }

    static let shared = Runtime()

    private var group: EventLoopGroup?
    private var clients: [UUID: Client] = [:]

    /// The client's place on the loop whose turn it is.
    ///
    /// It is known here before it holds anything, so that whoever closes the client meanwhile closes
    /// it, too.
    func place(of client: P2PClient) throws(P2PError) -> ClientLoop {
        let places: [ClientLoop]
        switch clients[client.id, default: .open([])] {
        case .open(let known): places = known
        case .closed: throw .clientClosed
        }
        let loop = try runningGroup().next()
        if let place = places.first(where: { $0.loop === loop }) { return place }
        let place = ClientLoop(
            key: client.key, bundleID: client.bundleID,
            configuration: client.configuration, on: loop)
        clients[client.id] = .open(places + [place])
        return place
    }

    /// Closes a client for good.
    func close(_ client: UUID) async {
        let places = clients[client]?.places ?? []
        clients[client] = .closed
        for place in places { await place.close() }
    }

    /// Closes a client that nobody can ask for anything any more.
    func forget(_ client: UUID) async {
        let places = clients.removeValue(forKey: client)?.places ?? []
        for place in places { await place.close() }
    }

    func shutdown() async {
        let places = clients.values.flatMap(\.places)
        clients = clients.mapValues { _ in .closed }
        // Who makes a client meanwhile gets loops of his own.
        let ending = group
        group = nil
        for place in places { await place.close() }
        await ending?.shutdown()
    }

    private func runningGroup() throws(P2PError) -> EventLoopGroup {
        if let group { return group }
        do throws(LoopError) {
            let new = try EventLoopGroup()
            group = new
            return new
        } catch {
            throw .resourcesExhausted
        }
    }
}
