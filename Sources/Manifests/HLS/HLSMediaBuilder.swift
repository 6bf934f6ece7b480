/// Puts a media playlist together from its tags.
struct HLSMediaBuilder {
    typealias NotUnderstood = HLSParser.NotUnderstood

    /// What tags have said about the segment whose URI is still to come.
    private struct Pending {
        var duration: Duration?
        var byteRange: ArraySlice<UInt8>?
        var isGap = false
        var isDiscontinuous = false
    }

    /// A tag was seen that belongs into media playlists.
    private(set) var hasMediaTags = false
    /// One of those was seen that no player takes for an oversight in a multivariant playlist.
    private(set) var hasSegmentTags = false
    /// Where a part begins whose byte range does not say.
    private(set) var nextPartOffset = 0

    private var media = HLSMedia()
    private var pending = Pending()
    /// The number of the segment to come; nil when the last number there is has been given away.
    private var nextNumber: UInt64? = 0
    private var nextStart = Duration.zero
    private var nextOffset = 0
    private var nextPartIndex = 0
    private var bitrate: Int?
    private var hasNegativeDuration = false

    mutating func read(_ tag: HLSTag, _ value: ArraySlice<UInt8>) throws(NotUnderstood) {
        hasMediaTags = true
        switch tag {
        case .segmentInfo:
            hasSegmentTags = true
            readDuration(value)
        case .byteRange:
            pending.byteRange = value
        case .gap:
            pending.isGap = true
        case .discontinuity:
            pending.isDiscontinuous = true
        case .bitrate:
            bitrate = ASCIINumber.integer(value).flatMap { kilobits in
                let (bits, overflow) = kilobits.multipliedReportingOverflow(by: 1000)
                return overflow ? nil : bits
            }
        case .targetDuration:
            hasSegmentTags = true
            media.targetDuration = try targetDuration(value)
        case .mediaSequence:
            try readMediaSequence(value)
        case .playlistType:
            media.playlistType = try playlistType(value)
        case .allowCache:
            guard ["YES", "NO"].contains(word(value)) else { throw NotUnderstood() }
        case .endList:
            media.isEnded = true
        case .part, .map, .key, .preloadHint, .renditionReport, .skip, .dateRange, .version,
            .define, .streamInfo, .iFrameStreamInfo, .imageStreamInfo, .media, .sessionData,
            .sessionKey, .contentSteering:
            preconditionFailure("\(tag) is read by its attributes")
        }
    }

    private func word(_ value: ArraySlice<UInt8>) -> String {
        String(decoding: ASCIINumber.trimmed(value), as: UTF8.self)
    }

    private mutating func readDuration(_ value: ArraySlice<UInt8>) {
        guard let duration = ASCIINumber.seconds(value) else { return }
        if duration < .zero { hasNegativeDuration = true }
        pending.duration = max(duration, .zero)
    }

    /// Fractions are against the standard and common.
    private func targetDuration(_ value: ArraySlice<UInt8>) throws(NotUnderstood) -> Duration {
        guard let duration = ASCIINumber.seconds(value), duration >= .zero
        else { throw NotUnderstood() }
        return duration
    }

    /// `LIVE` is in no standard, and common: it says no more than no type at all.
    private func playlistType(
        _ value: ArraySlice<UInt8>
    ) throws(NotUnderstood) -> HLSMedia.PlaylistType? {
        switch word(value) {
        case "VOD": return .vod
        case "EVENT": return .event
        case "LIVE": return nil
        case _: throw NotUnderstood()
        }
    }

    /// Of two, the last counts, as in players.
    private mutating func readMediaSequence(_ value: ArraySlice<UInt8>) throws(NotUnderstood) {
        guard let number = ASCIINumber.unsigned(value) else { throw NotUnderstood() }
        media.mediaSequence = number
        try renumber()
    }

    mutating func skip(_ count: UInt64) throws(NotUnderstood) {
        guard media.skippedSegments == 0 else { throw NotUnderstood() }
        media.skippedSegments = count
        try renumber()
    }

    /// Both tags that say where the numbers begin may come in any order, but before any number is used.
    private mutating func renumber() throws(NotUnderstood) {
        hasMediaTags = true
        let (number, overflow) = media.mediaSequence.addingReportingOverflow(media.skippedSegments)
        guard media.segments.isEmpty, media.parts.isEmpty, !overflow else { throw NotUnderstood() }
        nextNumber = number
    }

    mutating func addInitSegment(_ reference: HLSReference?) {
        hasMediaTags = true
        guard let reference else { return }
        media.initSegments.append(reference)
    }

    /// The byte range of the segment whose URI has come.
    ///
    /// Without an offset it begins where the last one ended, whatever URI that one was in: the
    /// standard wants the same one, and players do not look.
    mutating func takeByteRange() throws(NotUnderstood) -> ByteRange? {
        guard let value = pending.byteRange else { return nil }
        guard let range = ByteRange(value, continuingAt: nextOffset) else { throw NotUnderstood() }
        nextOffset = range.end
        return range
    }

    mutating func addSegment(_ reference: HLSReference) throws(NotUnderstood) {
        guard let number = nextNumber else { throw NotUnderstood() }
        let duration = pending.duration ?? media.targetDuration ?? .zero
        media.segments.append(
            HLSSegment(
                reference: reference, number: number, start: nextStart, duration: duration,
                bitrate: reference.byteRange == nil ? bitrate : nil, isGap: pending.isGap,
                isDiscontinuous: pending.isDiscontinuous,
                initSegment: media.initSegments.indices.last))
        pending = Pending()
        nextNumber = number == .max ? nil : number + 1
        nextStart += duration
        nextPartIndex = 0
    }

    mutating func addPart(
        _ reference: HLSReference, duration: Duration?, isGap: Bool, isIndependent: Bool
    ) throws(NotUnderstood) {
        hasMediaTags = true
        hasSegmentTags = true
        guard let number = nextNumber else { throw NotUnderstood() }
        media.parts.append(
            HLSPart(
                reference: reference, number: number, index: nextPartIndex,
                duration: max(duration ?? .zero, .zero), isGap: isGap,
                isIndependent: isIndependent))
        nextPartIndex += 1
        nextPartOffset = reference.byteRange?.end ?? 0
    }

    mutating func addPreloadHint(_ hint: HLSPreloadHint) {
        media.preloadHints.append(hint)
    }

    /// A list without a target duration whose entries have no length names channels, not segments:
    /// their streams do not end and are nothing to share.
    func finish() throws(NotUnderstood) -> HLSMedia {
        guard media.targetDuration != nil || !hasNegativeDuration else { throw NotUnderstood() }
        return media
    }
}
