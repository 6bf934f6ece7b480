/// Tracks that a player exchanges for each other: it plays one of a family at a time.
package enum TrackFamily: Hashable, Sendable {
    /// Pictures, mostly with sound; whatever is not known to be of another family.
    case main
    /// Sound beside the pictures.
    case audio
    /// Pictures from elsewhere, in the place of the main ones.
    case alternateVideo
    case subtitles
    /// Pictures to find a place by: key frames, or stills.
    case previews
}
