import EventLoop
import Origin
import Primitives
import SwarmCore

/// Fetches one segment from the origin once more, and holds what comes against what peers gave.
actor SegmentAudit {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    enum Outcome: Hashable, Sendable {
        case agrees
        /// The origin serves this.
        case differs([UInt8])
        /// The origin did not give all of it, or of another version of the file.
        case unknown
    }

    private nonisolated let loop: UVEventLoop
    private let delivered: [UInt8]
    private let fetch: Fetch
    private let onEnd: @Sendable (_ outcome: Outcome, _ bytes: Int) -> Void
    private var handle: OriginFetch?
    private var isMedia = false
    private var body: [UInt8] = []

    /// `onEnd` is called once, with how many bytes came, unless the audit is cancelled.
    init(
        of delivered: [UInt8], at place: TrackDescription.Segment, on loop: UVEventLoop,
        onEnd: @escaping @Sendable (_ outcome: Outcome, _ bytes: Int) -> Void
    ) {
        self.delivered = delivered
        self.loop = loop
        self.onEnd = onEnd
        fetch = Fetch(
            number: 0, place: place, start: 0, end: nil, offset: 0, reason: .audit)
    }

    func begin(headers: [OriginHeader], client: OriginClient) {
        handle = client.fetch(fetch.request(headers: headers)) { event in
            self.assumeIsolated { $0.received(event) }
        }
    }

    func cancel() {
        handle?.cancel()
        handle = nil
    }

    private func received(_ event: OriginEvent) {
        switch event {
        case .response(let response):
            isMedia =
                (response.status == 200 || response.status == 206)
                && !fetch.isOfOtherVersion(response)
            guard isMedia else { return end(.unknown) }
        case .body(let bytes):
            unsafe body.append(contentsOf: bytes)
        case .finished:
            end(body == delivered ? .agrees : .differs(body))
        case .failed:
            end(.unknown)
        }
    }

    private func end(_ outcome: Outcome) {
        cancel()
        onEnd(outcome, body.count)
    }
}
