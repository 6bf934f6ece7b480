import Primitives

/// When a media playlist is to be fetched again, by RFC 8216 section 6.3.4.
///
/// One that has changed is fetched again a segment's time after the last fetch began, one that has not
/// after half the target duration. The first fetch counts as one without a change, since it does not show
/// how long ago the newest segment came: from the first change on, the next is learnt of within half the
/// target duration.
///
/// An origin that can be waited for is asked again at once, and answers when there is news; should it not
/// keep the request until then, it is asked as any other.
struct PlaylistReload: Sendable {
    /// What one version of a playlist says that decides about the next fetch.
    struct Version: Hashable, Sendable {
        let targetDuration: Duration?
        let newest: UInt64?
        let newestDuration: Duration?
        /// Nothing will change any more.
        let isEnded: Bool
        /// What the origin lets itself be asked to wait for.
        var awaited: AwaitedPart?
    }

    private enum State {
        case waiting(until: Moment)
        case loading(since: Moment)
        case ended
    }

    private static let assumedTarget = Duration.seconds(6)
    private static let targets = Duration.seconds(1)...Duration.seconds(60)
    /// Failures after which the pause no longer grows.
    private static let mostFailures = 4

    private var state: State
    private var version: Version?
    private var failures = 0

    init(at now: Moment) {
        state = .waiting(until: now)
    }

    /// When to fetch, or nil while a fetch is under way and once nothing changes any more.
    var due: Moment? {
        switch state {
        case .waiting(let until): until
        case .loading, .ended: nil
        }
    }

    mutating func began(at now: Moment) {
        switch state {
        case .waiting: state = .loading(since: now)
        case .loading, .ended: break
        }
    }

    /// A version is here, by this fetch or another.
    mutating func loaded(_ version: Version, at now: Moment) {
        let began =
            switch state {
            case .loading(let since): since
            case .waiting, .ended: now
            }
        failures = 0
        let pause = pause(before: version)
        self.version = version
        state = version.isEnded ? .ended : .waiting(until: began + pause)
    }

    /// What to wait for with the next fetch.
    var awaited: AwaitedPart? { version?.awaited }

    mutating func failed(at now: Moment) {
        switch state {
        case .loading:
            // Perhaps the origin has begun to count anew.
            version?.awaited = nil
            failures = min(failures + 1, Self.mostFailures)
            state = .waiting(until: now + target(of: version) * (1 << (failures - 1)))
        case .waiting, .ended:
            // Another fetch has brought it meanwhile.
            break
        }
    }

    private func pause(before next: Version) -> Duration {
        let target = target(of: next)
        if let awaited = next.awaited, awaited != version?.awaited { return .zero }
        guard let version, version.newest != next.newest else { return target / 2 }
        return min(target, max(target / 2, next.newestDuration ?? target))
    }

    private func target(of version: Version?) -> Duration {
        let target = version?.targetDuration ?? version?.newestDuration ?? Self.assumedTarget
        return min(max(target, Self.targets.lowerBound), Self.targets.upperBound)
    }
}
