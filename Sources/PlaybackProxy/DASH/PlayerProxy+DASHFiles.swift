import Engine
import LocalHTTP
import Manifests
import Origin
import Primitives

extension PlayerProxy {
    /// A longer head is no index of a file that plays well.
    private static let longestHead = 4 << 20

    /// Learns what the file of a track consists of, once; nil if it has to be passed through.
    func openFile(
        of track: TrackID, _ manifest: Resource,
        onOpen: @escaping @Sendable (SegmentedFileMap?) -> Void
    ) {
        switch dash.files[track] {
        case .open(let map)?: return onOpen(map)
        case .closed?: return onOpen(nil)
        case .opening(let waiting)?: dash.files[track] = .opening(waiting + [onOpen])
        case nil:
            guard let (file, base) = dash.manifests[manifest]?.file(of: track),
                (1...Self.longestHead).contains(file.headLength)
            else {
                dash.files[track] = .closed
                return onOpen(nil)
            }
            dash.files[track] = .opening([onOpen])
            let uri = file.uris[base]
            _ = BodyFetch.bytes(
                file.headLength, at: 0, of: uri.text, headers: originHeaders.headers(for: uri),
                client: client, on: loop
            ) { [weak self] response, body in
                self?.assumeIsolated { $0.opened(file, of: track, manifest, response, body) }
            }
        }
    }

    private func opened(
        _ file: DASHFile, of track: TrackID, _ manifest: Resource, _ response: OriginResponse?,
        _ head: [UInt8]
    ) {
        guard case .opening(let waiting)? = dash.files[track] else { return }
        count(head.count)
        var map: SegmentedFileMap?
        if let response, response.status == 206, head.count == file.headLength,
            let length = response.contentRange?.total
        {
            map = SegmentedFileMap(
                head: head, length: length, headers: Self.headers(of: response),
                segments: file.allSegments(head: head), track: track)
        }
        // No answer is over in a moment; anything else stays as it is.
        dash.files[track] = map.map { .open($0) } ?? (response == nil ? nil : .closed)
        if let map, let description = dash.manifests[manifest]?.describe(track, file: map) {
            dash.described.insert(track)
            session.assumeIsolated { $0.describe(description) }
        }
        for onOpen in waiting { onOpen(map) }
    }

    static func headers(of response: OriginResponse) -> [(String, String)] {
        HeaderForwarding.downstream(
            response.headers.map { ($0.name, $0.value) }, isRewritten: false)
            + ["Content-Type", "ETag", "Last-Modified"].compactMap { name in
                response.first(name).map { (name, $0) }
            }
    }

    /// Answers with any part of a file.
    func give(_ map: SegmentedFileMap?, at uri: ResolvedURI, _ answer: Answer) {
        guard let map else { return passThrough(.file(uri), answer) }
        let request = answer.exchange.request
        let isRange = request.first("If-Range").map { $0 == map.entityTag } ?? true
        let range = isRange ? ByteRangeRequest(header: request.first("Range")) : nil
        var headers = map.headers + [("Accept-Ranges", "bytes")]
        var bytes = 0..<map.length
        if let range {
            guard let part = range.resolved(against: map.length) else {
                return answer.give(
                    416, [("Content-Range", ContentRange.unsatisfied(map.length))], [])
            }
            bytes = part
            headers.append(("Content-Range", ContentRange.header(part, of: map.length)))
        }
        let response = FilePartResponse(
            map, bytes,
            FilePartResponse.Sources(
                session: session, client: client,
                request: OriginRequest(url: uri.text, headers: originHeaders.headers(for: uri)),
                onBytes: { [weak self] bytes in self?.assumeIsolated { $0.count(bytes) } }),
            answer: answer, on: loop)
        response.assumeIsolated { $0.begin(status: range == nil ? 200 : 206, headers: headers) }
    }
}
