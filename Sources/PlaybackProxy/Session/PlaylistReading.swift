import Manifests
import Origin

/// A long playlist on its way from text to what the player is given, while others are seen to.
struct PlaylistReading {
    /// A version that has come meanwhile.
    struct Waiting {
        let body: [UInt8]
        let response: OriginResponse
        let then: PlayerProxy.PlaylistReader
    }

    /// What there is to do once it has been parsed.
    var work: PlaylistWork?
    /// What has come of that, while the engine is still to be told.
    var change: MappedPlaylist.Change?
    /// What the engine is told of a long track before the rest of that change.
    var description: LongDescription?
    var waiting: [Waiting] = []
}
