extension P2PClient {
    /// Makes a player of tickets, which has the application's own player load what they open.
    ///
    /// - Parameters:
    ///   - player: What is told what to load; it is not kept alive.
    ///   - resolver: Says where a ticket's media is and what shows the origin that it is allowed.
    ///   - deviceValues: What a backend is told of this device, where that is not what `P2PSDK` says.
    /// - Returns: A `PlayerSDK` that plays nothing yet.
    @MainActor
    public func createTicketPlayback(
        player: any TicketPlayer, resolver: TicketResolver,
        deviceValues: @escaping @MainActor () throws -> DeviceValues = {
            try P2PSDK.deviceValues()
        }
    ) -> TicketPlayback {
        TicketPlayback(
            client: self, player: player, resolver: resolver, deviceValues: deviceValues)
    }
}
