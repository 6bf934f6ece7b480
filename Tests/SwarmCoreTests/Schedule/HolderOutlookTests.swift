import Testing

@testable import SwarmCore

/// Who will still have a segment at second 100 of a film of 300 when it is needed here, in 60 s.
@Suite struct HolderOutlookTests {
    private let outlook = HolderOutlook(start: 100, end: 300, neededIn: 60)

    @Test(arguments: [
        (90.0, Double.infinity, true),
        (239.9, .infinity, true),
        // It will have seen the end.
        (240, .infinity, false),
        // It will be at 160, and keep what is behind it as far as 60 s.
        (100, 60, true),
        (100, 59, false),
        // It will not have come so far.
        (20, 0, true),
    ])
    func `who has left or evicted it does not count`(
        position: Double, keptBehind: Double, lasts: Bool
    ) {
        #expect(outlook.lasts(at: position, keptBehind: keptBehind) == lasts)
    }
}
