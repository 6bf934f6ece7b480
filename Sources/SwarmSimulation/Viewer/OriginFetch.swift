import SwarmCore

/// One request of the CDN that is under way.
struct OriginFetch: Sendable {
    let number: UInt32
    let segment: SegmentNumber
    let offset: Int
    /// One past the last byte that was asked for.
    let end: Int
    let reason: OriginReason
    var received = 0
    var isAnswered = false
}
