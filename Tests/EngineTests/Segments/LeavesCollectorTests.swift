import PeerWire
import Primitives
import TestSupport
import Testing

@testable import Engine

@Suite struct LeavesCollectorTests {
    private let segment = SegmentID(track: TrackID(1), number: 1)
    private let attestation = [UInt8](repeating: 1, count: 188)
    private let leaves: [Leaf]
    private let pages: [LeavesPage]

    init() {
        var random = SeededRandom(seed: 1)
        leaves = (0..<2 * LeavesPage.largestCount + 5).map { _ in Leaf(random.bytes32()) }
        pages = LeavesPage.pages(segment: segment, attestation: attestation, leaves: leaves)
    }

    private func page(
        first: Int, total: Int, attestation: [UInt8]? = nil, count: Int = 10
    ) -> LeavesPage {
        LeavesPage(
            segment: segment, attestation: attestation ?? self.attestation,
            firstLeaf: UInt32(first), totalLeaves: UInt32(total),
            leaves: Array(leaves[first..<first + count]))
    }

    @Test func `pages in order make the whole list`() {
        var collector = LeavesCollector(first: pages[0])
        #expect(pages.map { collector.add($0) } == [.incomplete, .incomplete, .complete])
        #expect(collector.leaves == leaves)
        #expect(collector.attestation == attestation)
    }

    @Test func `a list that does not begin at its beginning is broken`() {
        var collector = LeavesCollector(first: pages[1])
        #expect(collector.add(pages[1]) == .broken)
    }

    @Test func `a page twice, or one left out, is broken`() {
        var collector = LeavesCollector(first: pages[0])
        #expect(collector.add(pages[0]) == .incomplete)
        var left = collector
        #expect(collector.add(pages[0]) == .broken)
        #expect(left.add(pages[2]) == .broken)
    }

    @Test func `another total or another attestation is broken`() {
        var collector = LeavesCollector(first: page(first: 0, total: 30))
        #expect(collector.add(page(first: 0, total: 30)) == .incomplete)
        var otherTotal = collector
        #expect(otherTotal.add(page(first: 10, total: 31)) == .broken)
        let other = [UInt8](repeating: 2, count: 188)
        #expect(collector.add(page(first: 10, total: 30, attestation: other)) == .broken)
    }
}
