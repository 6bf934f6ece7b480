/// Hears an MPD element by element, and notes its URIs and what it says of segments.
final class DASHBuilder: XMLHandler {
    private enum Frame {
        case manifest
        case period
        case adaptationSet
        case representation
        case segments
        case timeline
        /// An element whose text is a URI.
        case uri(DASHReference.Role, start: Int, scope: Int)
        case other
    }

    struct Period {
        let scope: Int
        let id: String?
        let start: Duration?
        let duration: Duration?
    }

    struct Representation {
        let scope: Int
        let period: Int
        let id: String
        let bandwidth: Int?
        let type: String?
    }

    /// What no real MPD comes near to.
    private static let mostRepresentations = 4_096
    private static let mostScopes = 20_000

    private let source: [UInt8]
    private var frames: [Frame] = []
    private var scope = 0
    private var period = 0
    private var segments: DASHSegmentInfo?
    private var text: [UInt8] = []
    /// What the adaptation set says of all that is in it.
    private var type: String?

    private(set) var header = DASHHeader()
    private(set) var scopes: [DASHScope] = []
    private(set) var periods: [Period] = []
    private(set) var representations: [Representation] = []
    private(set) var references: [DASHReference] = []
    /// The adaptation sets of pictures to find a place by.
    private(set) var previews: Set<Int> = []

    init(_ source: [UInt8]) { self.source = source }

    // MARK: - What is heard

    func began(_ tag: XMLTag) -> Bool {
        guard let frame = frame(for: tag) else { return false }
        frames.append(frame)
        for attribute in tag.attributes where attribute.name == "xlink:href" {
            note("xlink:href", .direct, of: tag)
        }
        return true
    }

    func read(text more: UnsafeBufferPointer<UInt8>) {
        guard case .uri = frames.last, text.count + more.count <= 2 * ResolvedURI.longest
        else { return }
        unsafe text.append(contentsOf: more)
    }

    func ended(at position: Int) {
        switch frames.popLast() {
        case .period, .adaptationSet, .representation:
            scope = scopes[scope].parent ?? 0
        case .segments:
            scopes[scope].segments = segments
            segments = nil
        case .uri(let role, let start, let scope):
            noteText(role, start..<max(start, position), scope)
        case .manifest, .timeline, .other, nil:
            break
        }
    }

    /// Nil where the document is none that can be read.
    private func frame(for tag: XMLTag) -> Frame? {
        switch frames.last {
        case nil:
            guard tag.name == "MPD" else { return nil }
            header = DASHHeader(tag)
            return open(.manifest)
        case .manifest: return inManifest(tag)
        case .period: return inPeriod(tag)
        case .adaptationSet: return inAdaptationSet(tag)
        case .representation: return shared(tag)
        case .segments: return inSegments(tag)
        case .timeline:
            if tag.name == "S" { segments?.takeRun(tag) } else { segments?.isBroken = true }
            return .other
        case .uri, .other: return .other
        }
    }

    private func open(_ frame: Frame) -> Frame? {
        guard scopes.count < Self.mostScopes else { return nil }
        scopes.append(DASHScope(parent: scopes.isEmpty ? nil : scope))
        scope = scopes.count - 1
        return frame
    }

    private func inManifest(_ tag: XMLTag) -> Frame? {
        switch tag.name {
        case "Period":
            period = periods.count
            let frame = open(.period)
            periods.append(
                Period(
                    scope: scope, id: tag["id"], start: tag["start"].flatMap(DASHTime.duration),
                    duration: tag["duration"].flatMap(DASHTime.duration)))
            return frame
        case "BaseURL": return uri(.base, tag)
        case "Location": return uri(.location, tag)
        case "PatchLocation": return uri(.patch, tag)
        case "ContentSteering": return uri(.direct, tag)
        case "UTCTiming":
            if tag["schemeIdUri"]?.contains(":http-") == true { note("value", .direct, of: tag) }
            return .other
        case "ProgramInformation":
            note("moreInformationURL", .direct, of: tag)
            return .other
        case "EssentialProperty": return shared(tag)
        case _: return .other
        }
    }

    private func inPeriod(_ tag: XMLTag) -> Frame? {
        switch tag.name {
        case "AdaptationSet":
            type = tag["contentType"] ?? tag["mimeType"]
            return open(.adaptationSet)
        case "ImportedMPD": return uri(.direct, tag)
        case _: return shared(tag)
        }
    }

