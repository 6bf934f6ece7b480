/// Puts together what the levels of an MPD say of one representation.
struct DASHComposer {
    private let scopes: [DASHScope]
    private let references: [DASHReference]
    private let bases: [[ResolvedURI]]
    private let periods: [DASHPeriodTimes?]
    private let periodNames: [String]
    private let previews: Set<Int>

    init(_ builder: DASHBuilder, bases: [[ResolvedURI]]) {
        scopes = builder.scopes
        references = builder.references
        self.bases = bases
        previews = builder.previews
        periods = Self.times(of: builder.periods, builder.header)
        periodNames = builder.periods.enumerated().map { $1.id ?? "#\($0)" }
    }

    func representation(_ draft: DASHBuilder.Representation) -> DASHRepresentation {
        let bases = bases[draft.scope]
        let info = info(at: draft.scope)
        var media = DASHRepresentation.Media.other
        var identity: ResolvedURI?
        if let info, !info.isBroken, let period = periods[draft.period] {
            switch info.kind {
            case .template:
                (media, identity) = template(info, draft, period) ?? (.other, nil)
            case .list:
                (media, identity) = list(info, draft, period) ?? (.other, nil)
            case .base:
                (media, identity) = file(info, draft, period) ?? (.other, nil)
            }
        }
        return DASHRepresentation(
            id: draft.id, bandwidth: draft.bandwidth, bases: bases,
            identity: identity,
            period: draft.period, kind: kind(of: draft),
            initSegment: info.flatMap { initSegment($0, draft, media) }, media: media,
            others: others(info, draft))
    }

    private func kind(of draft: DASHBuilder.Representation) -> DASHRepresentation.Kind {
        if let set = scopes[draft.scope].parent, previews.contains(set) { return .previews }
        switch draft.type?.prefix(while: { $0 != "/" }) {
        case "audio": return .audio
        case "text": return .subtitles
        case "image": return .previews
        case _: return .main
        }
    }

    private func info(at scope: Int) -> DASHSegmentInfo? {
        let outer = scopes[scope].parent.flatMap { info(at: $0) }
        return scopes[scope].segments?.inheriting(outer) ?? outer
    }

    // MARK: - Kinds of media

    private typealias Composed = (DASHRepresentation.Media, ResolvedURI?)

    private func template(
        _ info: DASHSegmentInfo, _ draft: DASHBuilder.Representation, _ period: DASHPeriodTimes
    ) -> Composed? {
        guard let media = info.media, let counting = DASHCounting(info, period) else { return nil }
        let uris = bases[draft.scope].compactMap { uri(references[media], draft, $0) }
        let templates = uris.compactMap { DASHTemplate($0.text) }
        guard let template = templates.first, templates.count == bases[draft.scope].count,
            template.usesNumber || template.usesTime
        else { return nil }
        var slotExponent: Int?
        if !template.usesNumber {
            guard let typical = counting.typicalDuration else { return nil }
            slotExponent = DASHTemplateMedia.slotExponent(for: typical)
        }
        let composed = DASHTemplateMedia(
            templates: templates, counting: counting, startNumber: info.startNumber ?? 1,
            endNumber: info.endNumber, earliness: info.earliness ?? .zero,
            slotExponent: slotExponent)
        let name = slotExponent.map { "time\($0)" } ?? "number"
        return (.template(composed), uris.first?.appendingToPath("/\(name)"))
    }

    private func list(
        _ info: DASHSegmentInfo, _ draft: DASHBuilder.Representation, _ period: DASHPeriodTimes
    ) -> Composed? {
        // Without a number, what moves through a list is another segment each time.
        guard !info.urls.isEmpty, info.startNumber != nil || !period.isDynamic,
            let counting = DASHCounting(info, period)
        else { return nil }
        let segments = segments(info, counting)
        let uris = bases[draft.scope].map { base in
            info.urls.compactMap { url in
                url.media.map { base.resolving(references[$0].text) } ?? base
            }
        }
        guard let first = uris.first, uris.allSatisfy({ $0.count == info.urls.count }) else {
            return nil
        }
        if info.urls.contains(where: { $0.range != nil }) {
            guard first.allSatisfy({ $0 == first[0] }), let head = Self.head(of: info) else {
                return nil
            }
            let file = DASHFile(
                uris: uris.map { $0[0] }, indexRange: nil, segments: segments,
                start: period.start, headLength: head)
            return (.file(file), first[0].appendingToPath("/ranges"))
        }
        let name = "/list/\(periodNames[draft.period])/\(draft.id)"
        let identity = bases[draft.scope].first?.appendingToPath(name)
        return (.list(DASHListMedia(segments: segments, uris: uris)), identity)
    }

