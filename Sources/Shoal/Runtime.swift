import Engine
import EventLoop
import Foundation
import SwarmCore

/// Owns the loops of the process, from the first session until shutdown.
actor Runtime {
    private struct Open {
        /// Some of them may not have been started.
        var places: [ClientLoop] = []
        /// On the first place's loop.
        var uploads: UploadAccount?
        /// On the first place's loop, as well.
        var store: DiskStore?
        /// What the application said of uploads before there was an account for it.
        var isNetworkMetered: Bool
        var uploadLimit: Int?
        var settings: ClientSettings
        let memory: MemoryBudget
        /// Of all sessions.
        let events: EventHub

        init(_ client: P2PClient) {
            isNetworkMetered = client.configuration.isNetworkMetered
            uploadLimit = client.configuration.uploadLimit
            settings = ClientSettings(client.configuration)
            memory = MemoryBudget(client.configuration.memoryBudget)
            events = client.events
        }

        func close() async {
            for place in places {
                for hub in await place.close() { await hub.close() }
            }
            await events.close()
            await uploads?.close()
            await store?.close()
        }
    }

    private enum Client {
        case open(Open)
        /// Closed by the application or by a shutdown, and still held by the application.
        case closed

        var open: Open? {
            switch self {
            case .open(let open): open
            case .closed: nil
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
        try place(of: client, on: runningGroup().next())
    }

    /// The same loop each time: what is served together is not spread over several.
    func firstPlace(of client: P2PClient) throws(P2PError) -> ClientLoop {
        guard let open = open(client) else { throw .clientClosed }
        if let place = open.places.first { return place }
        return try place(of: client, on: runningGroup().next())
    }

    private func place(
        of client: P2PClient, on loop: UVEventLoop
    ) throws(P2PError) -> ClientLoop {
        guard var open = open(client) else { throw .clientClosed }
        if let place = open.places.first(where: { $0.loop === loop }) { return place }
        let uploads = open.uploads ?? account(of: client, open, on: loop)
        let store = open.store ?? client.configuration.store?.makeStore(on: loop)
        let place = ClientLoop(
            key: client.key, bundleID: client.bundleID,
            configuration: client.configuration, settings: open.settings, uploads: uploads,
            store: store, memory: open.memory, events: open.events, on: loop)
        open.uploads = uploads
        open.store = store
        open.places.append(place)
        clients[client.id] = .open(open)
        return place
    }

    /// Closes a client for good.
    func close(_ client: UUID) async {
        let open = clients[client]?.open
        clients[client] = .closed
        await open?.close()
    }

    /// Closes a client that nobody can ask for anything any more.
    func forget(_ client: UUID) async {
        await clients.removeValue(forKey: client)?.open?.close()
    }

    func shutdown() async {
        let all = clients.values.compactMap(\.open)
        clients = clients.mapValues { _ in .closed }
        // Who makes a client meanwhile gets loops of his own.
        let ending = group
        group = nil
        for open in all { await open.close() }
        await ending?.shutdown()
    }

    // MARK: - What holds for every session

    func change(
        _ client: P2PClient, _ change: @Sendable (inout ClientSettings) -> Void
    ) async {
        guard var open = open(client) else { return }
        change(&open.settings)
        clients[client.id] = .open(open)
        for place in open.places { await place.follow(open.settings) }
    }

    /// Answers to players of the client that are under way.
    func answersInFlight(of client: P2PClient) async -> Int {
        var count = 0
        for place in clients[client.id]?.open?.places ?? [] {
            count += await place.answersInFlight
        }
        return count
    }

    // MARK: - Uploads

    func setNetworkMetered(_ isMetered: Bool, for client: P2PClient) async {
        guard var open = open(client) else { return }
        open.isNetworkMetered = isMetered
        clients[client.id] = .open(open)
        await open.uploads?.setMetered(isMetered)
    }

    func setUploadLimit(_ bytesPerSecond: Int?, for client: P2PClient) async {
        guard var open = open(client) else { return }
        open.uploadLimit = bytesPerSecond
        clients[client.id] = .open(open)
        await open.uploads?.setRate(bytesPerSecond)
    }

    func uploadUsage(of client: P2PClient) async -> P2PUploadUsage? {
        guard let uploads = clients[client.id]?.open?.uploads else { return nil }
        return P2PUploadUsage(await uploads.report())
    }

    func storeUsage(of client: P2PClient) async -> P2PStoreUsage? {
        guard let store = clients[client.id]?.open?.store else { return nil }
        return P2PStoreUsage(await store.report())
    }

    private func account(
        of client: P2PClient, _ open: Open, on loop: UVEventLoop
    ) -> UploadAccount {
        let configuration = client.configuration
        var limits = UploadLimits()
        limits.bytesPerSecond = open.uploadLimit
        limits.bytesPerDay = configuration.uploadBytesPerDay
        limits.bytesPerMonth = configuration.uploadBytesPerMonth
        limits.allowsMetered = configuration.uploadsWhenMetered
        return UploadAccount(
            limits: limits, isMetered: open.isNetworkMetered,
            storage: configuration.uploadUsageFile.map { UploadUsageFile(path: $0.path).storage },
            on: loop)
    }

    /// The client as it is, or nil when it is closed.
    private func open(_ client: P2PClient) -> Open? {
        clients[client.id, default: .open(Open(client))].open
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
