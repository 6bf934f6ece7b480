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

    /// All that what follows a segment depends on, but for its time.
    struct Progress: Hashable {
        /// A tag was seen that belongs into media playlists.
        fileprivate(set) var hasMediaTags = false
        /// One of those was seen that no player takes for an oversight in a multivariant playlist.
        fileprivate(set) var hasSegmentTags = false
        fileprivate var hasNegativeDuration = false
        fileprivate var targetDuration: Duration?
        fileprivate var partTarget: Duration?
        fileprivate var canBlockReload = false
        fileprivate var canSkip = false
        fileprivate var playlistType: HLSMedia.PlaylistType?
        fileprivate var isEnded = false
        /// The number of the segment to come; nil when the last number there is has been given away.
        fileprivate(set) var nextNumber: UInt64? = 0
        fileprivate var nextOffset = 0
        /// Where a part begins whose byte range does not say.
        fileprivate(set) var nextPartOffset = 0
        fileprivate var nextPartIndex = 0
        fileprivate var bitrate: Int?
    }

    private(set) var progress = Progress()
    private(set) var media = HLSMedia()
    private(set) var nextStart = Duration.zero
    /// Of the parts of the segment to come.
    private var partsDuration = Duration.zero
    private var pending = Pending()

    mutating func read(_ tag: HLSTag, _ value: ArraySlice<UInt8>) throws(NotUnderstood) {
        progress.hasMediaTags = true
        switch tag {
        case .segmentInfo:
            progress.hasSegmentTags = true
            readDuration(value)
        case .byteRange:
            pending.byteRange = value
        case .gap:
            pending.isGap = true
        case .discontinuity:
            pending.isDiscontinuous = true
        case .bitrate:
            progress.bitrate = ASCIINumber.integer(value).flatMap { kilobits in
                let (bits, overflow) = kilobits.multipliedReportingOverflow(by: 1000)
                return overflow ? nil : bits
            }
        case .targetDuration:
            progress.hasSegmentTags = true
            progress.targetDuration = try targetDuration(value)
        case .mediaSequence:
            try readMediaSequence(value)
        case .playlistType:
            progress.playlistType = try playlistType(value)
        case .allowCache:
            guard ["YES", "NO"].contains(word(value)) else { throw NotUnderstood() }
        case .endList:
            progress.isEnded = true
        case .part, .partInfo, .serverControl, .map, .key, .preloadHint, .renditionReport, .skip,
            .dateRange, .version, .define, .streamInfo, .iFrameStreamInfo, .imageStreamInfo, .media,
            .sessionData,
            .sessionKey, .contentSteering:
            preconditionFailure("\(tag) is read by its attributes")
        }
    }

    private func word(_ value: ArraySlice<UInt8>) -> String {
        String(decoding: ASCIINumber.trimmed(value), as: UTF8.self)
    }

    private mutating func readDuration(_ value: ArraySlice<UInt8>) {
        guard let duration = ASCIINumber.seconds(value) else { return }
        if duration < .zero { progress.hasNegativeDuration = true }
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
        progress.hasMediaTags = true
        let (number, overflow) = media.mediaSequence.addingReportingOverflow(media.skippedSegments)
        guard media.segments.isEmpty, media.parts.isEmpty, !overflow else { throw NotUnderstood() }
        progress.nextNumber = number
    }

    mutating func addInitSegment(_ reference: HLSReference?) {
        progress.hasMediaTags = true
        guard let reference else { return }
        media.initSegments.append(reference)
    }

    /// The byte range of the segment whose URI has come.
    ///
    /// Without an offset it begins where the last one ended, whatever URI that one was in: the
    /// standard wants the same one, and players do not look.
    mutating func takeByteRange() throws(NotUnderstood) -> ByteRange? {
        guard let value = pending.byteRange else { return nil }
        guard let range = ByteRange(value, continuingAt: progress.nextOffset) else {
            throw NotUnderstood()
        }
        progress.nextOffset = range.end
        return range
    }

    mutating func addSegment(_ reference: HLSReference) throws(NotUnderstood) {
        guard let number = progress.nextNumber else { throw NotUnderstood() }
        let duration = pending.duration ?? progress.targetDuration ?? .zero
        media.segments.append(
            HLSSegment(
                reference: reference, number: number, start: nextStart, duration: duration,
                bitrate: reference.byteRange == nil ? progress.bitrate : nil, isGap: pending.isGap,
                isDiscontinuous: pending.isDiscontinuous,
                initSegment: media.initSegments.indices.last))
        pending = Pending()
        progress.nextNumber = number == .max ? nil : number + 1
        nextStart += duration
        progress.nextPartIndex = 0
        partsDuration = .zero
    }

    mutating func addPart(
        _ reference: HLSReference, duration: Duration?, isGap: Bool, isIndependent: Bool
    ) throws(NotUnderstood) {
        progress.hasMediaTags = true
        progress.hasSegmentTags = true
        guard let number = progress.nextNumber else { throw NotUnderstood() }
        let duration = max(duration ?? progress.partTarget ?? .zero, .zero)
        media.parts.append(
            HLSPart(
                reference: reference, number: number, index: progress.nextPartIndex,
                start: nextStart + partsDuration, duration: duration, isGap: isGap,
                isIndependent: isIndependent))
        progress.nextPartIndex += 1
        partsDuration += duration
        progress.nextPartOffset = reference.byteRange?.end ?? 0
    }

    mutating func addPreloadHint(_ hint: HLSPreloadHint) {
        media.preloadHints.append(hint)
    }

    /// Where a part lies that follows all that has been read.
    var nextPlace: HLSPreloadHint.Place? {
        progress.nextNumber.map {
            HLSPreloadHint.Place(
                number: $0, index: progress.nextPartIndex, start: nextStart + partsDuration)
        }
    }

    mutating func readPartInfo(target: Duration?) {
        progress.partTarget = target.flatMap { $0 > .zero ? $0 : nil }
    }

    mutating func readServerControl(canBlockReload: Bool, canSkip: Bool) {
        progress.canBlockReload = canBlockReload
        progress.canSkip = canSkip
    }

    /// Goes on after what was read of `last` from one place to another.
    mutating func goOn(
        with last: inout HLSMedia, from start: HLSCheckpoint, to end: HLSCheckpoint,
        moved shift: HLSShift
    ) {
        last.segments.keep(
            start.segments..<end.segments, after: media.segments, moved: shift)
        last.parts.keep(start.parts..<end.parts, after: media.parts, moved: shift)
        last.preloadHints.keep(
            start.preloadHints..<end.preloadHints, after: media.preloadHints, moved: shift)
        last.initSegments.keep(
            start.initSegments..<end.initSegments, after: media.initSegments, moved: shift)
        swap(&media.segments, &last.segments)
        swap(&media.parts, &last.parts)
        swap(&media.preloadHints, &last.preloadHints)
        swap(&media.initSegments, &last.initSegments)
        progress = end.progress
        nextStart = end.start + shift.time
        partsDuration = .zero
    }

    /// A list without a target duration whose entries have no length names channels, not segments:
    /// their streams do not end and are nothing to share.
    func finish() throws(NotUnderstood) -> HLSMedia {
        guard progress.targetDuration != nil || !progress.hasNegativeDuration
        else { throw NotUnderstood() }
        var media = media
        media.targetDuration = progress.targetDuration
        media.playlistType = progress.playlistType
        media.isEnded = progress.isEnded
        media.partTarget = progress.partTarget
        media.canBlockReload = progress.canBlockReload
        media.canSkip = progress.canSkip
        media.end = nextPlace
        return media
    }
}
