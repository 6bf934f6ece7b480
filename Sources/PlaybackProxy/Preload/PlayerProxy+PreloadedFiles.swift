import Engine
import LocalHTTP
import Manifests
import Origin

/// Initialization segments that are fetched for a player that is still to come.
extension PlayerProxy {
    /// One that is not shorter is not kept.
    private static let longestFile = 1 << 20

    /// Fetches a file or a part of it, to be given to the player from memory, once.
    func preloadFile(at uri: ResolvedURI, _ part: ByteRange?) {
        guard part.map({ (1..<Self.longestFile).contains($0.length) }) ?? true else { return }
        let status = part == nil ? 200 : 206
        let request = request(uri, part.map { .closed($0.offset...$0.end - 1) })
        let fetch = BodyFetch(atMost: Self.longestFile, on: loop) { response, body in
            response.status != status || body.count == Self.longestFile
        } onOutcome: { [weak self] outcome in
            guard case .whole(let response, let body) = outcome, response.status == status else {
                return
            }
            self?.assumeIsolated { player in
                player.count(body.count)
                player.keep(.other(response, body), to: request, for: PreloadLife.longest)
            }
        }
        preload.fetches.append(fetch)
        fetch.assumeIsolated { $0.begin(request, client: client) }
    }

    private func request(_ uri: ResolvedURI, _ part: OriginRange?) -> OriginRequest {
        OriginRequest(url: uri.text, headers: originHeaders.headers(for: uri), byteRange: part)
    }

    /// Answers for what comes from the origin alone: from memory if it was fetched ahead, or for another.
    func file(_ resource: Resource, _ answer: Answer) {
        guard !givePreloaded(resource, answer), !giveShared(resource, answer) else { return }
        passThrough(resource, answer)
    }

    private func givePreloaded(_ resource: Resource, _ answer: Answer) -> Bool {
        let asked = answer.exchange.request
        guard !preload.fetches.isEmpty, asked.method == "GET", asked.first("If-Range") == nil
        else { return false }
        guard let part = ByteRangeRequest(header: asked.first("Range")) else {
            return givePreloaded(request(resource.uri, nil), nil, answer)
        }
        // Players ask for a file as the part of it that begins with its first byte.
        return givePreloaded(request(resource.uri, OriginRange(part)), nil, answer)
            || givePreloaded(request(resource.uri, nil), part, answer)
    }

    /// `part` of what the request was answered with, or all.
    private func givePreloaded(
        _ request: OriginRequest, _ part: ByteRangeRequest?, _ answer: Answer
    ) -> Bool {
        let ticket = playlists.assumeIsolated {
            $0.fetchKept(request) { kept in
                guard case .other(let response, let body) = kept else { return answer.refuse(502) }
                answer.give(response, body, part)
            }
        }
        return ticket != nil
    }
}

extension Answer {
    /// `part` of what the origin has answered with, or all of that; with `more` headers.
    func give(
        _ response: OriginResponse, _ body: [UInt8], _ part: ByteRangeRequest?,
        _ more: [(String, String)] = [], from source: AnswerSource = .cdn
    ) {
        var headers = HeaderForwarding.downstream(
            response.headers.map { ($0.name, $0.value) }, isRewritten: false)
        if !more.isEmpty { headers.removeAll { $0.0.lowercased() == "age" } }
        headers += more
        for name in ["Content-Type", "Content-Range", "Accept-Ranges", "ETag"] {
            if let value = response.first(name) { headers.append((name, value)) }
        }
        guard let part else { return give(response.status, headers, body, from: source) }
        guard let bytes = part.resolved(against: body.count) else {
            return give(416, [("Content-Range", ContentRange.unsatisfied(body.count))], [])
        }
        headers.append(("Content-Range", ContentRange.header(bytes, of: body.count)))
        give(206, headers, Array(body[bytes]), from: source)
    }
}
