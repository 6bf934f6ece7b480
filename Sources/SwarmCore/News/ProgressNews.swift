package import Primitives

/// Decides when peers hear where a player is: when it is not where they take it to be, else rarely.
package struct ProgressNews: Sendable {
    /// Peers extend what they heard by themselves; this much they may be wrong.
    private static let toleratedSeconds = 1.0
    /// A player that moved further was moved, and peers hear of it at once.
    private static let jumpSeconds = 30.0
    /// A faster player than the wire can tell of is told of as this fast.
    private static let fastest = 600.0
    private static let shortestGap = Duration.milliseconds(500)
    /// Peers extend what they heard for half a minute.
    private static let longestGap = Duration.seconds(25)

    private var told: (player: PlayerState, at: Moment)?

    package init() {}

    /// Whether to tell now that the player is there.
    package mutating func moved(to player: PlayerState, at now: Moment) -> Bool {
        guard isNews(player, at: now) else { return false }
        told = (player, now)
        return true
    }

    private func isNews(_ player: PlayerState, at now: Moment) -> Bool {
        guard let told else { return true }
        let elapsed = now - told.at
        let played = elapsed.inSeconds * min(told.player.rate, Self.fastest)
        let distance = abs((player.position - told.player.position).inSeconds - played)
        if distance > Self.jumpSeconds || player.position < told.player.position { return true }
        guard elapsed >= Self.shortestGap else { return false }
        return distance > Self.toleratedSeconds || player.rate != told.player.rate
            || elapsed >= Self.longestGap
    }
}
