import Engine
import Manifests
import Primitives
import SwarmCore

/// The parts that a media playlist lists or hints at, as segments of the track that they make up.
struct ListedParts {
    struct Part {
        let number: PartNumber
        let start: Duration
        let duration: Duration
        let byteRange: ByteRange?
        let kind: SegmentTiming.Kind
        /// Whether enough is known of it to be fetched before a player asks.
        let isDescribed: Bool
    }

    private var parts: [HLSReference: Part] = [:]
    /// Whether the parts are ranges of longer resources.
    private let haveRanges: Bool

    private let keys: ContentKeys
    /// The track that the parts make up.
    let track: TrackID

    /// The parts of the playlist that was asked for at `uri`.
    init(_ media: HLSMedia, of uri: ResolvedURI, keys: ContentKeys) {
        self.keys = keys
        track = keys.track(at: uri, kind: .part)
        haveRanges = media.parts.contains { $0.byteRange != nil }
        let cut = Self.cutSegments(media)
        for part in media.parts where !part.isGap && !cut.contains(part.number) {
            guard part.byteRange?.length != 0,
                let number = PartNumber(segment: part.number, index: part.index)
            else { continue }
            parts[part.reference] = Part(
                number: number, start: part.start, duration: part.duration,
                byteRange: part.byteRange, kind: .part, isDescribed: true)
        }
        for hint in media.preloadHints { add(hint, media) }
    }

    /// Nil for what is no part, or one without a number.
    func part(_ reference: HLSReference) -> Part? { parts[reference] }

    /// What a player asks for, as a name of a part.
    func resource(of part: Part, at uri: ResolvedURI) -> Resource {
        // A hint has the name that the part will have.
        haveRanges || part.byteRange != nil
            ? .segmentedFile(track, uri)
            : .segment(SegmentID(track: track, number: part.number.value), uri)
    }

    /// All that enough is known of, in order; `resolved` says where a reference is.
    func segments(
        _ media: HLSMedia, _ resolved: (HLSReference) -> ResolvedURI?
    ) -> [TrackDescription.Segment] {
        (media.parts.map(\.reference) + media.preloadHints.map(\.reference)).compactMap {
            guard let part = parts[$0], part.isDescribed, let uri = resolved($0) else { return nil }
            return TrackDescription.Segment(
                number: part.number.value,
                key: keys.segment(at: uri, byteRange: part.byteRange, kind: .part), url: uri.text,
                byteRange: part.byteRange.map { $0.offset..<$0.end }, start: part.start,
                duration: part.duration, kind: part.kind)
        }
    }

    /// A hint counts where it follows all that is listed, as it should.
    ///
    /// One that says where in a longer resource the part begins, but not where it ends, can be passed on
    /// and not be fetched: the answer goes on past the part. So may one of which nothing shows yet that
    /// parts are resources of their own.
    private mutating func add(_ hint: HLSPreloadHint, _ media: HLSMedia) {
        guard let place = hint.part, place == media.end,
            let number = PartNumber(segment: place.number, index: place.index),
            let duration = media.partTarget ?? media.parts.last?.duration
        else { return }
        let isWhole = !haveRanges && hint.offset == 0 && !media.parts.isEmpty
        parts[hint.reference] = Part(
            number: number, start: place.start, duration: duration,
            byteRange: hint.reference.byteRange, kind: .hint,
            isDescribed: hint.reference.byteRange != nil || isWhole)
    }

    /// Segments of which only the last parts are still listed: those cannot be counted, and are old.
    private static func cutSegments(_ media: HLSMedia) -> Set<UInt64> {
        var sums: [UInt64: Duration] = [:]
        for part in media.parts { sums[part.number, default: .zero] += part.duration }
        let slack = (media.partTarget ?? .zero) / 2
        var cut: Set<UInt64> = []
        let first = media.parts.first?.number ?? .max
        for segment in media.segments.reversed() {
            guard segment.number >= first else { break }
            guard let sum = sums[segment.number], sum < segment.duration - slack else { continue }
            cut.insert(segment.number)
        }
        return cut
    }
}
