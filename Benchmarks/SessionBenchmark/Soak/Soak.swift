import EventLoop
import Foundation
import Shoal
import SwarmTestSupport

/// Sessions that come and go at the pace of people, and what the process holds when none is left.
///
/// The CDN, the tracker and the peers are processes of their own; the client stays for all of it.
struct Soak {
    private static let round = Duration.seconds(60)
    /// What is closed by then has let go of everything.
    private static let rest = Duration.seconds(5)
    private static let visitorsPerRound = 24
    /// Bytes an hour by which the heap may grow.
    private static let mostGrowth = 1_048_576.0

    private let client: P2PClient
    private let key: String
    private let url: URL
    private let loop: UVEventLoop

    /// Prints what is held after each round; false where that grows.
    static func perform(minutes: Int) async throws -> Bool {
        let origin = try WorldProcess.origin(delay: 5)
        let tracker = try WorldProcess.tracker()
        guard let url = URL(string: "http://127.0.0.1:\(origin.word)\(TestVideo.master)") else {
            throw URLError(.badURL)
        }
        let peers = try WorldProcess.peers(2, key: tracker.word, of: url)
        let loop = try UVEventLoop(name: "player")
        let soak = Soak(
            client: try makeClient(tracker.word), key: tracker.word, url: url, loop: loop)
        var uses: [ProcessUse] = []
        for number in 0..<minutes {
            let end = ContinuousClock.now + round
            let seen = try await soak.round(number)
            try await Task.sleep(until: end - .seconds(1))
            let use = try ProcessUse.now()
            uses.append(use)
            print("minute \(number + 1): \(use.text); \(seen)")
            fflush(nil)
            try await Task.sleep(until: end)
        }
        await P2PSDK.shutdown()
        await loop.shutdown()
        for process in [peers, tracker, origin] { try process.end() }
        return isGood(uses)
    }

    private static func makeClient(_ key: String) throws -> P2PClient {
        try P2PClient(
            sdkKey: key, bundleId: "benchmark.soak",
            configuration: P2PConfiguration(peerInterface: .loopback))
    }

    /// Half a minute in which visitors come one after the other, and until the last has gone.
    private func round(_ number: Int) async throws -> Visit.Sum {
        let distance = (Self.round - Self.rest - Visit.longest) / Self.visitorsPerRound
        let guest = try Self.makeClient(key)
        var sum = Visit.Sum()
        try await withThrowingTaskGroup(of: Visit.Sum.self) { group in
            for visitor in 0..<Self.visitorsPerRound {
                let client = visitor % 6 == 5 ? guest : client
                group.addTask {
                    try await Visit(number: visitor, client: client, url: url, loop: loop).perform()
                }
                try await Task.sleep(for: distance)
            }
            for try await visit in group { sum.add(visit) }
        }
        await guest.close()
        return sum
    }

    private static func isGood(_ uses: [ProcessUse]) -> Bool {
        // What is made once, and kept, is made by then.
        let counted = Array(uses.dropFirst(max(2, uses.count / 6)))
        guard let first = counted.first, let last = counted.last, counted.count > 2 else {
            print("too short to say anything")
            return false
        }
        let slope = counted.slope(\.heap)
        print(String(format: "heap: %+.0f KiB an hour", slope / 1_024))
        // Pages that are given back a little later or earlier hide a slope: this is for the reader.
        print(String(format: "resident: %+.0f KiB an hour", counted.slope(\.resident) / 1_024))
        let isConstant =
            counted.allSatisfy { $0.descriptors == first.descriptors }
            && last.threads <= first.threads
        print("descriptors and threads: \(isConstant ? "constant" : "not constant")")
        return isConstant && slope < mostGrowth
    }
}