    private func inAdaptationSet(_ tag: XMLTag) -> Frame? {
        guard tag.name == "Representation" else { return shared(tag) }
        guard representations.count < Self.mostRepresentations, let frame = open(.representation)
        else { return nil }
        representations.append(
            Representation(
                scope: scope, period: period, id: tag["id"] ?? "",
                bandwidth: tag["bandwidth"].flatMap {
                    ASCIINumber.integer(Array($0.utf8)[...])
                },
                type: type ?? tag["mimeType"]))
        return frame
    }

    /// What may stand at each of the levels.
    private func shared(_ tag: XMLTag) -> Frame {
        switch tag.name {
        case "BaseURL": return uri(.base, tag)
        case "SegmentTemplate": return open(.template, tag)
        case "SegmentList": return open(.list, tag)
        case "SegmentBase": return open(.base, tag)
        // Parameters that a player has to add to what it asks for.
        case "EssentialProperty" where tag["schemeIdUri"]?.contains("urlparam") == true:
            header.hasURLParameters = true
            return .other
        case "EssentialProperty" where tag["schemeIdUri"]?.contains("trickmode") == true:
            previews.insert(scope)
            return .other
        case _: return .other
        }
    }

    private func open(_ kind: DASHSegmentInfo.Kind, _ tag: XMLTag) -> Frame {
        var info = DASHSegmentInfo(kind: kind)
        info.take(tag)
        if kind == .template {
            info.media = note("media", .template, of: tag)
            info.initialization = note("initialization", .template, of: tag)
            for name in ["index", "bitstreamSwitching"] {
                if let reference = note(name, .template, of: tag) { info.others.append(reference) }
            }
        }
        segments = info
        return .segments
    }

    private func inSegments(_ tag: XMLTag) -> Frame {
        switch tag.name {
        case "SegmentTimeline":
            segments?.timeline = DASHTimeline()
            return .timeline
        case "SegmentURL":
            let media = note("media", .resource, of: tag)
            let range = tag["mediaRange"].map { DASHSegmentInfo.range($0) }
            segments?.urls.append(DASHSegmentInfo.URL(media: media, range: range ?? nil))
            if case .some(nil) = range { segments?.isBroken = true }
            noteOther("index", of: tag)
        case "Initialization":
            segments?.initialization = note("sourceURL", .resource, of: tag)
            segments?.initRange = tag["range"].flatMap(DASHSegmentInfo.range)
        case "RepresentationIndex":
            noteOther("sourceURL", of: tag)
            if tag["sourceURL"] != nil { segments?.hasIndexFile = true }
        case "BitstreamSwitching":
            noteOther("sourceURL", of: tag)
        case _: break
        }
        return .other
    }

    // MARK: - URIs

    private func uri(_ role: DASHReference.Role, _ tag: XMLTag) -> Frame {
        text.removeAll(keepingCapacity: true)
        return .uri(role, start: tag.range.upperBound, scope: scope)
    }

    private func noteOther(_ name: String, of tag: XMLTag) {
        guard let reference = note(name, .resource, of: tag) else { return }
        segments?.others.append(reference)
    }

    @discardableResult
    private func note(_ name: String, _ role: DASHReference.Role, of tag: XMLTag) -> Int? {
        guard let index = tag.attributes.firstIndex(where: { $0.name == name }) else { return nil }
        let ranges = tag.valueRanges(in: source)
        guard index < ranges.count else { return nil }
        return append(role, ranges[index], tag.attributes[index].value, scope)
    }

    private func noteText(_ role: DASHReference.Role, _ range: Range<Int>, _ scope: Int) {
        // An empty-element tag ends where it begins.
        guard range.upperBound <= source.count else { return }
        guard
            let index = append(
                role, range, String(decoding: text, as: UTF8.self), scope)
        else { return }
        if role == .base { scopes[scope].bases.append(index) }
    }

    private func append(
        _ role: DASHReference.Role, _ range: Range<Int>, _ text: String, _ scope: Int
    ) -> Int? {
        guard text.utf8.count <= ResolvedURI.longest else { return nil }
        var range = range
        while let first = source[range].first, first <= 0x20 { range.removeFirst() }
        while let last = source[range].last, last <= 0x20 { range.removeLast() }
        let words = Array(text.utf8)[...].drop { $0 <= 0x20 }
        let end = words.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? words.startIndex
        references.append(
            DASHReference(
                role: role, range: range, text: String(decoding: words[..<end], as: UTF8.self),
                scope: scope))
        return references.count - 1
    }
}
