package import Manifests

/// The mapping of a long playlist, so much of it at a time that the loop can see to others in between.
package struct PlaylistWork {
    /// Some thousand segments: on a slow machine some hundredths of a second.
    static let stretchesAtOnce = 32

    let playlist: HLSPlaylist
    let settings: MappedPlaylist.Settings
    private(set) var mapping: PlaylistMapping
    private var next = 0

    package init(_ playlist: HLSPlaylist, _ settings: MappedPlaylist.Settings) {
        self.playlist = playlist
        self.settings = settings
        mapping = PlaylistMapping(playlist, settings)
    }

    /// Maps some more; returns whether there is still more.
    package mutating func goOn() -> Bool {
        let last = playlist.checkpoints.count
        let end = min(next + Self.stretchesAtOnce - 1, last)
        mapping.map(playlist, next...end)
        next = end + 1
        return next <= last
    }
}
