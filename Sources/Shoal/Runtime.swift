import EventLoop

/// Owns the loops of the process, from the first session until shutdown.
actor Runtime {
    static let shared = Runtime()

    private var group: EventLoopGroup?
    private var places: [ObjectIdentifier: [ClientLoop]] = [:]

    /// The client's place on the loop whose turn it is.
    func place(of client: P2PClient) async throws(P2PError) -> ClientLoop {
        let group = try runningGroup()
        let loop = group.next()
        let key = ObjectIdentifier(client)
        if let place = places[key]?.first(where: { $0.loop === loop }) { return place }
        let place = ClientLoop(
            key: client.key, bundleID: client.bundleID,
            configuration: client.configuration, on: loop)
        places[key, default: []].append(place)
        try await place.start()
        return place
    }

    func close(_ client: P2PClient) async {
        for place in places.removeValue(forKey: ObjectIdentifier(client)) ?? [] {
            await place.close()
        }
    }

    func shutdown() async {
        let all = places.values.flatMap(\.self)
        places = [:]
        for place in all { await place.close() }
        let ending = group
        group = nil
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
