import Primitives
import Testing

@testable import PlaybackProxy

@Suite struct PlaylistReloadTests {
    /// A channel of segments of `segment` seconds under a target duration of six, as its playlist is at a
    /// time: its newest segment came at the last whole multiple, plus `phase`.
    private static func version(
        at time: Double, segment: Double = 6, phase: Double = 0, target: Double? = 6,
        isEnded: Bool = false
    ) -> PlaylistReload.Version {
        PlaylistReload.Version(
            targetDuration: target.map { .seconds($0) },
            newest: UInt64(max(0, (time - phase) / segment)), newestDuration: .seconds(segment),
            isEnded: isEnded)
    }

    private static func at(_ seconds: Double) -> Moment { .start + .seconds(seconds) }

    private static func seconds(_ moment: Moment?) -> Double? {
        moment.map { ($0 - .start).inSeconds }
    }

    @Test func `it is fetched at once, and then after half the target duration until it changes`() {
        var reload = PlaylistReload(at: Self.at(1))
        #expect(reload.due == Self.at(1))
        reload.began(at: Self.at(1))
        #expect(reload.due == nil)
        reload.loaded(Self.version(at: 1), at: Self.at(1.5))
        #expect(Self.seconds(reload.due) == 4)
        reload.began(at: Self.at(4))
        reload.loaded(Self.version(at: 1), at: Self.at(4.1))
        #expect(Self.seconds(reload.due) == 7)
        reload.began(at: Self.at(7))
        reload.loaded(Self.version(at: 7), at: Self.at(7.1))
        #expect(Self.seconds(reload.due) == 13)
    }

    /// Seconds between a segment's coming and its being known, for each of the last forty.
    private static func delays(
        segment: Double, phase: Double, latency: Double
    ) -> (delays: [Double], fetches: Int) {
        var reload = PlaylistReload(at: at(0))
        var delays: [Double] = []
        var known: UInt64?
        var fetches = 0
        while let due = reload.due, due < at(60 * segment) {
            fetches += 1
            let time = (due - .start).inSeconds
            reload.began(at: due)
            let version = version(at: time, segment: segment, phase: phase)
            reload.loaded(version, at: due + .seconds(latency))
            guard let newest = version.newest, newest != known else { continue }
            if let known, newest > 20 {
                for number in known + 1...newest {
                    delays.append(time - (Double(number) * segment + phase))
                }
            }
            known = newest
        }
        return (delays, fetches)
    }

    @Test(arguments: [6.0, 5.76, 4.0, 3.2], [0.0, 0.4, 1.9, 3.1])
    func `a new segment is known within half the target duration`(
        segment: Double, phase: Double
    ) {
        let (delays, fetches) = Self.delays(segment: segment, phase: phase, latency: 0.3)
        #expect(delays.count >= 35)
        #expect(delays.allSatisfy { $0 >= 0 && $0 <= 3.001 }, "\(delays)")
        // At most two fetches for each segment.
        #expect(fetches <= 122)
    }

    @Test func `one that has ended is not fetched again`() {
        var reload = PlaylistReload(at: Self.at(0))
        reload.began(at: Self.at(0))
        reload.loaded(Self.version(at: 0, isEnded: true), at: Self.at(1))
        #expect(reload.due == nil)
        reload.failed(at: Self.at(2))
        #expect(reload.due == nil)
    }

    @Test func `failures are followed by longer and longer pauses, and are forgotten`() {
        var reload = PlaylistReload(at: Self.at(0))
        var pauses: [Double] = []
        for _ in 0..<6 {
            let due = reload.due ?? .start
            reload.began(at: due)
            reload.failed(at: due)
            pauses.append(((reload.due ?? .start) - due).inSeconds)
        }
        #expect(pauses == [6, 12, 24, 48, 48, 48])
        let due = reload.due ?? .start
        reload.began(at: due)
        reload.loaded(Self.version(at: 0), at: due)
        #expect(reload.due == due + .seconds(3))
    }

    @Test func `what another fetch brought counts, and its own late failure does not`() {
        var reload = PlaylistReload(at: Self.at(0))
        reload.began(at: Self.at(0))
        reload.loaded(Self.version(at: 0), at: Self.at(1))
        reload.failed(at: Self.at(2))
        #expect(Self.seconds(reload.due) == 3)
        reload.loaded(Self.version(at: 0), at: Self.at(2.5))
        #expect(Self.seconds(reload.due) == 5.5)
    }

    @Test(arguments: [(nil, 3.0), (0.001, 0.5), (1e9, 30.0)] as [(Double?, Double)])
    func `whatever the playlist says it is fetched neither without pause nor hardly ever`(
        target: Double?, pause: Double
    ) {
        var reload = PlaylistReload(at: Self.at(0))
        reload.began(at: Self.at(0))
        reload.loaded(Self.version(at: 0, target: target), at: Self.at(0))
        #expect(Self.seconds(reload.due) == pause)
    }

    /// A channel of parts of half a second, as its playlist is once so many have been published.
    private static func version(parts count: Int) -> PlaylistReload.Version {
        var version = version(at: Double(count) / 2, segment: 2, target: 2)
        version.awaited = AwaitedPart(segment: UInt64(count / 4), part: count % 4)
        return version
    }

    @Test func `an origin that can be waited for is asked again at once`() {
        var reload = PlaylistReload(at: Self.at(0))
        for count in 10..<20 {
            let time = Double(count) / 2
            reload.began(at: Self.at(time))
            reload.loaded(Self.version(parts: count), at: Self.at(time))
            #expect(reload.due == Self.at(time))
            #expect(reload.awaited == AwaitedPart(segment: UInt64(count / 4), part: count % 4))
        }
    }

    @Test func `an origin that answers without news is asked as any other`() {
        var reload = PlaylistReload(at: Self.at(0))
        for time in [0.0, 0.1, 1.1, 2.1] {
            reload.began(at: Self.at(time))
            reload.loaded(Self.version(parts: 10), at: Self.at(time))
            #expect(Self.seconds(reload.due) == (time == 0 ? 0 : time + 1))
        }
    }

    @Test func `after a failure nothing is waited for`() {
        var reload = PlaylistReload(at: Self.at(0))
        reload.began(at: Self.at(0))
        reload.loaded(Self.version(parts: 10), at: Self.at(0))
        reload.began(at: Self.at(0))
        reload.failed(at: Self.at(0.1))
        #expect(reload.awaited == nil)
        #expect(Self.seconds(reload.due) == 2.1)
    }
}
