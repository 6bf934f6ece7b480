import Engine
import EventLoop
import LocalHTTP
import Manifests
import Origin
import Primitives

/// What comes from the origin alone, once for all players of a site.
extension PlayerProxy {
    /// False where a player's request is for itself: it may depend on more than the site's own headers.
    func giveShared(_ resource: Resource, _ answer: Answer) -> Bool {
        let asked = answer.exchange.request
        guard case .site = naming, asked.method == "GET",
            HeaderForwarding.conditions(asked.headers).isEmpty
        else { return false }
        let part = ByteRangeRequest(header: asked.first("Range"))
        let whole = SharedFiles.Subject(uri: resource.uri, part: nil)
        if let file = shared.file(whole, at: loop.now) {
            give(file, part, from: .store, answer)
            return true
        }
        guard case .closed(let first, let last)? = part, last < .max else {
            return share(whole, part, resource, answer)
        }
        let subject = SharedFiles.Subject(uri: resource.uri, part: first...last)
        return share(subject, nil, resource, answer)
    }

    func endShared() {
        for fetch in sharedFetches.values { fetch.assumeIsolated { $0.cancel() } }
        sharedFetches = [:]
        for waiter in shared.end() { waiter(nil) }
    }

    /// `part` of what is shared, or all of it.
    private func share(
        _ subject: SharedFiles.Subject, _ part: ByteRangeRequest?, _ resource: Resource,
        _ answer: Answer
    ) -> Bool {
        if let file = shared.file(subject, at: loop.now) {
            give(file, part, from: .store, answer)
            return true
        }
        guard shared.mayBeShort(subject) else { return false }
        let isFirst = shared.wait(for: subject) { [weak self] file in
            guard let self else { return answer.refuse(503) }
            assumeIsolated { player in
                guard let file else { return player.passThrough(resource, answer) }
                player.give(file, part, from: .cdn, answer)
            }
        }
        if isFirst { fetch(subject) }
        return true
    }

    private func fetch(_ subject: SharedFiles.Subject) {
        var request = OriginRequest(
            url: subject.uri.text, headers: originHeaders.headers(for: subject.uri),
            byteRange: subject.part.map { .closed($0) })
        request.acceptsAnyPart = true
        let longest = SharedFiles.longest
        let fetch = BodyFetch(atMost: longest + 1, on: loop) { response, body in
            (response.contentLength ?? body.count) > longest
        } onOutcome: { [weak self] outcome in
            self?.assumeIsolated { $0.fetched(outcome, of: subject) }
        }
        sharedFetches[subject] = fetch
        fetch.assumeIsolated { $0.begin(request, client: client) }
    }

    private func fetched(
        _ outcome: BodyFetch.Outcome, of subject: SharedFiles.Subject
    ) {
        sharedFetches[subject] = nil
        var file: SharedFiles.File?
        switch outcome {
        case .whole(let response, let body):
            count(body.count)
            // An end that may be a break is for the player to see as the origin shows it.
            guard response.contentLength == body.count || response.endIsCertain else { break }
            let found = SharedFiles.File(response: response, body: body, madeAt: loop.now)
            if response.status == (subject.part == nil ? 200 : 206) {
                shared.keep(found, as: subject, for: SharedLife.of(response))
            }
            MissingMedia.Answer(
                status: response.status, contentType: response.first("Content-Type"), body: body
            ).map { missing.note($0, at: subject.uri, at: loop.now) }
            file = found
        case .begun(_, let body):
            count(body.count)
            shared.isLong(subject)
        case .failed:
            break
        }
        for waiter in shared.ended(subject) { waiter(file) }
    }

    private func give(
        _ file: SharedFiles.File, _ part: ByteRangeRequest?, from source: AnswerSource,
        _ answer: Answer
    ) {
        let age = (loop.now - file.madeAt).components.seconds
        let more = source == .store ? [("Age", String(age))] : []
        answer.give(file.response, file.body, part, more, from: source)
    }
}
