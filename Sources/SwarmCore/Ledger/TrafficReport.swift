/// The bytes of a ledger that were told to somebody, who wants to hear of each byte once.
package struct TrafficReport: Hashable, Sendable {
    package private(set) var peerBytes = 0
    package private(set) var originBytes = 0
    package private(set) var uploadedBytes = 0

    package init() {}

    /// Takes note of what the ledger says now, and returns what is new, if anything is.
    package mutating func advance(to ledger: Ledger) -> TrafficReport? {
        var news = TrafficReport()
        news.peerBytes = ledger.peerBytes - peerBytes
        news.originBytes = ledger.originBytes - originBytes
        news.uploadedBytes = ledger.uploadedBytes - uploadedBytes
        guard news != TrafficReport() else { return nil }
        peerBytes = ledger.peerBytes
        originBytes = ledger.originBytes
        uploadedBytes = ledger.uploadedBytes
        return news
    }
}
