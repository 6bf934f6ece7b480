package import Manifests
package import Origin

/// The headers that go with requests to the media origin, and which of its hosts may see them.
///
/// What the application set, and what of the player's own headers may be a credential, goes to the
/// site of the URL that the application opened and to no other, whoever names that.
package struct OriginHeaders: Sendable {
    private let site: URIOrigin?
    private let application: [OriginHeader]
    private var player: [OriginHeader] = []

    package init(site: URIOrigin?, application: [OriginHeader]) {
        self.site = site
        self.application = application
    }

    /// Takes what the player sends: it goes with what is fetched ahead of the player, too.
    ///
    /// What the application set wins over the same header of the player.
    package mutating func playerSends(_ headers: [OriginHeader]) {
        let set = Set(application.map { $0.name.lowercased() })
        player = headers.filter { !set.contains($0.name.lowercased()) }
    }

    package func headers(for uri: ResolvedURI?) -> [OriginHeader] {
        guard let site, uri?.origin == site else {
            return player.filter { RequestHeaders.harmless.contains($0.name.lowercased()) }
        }
        return player + application
    }
}