    private func segments(_ info: DASHSegmentInfo, _ counting: DASHCounting) -> [DASHSegment] {
        let (course, _) = counting.places(
            at: nil, earliness: .zero, asked: UInt64(info.urls.count - 1))
        return info.urls.indices.prefix(Int(DASHCounting.most)).compactMap { index in
            let (number, overflow) = (info.startNumber ?? 1)
                .addingReportingOverflow(UInt64(index))
            guard !overflow, let times = counting.segment(at: UInt64(index), of: course)
            else { return nil }
            return DASHSegment(
                number: number, start: counting.start(times.time),
                duration: counting.ticks.duration(times.duration),
                byteRange: info.urls[index].range, name: .entry(index))
        }
    }

    private func file(
        _ info: DASHSegmentInfo, _ draft: DASHBuilder.Representation, _ period: DASHPeriodTimes
    ) -> Composed? {
        guard let index = info.indexRange, !info.hasIndexFile, !period.isDynamic,
            info.initialization == nil, let uri = bases[draft.scope].first
        else { return nil }
        let file = DASHFile(
            uris: bases[draft.scope], indexRange: index, segments: [], start: period.start,
            headLength: max(index.end, info.initRange?.end ?? 0))
        return (.file(file), uri.appendingToPath("/index"))
    }

    /// What comes before the first segment of a list of ranges; nil if they are not in order.
    private static func head(of info: DASHSegmentInfo) -> Int? {
        var end: Int?
        for url in info.urls {
            guard let range = url.range, range.length > 0, range.offset >= end ?? 0 else {
                return nil
            }
            end = range.end
        }
        return info.urls.first?.range?.offset
    }

    // MARK: - URLs

    private func others(
        _ info: DASHSegmentInfo?, _ draft: DASHBuilder.Representation
    ) -> [ResolvedURI] {
        let named = (info?.others ?? []) + [info?.initialization].compactMap { $0 }
        return bases[draft.scope]
            + bases[draft.scope].flatMap { base in
                named.compactMap { fixedURI(references[$0], draft, base) }
            }
    }

    private func initSegment(
        _ info: DASHSegmentInfo, _ draft: DASHBuilder.Representation,
        _ media: DASHRepresentation.Media
    ) -> DASHInitSegment? {
        guard let base = bases[draft.scope].first else { return nil }
        if let index = info.initialization {
            return fixedURI(references[index], draft, base)
                .map { DASHInitSegment(uri: $0, byteRange: info.initRange) }
        }
        if case .file = media { return nil }
        return info.initRange.map { DASHInitSegment(uri: base, byteRange: $0) }
    }

    /// Nil for what is another resource with each segment.
    private func fixedURI(
        _ reference: DASHReference, _ draft: DASHBuilder.Representation, _ base: ResolvedURI
    ) -> ResolvedURI? {
        guard let uri = uri(reference, draft, base) else { return nil }
        guard uri.text.contains("$") else { return uri }
        guard let template = DASHTemplate(uri.text), !template.usesTime, !template.usesNumber
        else { return nil }
        return ResolvedURI(template.expanded(number: 0, time: 0))
    }

    /// The whole of a template, where a `$` of anything else than a variable is doubled.
    private func uri(
        _ reference: DASHReference, _ draft: DASHBuilder.Representation, _ base: ResolvedURI
    ) -> ResolvedURI? {
        guard reference.role == .template else {
            return base.resolving(reference.text)
                .flatMap { ResolvedURI($0.text.replacing("$", with: "$$")) }
        }
        let text = DASHTemplate.replacingOwn(
            in: reference.text, representation: draft.id, bandwidth: draft.bandwidth)
        return ResolvedURI(base.text.replacing("$", with: "$$"))?.resolving(text)
    }

    // MARK: - Periods

    /// Nil for a period whose start nothing tells.
    private static func times(
        of periods: [DASHBuilder.Period], _ header: DASHHeader
    ) -> [DASHPeriodTimes?] {
        var starts: [Duration?] = []
        for (index, period) in periods.enumerated() {
            let last = index > 0 ? starts[index - 1] : nil
            let length = index > 0 ? periods[index - 1].duration : nil
            let first: Duration? = index == 0 ? .zero : nil
            starts.append(
                period.start ?? last.flatMap { start in length.map { start + $0 } } ?? first)
        }
        return periods.enumerated().map { index, period in
            starts[index].map { start in
                let end =
                    index + 1 < periods.count
                    ? starts[index + 1] : header.isDynamic ? nil : header.duration
                let length = period.duration ?? end.map { max(.zero, $0 - start) }
                return DASHPeriodTimes(
                    start: start, length: length, isDynamic: header.isDynamic,
                    availabilityStart: header.availabilityStart,
                    windowLength: header.windowLength)
            }
        }
    }
}
