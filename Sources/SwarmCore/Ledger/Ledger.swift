package import Primitives

/// The account of every byte: from where, why, and whether it was of use.
///
/// All totals only grow. What is received for a segment stays on that segment's account until the
/// segment is completed or abandoned, and then has to add up.
package struct Ledger: Sendable {
    package enum Source: Hashable, Sendable {
        case peer
        case origin(OriginReason)
        /// Bytes that an earlier session had left on disk.
        case store
    }

    /// Whether bytes may come from peers at all.
    package enum Eligibility: Hashable, Sendable {
        case eligible
        /// Playlists, keys, and segments that differ from viewer to viewer.
        case ineligible
    }

    package private(set) var peerBytes = 0
    package private(set) var storeBytes = 0
    package private(set) var ineligibleOriginBytes = 0
    package private(set) var uploadedBytes = 0
    /// Bytes that a player read, whatever their source.
    package private(set) var deliveredBytes = 0
    /// Bytes of messages that carry no media, in both directions.
    package private(set) var controlBytes = 0
    package private(set) var completedSegments = 0
    package private(set) var completedBytes = 0
    /// Segments of which the origin's bytes were not those that somebody had vouched for.
    package private(set) var disputedSegments = 0
    /// Segments of peers that the origin was asked for once more.
    package private(set) var auditedSegments = 0
    private var originBytesByReason: [OriginReason: Int] = [:]
    private var wastedBytesByReason: [WasteReason: Int] = [:]
    /// Few are open at a time: a search costs less than a hash.
    private var openAccounts: [OpenAccount] = []

    /// How long players waited for segments.
    package private(set) var waits = SegmentWaits()

    private struct OpenAccount {
        let segment: SegmentID
        var bytes: Int
        var sources: SegmentWaits.Sources
    }

    package init() {}

    /// Reads what the next bytes will need; nothing depends on what is returned.
    package mutating func readAhead() -> Int { openAccounts.count }

    /// Bytes of a segment that nobody had delivered before.
    package mutating func received(
        _ bytes: Int, of segment: SegmentID, from source: Source,
        _ eligibility: Eligibility = .eligible
    ) {
        if let place = openAccounts.firstIndex(where: { $0.segment == segment }) {
            openAccounts[place].bytes += bytes
            openAccounts[place].sources.insert(source.kind)
        } else {
            openAccounts.append(
                OpenAccount(segment: segment, bytes: bytes, sources: source.kind))
        }
        switch source {
        case .peer: peerBytes += bytes
        case .store: storeBytes += bytes
        case .origin(let reason):
            originBytesByReason[reason, default: 0] += bytes
            if eligibility == .ineligible { ineligibleOriginBytes += bytes }
        }
    }

    /// Bytes of the origin that belong to no segment: playlists and keys.
    package mutating func passedThrough(_ bytes: Int) {
        originBytesByReason[.notShareable, default: 0] += bytes
        ineligibleOriginBytes += bytes
    }

    package mutating func wasted(_ bytes: Int, _ reason: WasteReason) {
        wastedBytesByReason[reason, default: 0] += bytes
    }

    /// Bytes of the origin that were held against those of peers, and are nobody's.
    package mutating func audited(_ bytes: Int) {
        auditedSegments += 1
        originBytesByReason[.audit, default: 0] += bytes
        ineligibleOriginBytes += bytes
    }

    package mutating func disputed() { disputedSegments += 1 }

    package mutating func delivered(_ bytes: Int) { deliveredBytes += bytes }

    package mutating func uploaded(_ bytes: Int) { uploadedBytes += bytes }

    package mutating func control(_ bytes: Int) { controlBytes += bytes }

    /// A player asks for a segment, which is here or is not.
    package mutating func asked(for segment: SegmentID, isHere: Bool, at now: Moment) {
        waits.asked(for: segment, isHere: isHere, at: now)
    }

    /// No player waits for a segment any more.
    package mutating func released(_ segment: SegmentID) { waits.released(segment) }

    /// Closes a segment's account; false when its bytes do not add up to its length.
    package mutating func completed(_ segment: SegmentID, length: Int, at now: Moment) -> Bool {
        if let account = openAccounts.first(where: { $0.segment == segment }) {
            waits.completed(segment, from: account.sources, at: now)
        }
        return completed(segment, length: length)
    }

    /// The same where nobody asks how long it took.
    package mutating func completed(_ segment: SegmentID, length: Int) -> Bool {
        completedSegments += 1
        completedBytes += length
        return close(segment) == length
    }

    /// Closes the account of a segment that is not going to be completed.
    package mutating func abandoned(_ segment: SegmentID) {
        guard let bytes = close(segment) else { return }
        wasted(bytes, .cancelled)
    }

    private mutating func close(_ segment: SegmentID) -> Int? {
        openAccounts.firstIndex { $0.segment == segment }
            .map { openAccounts.remove(at: $0).bytes }
    }
}

extension Ledger.Source {
    fileprivate var kind: SegmentWaits.Sources {
        switch self {
        case .peer: .peer
        case .origin: .origin
        case .store: .store
        }
    }
}

extension Ledger {
    package var originBytes: Int { originBytesByReason.values.reduce(0, +) }

    package var wastedBytes: Int { wastedBytesByReason.values.reduce(0, +) }

    package func originBytes(_ reason: OriginReason) -> Int { originBytesByReason[reason] ?? 0 }

    package func wastedBytes(_ reason: WasteReason) -> Int { wastedBytesByReason[reason] ?? 0 }

    /// Share of peers in all bytes received, from 0 to 1.
    package var offload: Double { share(of: peerBytes + originBytes) }

    /// Share of peers in the bytes that could have come from peers.
    package var eligibleOffload: Double {
        share(of: peerBytes + originBytes - ineligibleOriginBytes)
    }

    private func share(of total: Int) -> Double {
        total > 0 ? Double(peerBytes) / Double(total) : 0
    }
}
