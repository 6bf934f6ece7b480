import EventLoop
import IOTestSupport
import Primitives
import SwarmCore
import Testing

@testable import Engine

/// The account on one loop, and shares of it on others.
@Suite(.timeLimit(.minutes(1))) struct UploadAccountTests {
    private static let chunk = ChunkGeometry.chunkSize
    private static let noon: Int64 = 1_776_340_800

    /// What is written down, and what is found at the start.
    private final class Paper: Sendable {
        let written = Log<UploadUsage>()
        let isWritable = Locked(true)
        let content: UploadUsageStorage.Content

        init(_ content: UploadUsageStorage.Content = .nothing) { self.content = content }

        var storage: UploadUsageStorage {
            UploadUsageStorage(
                read: { self.content },
                write: { usage in
                    guard self.isWritable.withLock({ $0 }) else { return false }
                    self.written.append(usage)
                    return true
                })
        }
    }

    private func account(
        _ paper: Paper?, on loop: UVEventLoop, perDay cap: Int? = nil
    ) -> UploadAccount {
        var limits = UploadLimits()
        limits.bytesPerDay = cap
        return UploadAccount(
            limits: limits, isMetered: false, storage: paper?.storage, unixTime: { Self.noon },
            on: loop)
    }

    private func withLoops(_ body: ([UVEventLoop]) async throws -> Void) async throws {
        let loops = try (0..<3).map { try UVEventLoop(name: "uploads-\($0)") }
        do { try await body(loops) } catch {
            for loop in loops { await loop.shutdown() }
            throw error
        }
        for loop in loops {
            try await loop.until { loop.openHandleCount == 0 }
            await loop.shutdown()
        }
    }

    /// Spends chunks of the share until it is closed; returns how many.
    private func exhaust(_ share: UploadShare, on loop: UVEventLoop) async throws -> Int {
        let spent = Counter()
        try await loop.until {
            share.assumeIsolated { share in
                while share.holdsChunk {
                    share.spent(Self.chunk)
                    spent.add()
                }
                share.wants()
                return !share.isOpen
            }
        }
        return spent.count
    }

    @Test func `shares on three loops together spend the cap and not a chunk more`() async throws {
        try await withLoops { loops in
            let account = account(nil, on: loops[0], perDay: 1_000 * Self.chunk)
            let shares = loops.map { UploadShare(of: account, on: $0) }
            for (share, loop) in zip(shares, loops) {
                try await loop.run { share.assumeIsolated { $0.start() } }
            }
            let spent = try await withThrowingTaskGroup(of: Int.self) { group in
                for (share, loop) in zip(shares, loops) {
                    group.addTask { try await self.exhaust(share, on: loop) }
                }
                return try await group.reduce(0, +)
            }
            #expect(spent == 1_000)
            #expect(await account.report().usage.bytesToday == 1_000 * Self.chunk)
            for (share, loop) in zip(shares, loops) {
                try await loop.run { share.assumeIsolated { $0.close() } }
            }
            await account.close()
        }
    }

    @Test func `what was not spent is not written down as spent`() async throws {
        try await withLoops { loops in
            let paper = Paper()
            let account = account(paper, on: loops[0])
            let share = UploadShare(of: account, on: loops[0])
            try await loops[0].run { share.assumeIsolated { $0.start() } }
            try await loops[0].until { share.assumeIsolated { $0.holdsChunk } }
            try await loops[0].run {
                share.assumeIsolated { share in
                    share.spent(3 * Self.chunk)
                    share.close()
                }
            }
            await account.close()
            let usage = try #require(paper.written.entries.last)
            #expect(usage.bytesToday == 3 * Self.chunk)
            #expect(usage.bytesThisMonth == 3 * Self.chunk)
        }
    }

    @Test func `the count goes on from what was written down`() async throws {
        try await withLoops { loops in
            var before = UploadAllowance(
                limits: UploadLimits(), isMetered: false, at: .start, unixTime: Self.noon)
            _ = before.draw(7 * Self.chunk, at: .start, unixTime: Self.noon)
            let account = account(
                Paper(.usage(before.usage)), on: loops[0], perDay: 10 * Self.chunk)
            let share = UploadShare(of: account, on: loops[1])
            try await loops[1].run { share.assumeIsolated { $0.start() } }
            #expect(try await exhaust(share, on: loops[1]) == 3)
            try await loops[1].run { share.assumeIsolated { $0.close() } }
            await account.close()
        }
    }

    @Test func `a count that cannot be understood is estimated, and said to be`() async throws {
        try await withLoops { loops in
            let account = account(Paper(.broken), on: loops[0], perDay: 10 * Self.chunk)
            let report = await account.report()
            #expect(report.usage.isEstimated)
            #expect(report.usage.bytesToday == 5 * Self.chunk)
            await account.close()
        }
    }

    @Test func `a count that cannot be written is said to be unsaved`() async throws {
        try await withLoops { loops in
            let paper = Paper()
            paper.isWritable.withLock { $0 = false }
            let account = account(paper, on: loops[0])
            #expect(await account.report().isSaved)
            let share = UploadShare(of: account, on: loops[0])
            try await loops[0].run { share.assumeIsolated { $0.start() } }
            try await loops[0].until { share.assumeIsolated { $0.holdsChunk } }
            try await loops[0].run { share.assumeIsolated { $0.close() } }
            await account.close()
            #expect(await !account.report().isSaved)
        }
    }

    @Test func `metering takes effect on every loop, and ends`() async throws {
        try await withLoops { loops in
            let account = account(nil, on: loops[0])
            let shares = loops.map { UploadShare(of: account, on: $0) }
            for (share, loop) in zip(shares, loops) {
                try await loop.run { share.assumeIsolated { $0.start() } }
                try await loop.until { share.assumeIsolated { $0.holdsChunk } }
            }
            await account.setMetered(true)
            for (share, loop) in zip(shares, loops) {
                try await loop.until { share.assumeIsolated { !$0.isOpen && !$0.holdsChunk } }
            }
            #expect(await account.report().usage.bytesToday == 0)
            await account.setMetered(false)
            for (share, loop) in zip(shares, loops) {
                try await loop.until { share.assumeIsolated { $0.isOpen && $0.holdsChunk } }
                try await loop.run { share.assumeIsolated { $0.close() } }
            }
            await account.close()
        }
    }
}
