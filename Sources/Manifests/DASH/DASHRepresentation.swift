/// One representation of one period: what its segments are, and where.
package struct DASHRepresentation: Sendable {
    enum Media: Sendable {
        case template(DASHTemplateMedia)
        case list(DASHListMedia)
        /// Parts of one file.
        case file(DASHFile)
        /// Nothing is known but that its URLs are its own.
        case other
    }

    /// What a player takes it for.
    package enum Kind: Hashable, Sendable {
        case main
        case audio
        case subtitles
        /// Pictures to find a place by.
        case previews
    }

    /// Its `id`, empty if there is none.
    package let id: String
    /// The peak, in bits per second.
    package let bandwidth: Int?
    /// What its URLs are relative to; where there are several, each is good for all of it.
    package let bases: [ResolvedURI]
    /// What makes it the same for viewers whose MPDs differ; nil if nothing of it is exchanged.
    ///
    /// No player asks for this URL: it says what all of them have in common, and how segments are numbered.
    package let identity: ResolvedURI?
    package let period: Int
    package let kind: Kind

    /// Nil where a player finds it in the head of the representation's one file.
    package let initSegment: DASHInitSegment?

    let media: Media
    /// All of its URLs that are no media segments of their own: init segments, indices, its one file.
    package let others: [ResolvedURI]

    /// The file that all of its segments are parts of.
    package var file: DASHFile? {
        if case .file(let file) = media { file } else { nil }
    }

    /// The segments that are there, as far as it takes no more than the MPD and the time of day to know.
    ///
    /// Nothing for a file with an index, which says what its segments are. `asked` is one that a player
    /// has asked for: it knows better what there is.
    package func segments(at now: Duration?, asked: DASHSegment? = nil) -> [DASHSegment] {
        switch media {
        case .template(let media): media.segments(at: now, asked: asked)
        case .list(let media): media.segments
        case .file(let file): file.segments
        case .other: []
        }
    }

    /// Where a segment is, by one of the bases.
    package func uri(of segment: DASHSegment, base: Int) -> ResolvedURI? {
        switch (media, segment.name) {
        case (.template(let media), .variables(let number, let time)):
            media.uri(number: number, time: time, base: base)
        case (.list(let media), .entry(let index)):
            media.uri(of: index, base: base)
        case (.file(let file), .entry):
            file.uris.indices.contains(base) ? file.uris[base] : nil
        case (.template, .entry), (.list, .variables), (.file, .variables), (.other, _):
            nil
        }
    }

    /// The newest that there is; what a reload of the MPD changes.
    package func newest(at now: Duration?) -> DASHSegment? {
        switch media {
        case .template(let media): media.newest(at: now)
        case .list(let media): media.segments.last
        case .file, .other: nil
        }
    }
}
