package import Primitives

/// When a channel to a peer has to end by itself, and when the peer is asked whether it is still there.
package struct PeerWatch: Sendable {
    package enum Action: Hashable, Sendable {
        case ping
        case end
    }

    private static let helloPatience = Duration.seconds(5)
    private static let pingInterval = Duration.seconds(20)
    private static let longestSilence = Duration.seconds(60)
    /// Keys are agreed on anew after this: the tracker brings together again whom it still lets in.
    private static let longestLife = Duration.seconds(3_600)

    private let opened: Moment
    private var heardAt: Moment
    /// When `looked(isGreeted:at:)` is next due.
    package private(set) var deadline: Moment

    package init(openedAt now: Moment) {
        opened = now
        heardAt = now
        deadline = now + Self.helloPatience
    }

    package mutating func heard(at now: Moment) { heardAt = now }

    /// `isGreeted` tells whether the peer has introduced itself.
    package mutating func looked(isGreeted: Bool, at now: Moment) -> Action? {
        guard isGreeted, now - heardAt < Self.longestSilence, now - opened < Self.longestLife
        else { return .end }
        deadline = min(now + Self.pingInterval, opened + Self.longestLife)
        return now - heardAt >= Self.pingInterval ? .ping : nil
    }
}
