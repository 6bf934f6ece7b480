/// Reads the versions of one playlist as they come, each at the cost of what is new in it.
///
/// A window of 500,000 lines is compared with the one before, byte for byte, and only what does not
/// match is parsed. What comes out is what `HLSPlaylist.parse` makes of the text.
package struct HLSReader: Sendable {
    private let interval: UInt64
    private var last: HLSPlaylist?

    /// One in so many segments, by their numbers, is a place where versions can begin to differ.
    package init(interval: UInt64 = HLSCheckpoint.usualInterval) {
        self.interval = interval
    }

    /// Nil if the text is not understood, as with `HLSPlaylist.parse`.
    ///
    /// A version that is still held when the next is read costs a copy of all that it lists.
    package mutating func read(
        _ source: [UInt8], from base: ResolvedURI, importing imports: HLSVariables = .none
    ) -> HLSPlaylist? {
        var parser = HLSParser(
            source: source, base: base, imports: imports, after: takeLast(from: base),
            checkpointInterval: interval)
        let playlist: HLSPlaylist
        do throws(HLSParser.NotUnderstood) {
            playlist = try parser.parse()
        } catch {
            return nil
        }
        // A delta update says too little for the next version to go on from.
        if let media = playlist.media, media.skippedSegments == 0 { last = playlist }
        return playlist
    }

    /// With another base every URI means something else.
    private mutating func takeLast(from base: ResolvedURI) -> HLSPlaylist? {
        guard last?.base == base else {
            last = nil
            return nil
        }
        return last.take()
    }
}
