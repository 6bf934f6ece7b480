package import EventLoop
package import Origin
package import Primitives
package import SwarmCore

/// Carries out the schedule's fetches: bytes of the origin go into the store as they come.
package actor SegmentOrigin {
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    /// What this actor asks of the ones around it; all on the loop.
    package struct Links: Sendable {
        /// The place of a segment at the origin, and the headers that go with it.
        package let request: @Sendable (SegmentID) -> OriginPlace?
        package let onEvent: @Sendable (SegmentID, Event) -> Void
    }

    package enum Event: Sendable {
        /// The origin answered; the length is that of the whole segment, where it is known.
        case started(length: Int?)
        /// So many bytes since the fetch's offset; `fresh` of the last ones were new to the store.
        case received(total: Int, latest: Int, fresh: Int, reason: OriginReason)
        /// The segment's end was reached; `certain` tells a whole from what may have been cut, and `digest`
        /// what the origin says of the whole.
        case finished(certain: Bool, digest: ReprDigest?)
        case failed(retryAfter: Duration?)
        /// The origin's bytes contradict the segment's proof, or bytes that were there.
        case contradicted
    }

    private nonisolated let loop: UVEventLoop
    private let client: OriginClient
    private let store: SegmentStore
    private let links: Links
    private var fetches: [SegmentID: Fetch] = [:]
    private var retries: [SegmentID: OriginRetry] = [:]
    private var nextFetch = 0

    package init(client: OriginClient, store: SegmentStore, links: Links, on loop: UVEventLoop) {
        self.client = client
        self.store = store
        self.links = links
        self.loop = loop
    }

    func isFetching(_ segment: SegmentID) -> Bool { fetches[segment] != nil }

    /// Fetches the segment from `offset` to before `end`, or to its own end.
    package func fetch(_ segment: SegmentID, offset: Int, end: Int?, reason: OriginReason) {
        begin(segment, from: offset, to: end, of: offset, reason: reason)
    }

    /// Fetches from `start` on, for a decision that named `offset`.
    private func begin(
        _ segment: SegmentID, from start: Int, to end: Int?, of offset: Int, reason: OriginReason
    ) {
        cancel(segment)
        if store.assumeIsolated({ $0.completeLength(of: segment) }) != nil {
            // All bytes had come before the fetch's own end was lost.
            return links.onEvent(segment, .finished(certain: false, digest: nil))
        }
        guard let place = links.request(segment), place.segment.byteRange?.count ?? .max > start
        else {
            // The playlist's window moved on between the decision and now.
            store.assumeIsolated { $0.fail(segment, .unreachable) }
            return links.onEvent(segment, .failed(retryAfter: nil))
        }
        nextFetch += 1
        let number = nextFetch
        var fetch = Fetch(
            number: number, place: place.segment, start: start, end: end, offset: offset,
            reason: reason)
        store.assumeIsolated { $0.retry(segment) }
        let request = fetch.request(headers: place.headers)
        fetch.handle = client.fetch(place.note?.added(to: request) ?? request) {
            [weak self] event in
            self?.assumeIsolated { $0.received(event, of: segment, fetch: number) }
        }
        fetches[segment] = fetch
    }

    package func cancel(_ segment: SegmentID) {
        fetches.removeValue(forKey: segment)?.handle?.cancel()
    }

    package func close() {
        for segment in fetches.keys { cancel(segment) }
    }

    private func received(_ event: OriginEvent, of segment: SegmentID, fetch number: Int) {
        guard var fetch = fetches[segment], fetch.number == number else { return }
        switch event {
        case .response(let response) where fetch.isOfOtherVersion(response):
            cancel(segment)
            failed(segment, .impossible, .otherVersion)
        case .response(let response):
            let length = fetch.answered(response)
            fetches[segment] = fetch
            guard fetch.isMedia else { return }
            if let length, !store.assumeIsolated({ $0.lengthKnown(length, of: segment) }) {
                contradicted(segment)
            } else {
                links.onEvent(segment, .started(length: length))
            }
        case .body(let bytes):
            unsafe receivedBody(BorrowedBytes(bytes), of: segment, fetch)
        case .finished:
            finished(segment, fetch)
        case .failed(.rangeIgnored) where fetch.start > 0 && fetch.place.byteRange == nil:
            // An origin without ranges can only be asked for the whole; what is there is skipped.
            begin(segment, from: 0, to: nil, of: fetch.offset, reason: fetch.reason)
        case .failed(let error) where fetch.isOfOtherVersion(error):
            fetches[segment] = nil
            failed(segment, .impossible, .otherVersion)
        case .failed(let error):
            fetches[segment] = nil
            failed(segment, error.isPassing ? .interrupted : .impossible, .unreachable)
        }
    }

    private func receivedBody(
        _ bytes: BorrowedBytes, of segment: SegmentID, _ fetch: Fetch
    ) {
        var fetch = fetch
        guard fetch.isMedia else {
            fetch.keepErrorBody(bytes)
            fetches[segment] = fetch
            return
        }
        let offset = fetch.start + fetch.received
        fetch.received += bytes.count
        fetches[segment] = fetch
        let written = store.assumeIsolated { $0.originWrote(bytes, at: offset, of: segment) }
        guard let fresh = written else { return contradicted(segment) }
        links.onEvent(
            segment,
            .received(
                total: fetch.receivedPastOffset, latest: bytes.count, fresh: fresh,
                reason: fetch.reason))
    }

    private func finished(_ segment: SegmentID, _ fetch: Fetch) {
        fetches[segment] = nil
        guard fetch.isMedia else {
            failed(segment, .answered(status: fetch.status), fetch.failure)
            return
        }
        retries[segment] = nil
        let end = fetch.start + fetch.received
        // A fetch of a part says nothing of the whole.
        guard fetch.end != nil || store.assumeIsolated({ $0.lengthKnown(end, of: segment) }) else {
            contradicted(segment)
            return
        }
        links.onEvent(segment, .finished(certain: fetch.endIsCertain, digest: fetch.digest))
    }

    private func failed(
        _ segment: SegmentID, _ failure: OriginRetry.Failure, _ final: SegmentFailure
    ) {
        let pause = retries[segment, default: OriginRetry()].failed(failure, at: loop.now)
        if pause == nil {
            retries[segment] = nil
            store.assumeIsolated { $0.fail(segment, final) }
        }
        links.onEvent(segment, .failed(retryAfter: pause))
    }

    private func contradicted(_ segment: SegmentID) {
        cancel(segment)
        links.onEvent(segment, .contradicted)
    }
}
