import Engine
import LocalHTTP
import Manifests
import Origin
import Primitives

/// Ranges of a file that are not one of the segments that HLS lists of it: more of them, or all.
extension PlayerProxy {
    /// Of more segments no map is made; nobody waits for that.
    private static let mostSegments = 10_000

    /// Answers with each stretch from where it is, if the file is one to which nothing is added.
    func stretch(of resource: Resource, _ answer: Answer) {
        guard answer.exchange.request.method == "GET", let file = resources.file(resource),
            file.isComplete, file.segments.count <= Self.mostSegments,
            !file.segments.values.contains(where: { partTracks.contains($0.track) })
        else { return passThrough(resource, answer) }
        if let head = file.head { return give(file, head, resource, answer) }
        let uri = resource.uri
        // One byte tells of all of it.
        let fetch = BodyFetch.bytes(
            1, at: 0, of: uri.text, headers: originHeaders.headers(for: uri), client: client,
            on: loop
        ) { [weak self] response, body in
            guard let self else { return answer.refuse(502) }
            assumeIsolated { player in
                player.count(body.count)
                if let response { player.learnHead(of: resource, from: response) }
                guard let file = player.resources.file(resource), let head = file.head else {
                    return player.passThrough(resource, answer)
                }
                player.give(file, head, resource, answer)
            }
        }
        answer.exchange.onClosed { _ in fetch.assumeIsolated { $0.cancel() } }
    }

    /// Notes what an answer to a range tells of its file.
    func learnHead(of resource: Resource, from response: OriginResponse) {
        guard let length = response.contentRange?.total else { return }
        resources.file(
            resource,
            has: SegmentedFile.Head(length: length, headers: Self.headers(of: response)))
    }

    private func give(
        _ file: SegmentedFile, _ head: SegmentedFile.Head, _ resource: Resource, _ answer: Answer
    ) {
        let places = file.segments.filter { bytes, segment in
            bytes.upperBound <= head.length && knows(segment, at: resource.uri, bytes)
        }
        let map = SegmentedFileMap(
            length: head.length, headers: head.headers,
            places: places.map { (bytes: $0.key, segment: $0.value) })
        give(map, at: resource.uri, answer)
    }
}
