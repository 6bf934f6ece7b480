/// Reads a playlist once, line by line.
struct HLSParser {
    /// Something that URIs, numbers or byte ranges depend on does not have a known form.
    struct NotUnderstood: Error {}

    let source: [UInt8]
    let base: ResolvedURI
    let imports: HLSVariables
    let checkpointInterval: UInt64
    var variables = HLSVariables.none
    var references = HLSRun<HLSReference>()
    var media = HLSMediaBuilder()
    var checkpoints = HLSRun<HLSCheckpoint>()
    /// The version before, as long as this one may go on from it.
    var last: HLSPlaylist?
    var continuation: HLSContinuation?
    var readsQuery = false
    private var multivariant = HLSMultivariant()
    var version: UInt64?
    /// The attributes of the `EXT-X-STREAM-INF` whose URI is still to come.
    private var pendingVariant: AttributeList?
    private var hasMultivariantTags = false

    init(
        source: [UInt8], base: ResolvedURI, imports: HLSVariables, after last: HLSPlaylist? = nil,
        checkpointInterval: UInt64 = HLSCheckpoint.usualInterval
    ) {
        self.checkpointInterval = checkpointInterval
        self.source = source
        self.base = base
        self.imports = imports
        self.last = last
    }

    mutating func parse() throws(NotUnderstood) -> HLSPlaylist {
        let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
        var lines = HLSLines(source, from: source.starts(with: byteOrderMark) ? 3 : 0)
        guard let first = lines.next(), isHeader(first) else { throw NotUnderstood() }
        while let line = lines.next() {
            if source[line.lowerBound] != UInt8(ascii: "#") {
                try readURI(line)
                if let resumed = passCheckpoint(at: lines.position) { lines.position = resumed }
            } else if let (tag, value) = tag(in: line) {
                try read(tag, value)
            }
        }
        return HLSPlaylist(
            content: try content(), base: base, version: version, references: references,
            readsQuery: readsQuery, variables: variables, checkpoints: checkpoints,
            continuation: continuation,
            source: source)
    }

    /// Lists of channels write attributes of their own after the word.
    private func isHeader(_ line: Range<Int>) -> Bool {
        let word = source[line].prefix { !$0.isBlank }
        return word.elementsEqual("#EXTM3U".utf8)
    }

    private func tag(in line: Range<Int>) -> (HLSTag, value: Range<Int>)? {
        let start = line.lowerBound + 1
        let end = source[start..<line.upperBound].firstIndex(of: UInt8(ascii: ":"))
        let name = String(decoding: source[start..<(end ?? line.upperBound)], as: UTF8.self)
        guard let tag = HLSTag(rawValue: name) else { return nil }
        return (tag, (end.map { $0 + 1 } ?? line.upperBound)..<line.upperBound)
    }

    private mutating func read(_ tag: HLSTag, _ value: Range<Int>) throws(NotUnderstood) {
        switch tag {
        case .segmentInfo, .byteRange, .gap, .discontinuity, .bitrate, .targetDuration,
            .mediaSequence, .playlistType, .allowCache, .endList:
            try media.read(tag, source[value])
        case .partInfo, .serverControl:
            readServerAttributes(tag, value)
        case .part, .map, .preloadHint, .skip, .renditionReport:
            try readMediaAttributes(tag, try attributes(value))
        case .key, .sessionKey:
            try readKey(try attributes(value))
        case .dateRange:
            readInterstitials(value)
        case .define:
            try readDefinition(try attributes(value))
        case .version:
            version = ASCIINumber.unsigned(source[value])
        case .streamInfo, .iFrameStreamInfo, .imageStreamInfo, .media, .sessionData,
            .contentSteering:
            hasMultivariantTags = true
            try readMultivariant(tag, value)
        }
    }

    private mutating func readMultivariant(
        _ tag: HLSTag, _ value: Range<Int>
    ) throws(NotUnderstood) {
        switch tag {
        case .streamInfo:
            pendingVariant = try attributes(value)
        case .iFrameStreamInfo:
            addVariant(.iFrameVariant, try attributes(value))
        case .imageStreamInfo:
            addVariant(.imageVariant, try attributes(value))
        case .media:
            addRendition(try attributes(value))
        case .sessionData:
            _ = addReference(.sessionData, try attributes(value)["URI"])
        case .contentSteering:
            // Not one of the URIs that are mapped, so that a fault in it is the player's to find.
            _ = addReference(.steering, AttributeList(source, value)?["SERVER-URI"])
        case .segmentInfo, .byteRange, .part, .partInfo, .serverControl, .gap, .discontinuity,
            .bitrate, .map, .key, .preloadHint, .renditionReport, .skip, .dateRange,
            .targetDuration, .mediaSequence,
            .playlistType, .allowCache, .endList, .version, .define, .sessionKey:
            preconditionFailure("\(tag) does not make a playlist multivariant")
        }
    }

    private mutating func readURI(_ line: Range<Int>) throws(NotUnderstood) {
        if let attributes = pendingVariant {
            pendingVariant = nil
            multivariant.variants.append(
                variant(addReference(.variant, line, mayHaveVariables: true), attributes))
        } else {
            let byteRange = try media.takeByteRange()
            try media.addSegment(
                addReference(.segment, line, byteRange: byteRange, mayHaveVariables: true))
        }
    }

    private mutating func addVariant(_ role: HLSRole, _ attributes: AttributeList) {
        guard let reference = addReference(role, attributes["URI"]) else { return }
        multivariant.variants.append(variant(reference, attributes))
    }

    private func variant(_ reference: HLSReference, _ attributes: AttributeList) -> HLSVariant {
        HLSVariant(
            reference: reference, bandwidth: number(attributes["BANDWIDTH"]),
            averageBandwidth: number(attributes["AVERAGE-BANDWIDTH"]),
            resolution: resolution(attributes["RESOLUTION"]), codecs: text(attributes["CODECS"]),
            audioGroup: text(attributes["AUDIO"]), videoGroup: text(attributes["VIDEO"]),
            subtitlesGroup: text(attributes["SUBTITLES"]))
    }

    private func resolution(_ attribute: AttributeList.Attribute?) -> HLSVariant.Resolution? {
        guard let value = attribute?.value,
            let cross = source[value].firstIndex(where: { $0 | 0x20 == UInt8(ascii: "x") }),
            let width = ASCIINumber.integer(source[value.lowerBound..<cross]),
            let height = ASCIINumber.integer(source[(cross + 1)..<value.upperBound])
        else { return nil }
        return HLSVariant.Resolution(width: width, height: height)
    }

    private mutating func addRendition(_ attributes: AttributeList) {
        let reference = addReference(.rendition, attributes["URI"])
        multivariant.renditions.append(
            HLSRendition(
                reference: reference, type: text(attributes["TYPE"]) ?? "",
                group: text(attributes["GROUP-ID"]), name: text(attributes["NAME"]),
                language: text(attributes["LANGUAGE"])))
    }

    /// A playlist is of one kind; a URI line that belongs to no tag of a multivariant one is no URI
    /// that a player asks for.
    private mutating func content() throws(NotUnderstood) -> HLSPlaylist.Content {
        if hasMultivariantTags, !media.progress.hasSegmentTags {
            let named = references
            references.removeAll()
            checkpoints.removeAll()
            for reference in named where reference.role != .segment { references.append(reference) }
            return .multivariant(multivariant)
        }
        guard media.progress.hasMediaTags, !hasMultivariantTags else { throw NotUnderstood() }
        return .media(try media.finish())
    }
}
