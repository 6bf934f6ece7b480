import EventLoop
import Foundation
import Glibc
import IOTestSupport
import Primitives
import Store
import SwarmCore
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(2))) struct DiskStoreTests {
    private let folder = DiskFolder()

    @Test func `what was stored is there after a restart`() async throws {
        try await folder.withStore { store, loop in
            try await store.keep(1...3, on: loop)
            let truth = try DiskFolder.segment(2).bytes
            #expect(await store.read(2, on: loop) == truth)
        }
        try await folder.withStore { store, loop in
            let report = await store.report()
            #expect(report.segments == 3)
            #expect(report.bytes == 10_000 * 3 + 40_000 * 6)
            for number in 1...3 {
                let truth = try DiskFolder.segment(number).bytes
                #expect(await store.read(number, on: loop) == truth)
            }
            #expect(await store.read(4, on: loop) == nil)
        }
    }

    @Test func `who has another SDK key gets nothing, and it goes`() async throws {
        try await folder.withStore { store, loop in
            try await store.keep(1...1, on: loop)
            let strange = ContentKeys(
                contentKey: Bytes32(words: (9, 9, 9, 9)), contentID: Array("film".utf8))
            #expect(await store.read(1, keys: strange, on: loop) == nil)
            #expect(await store.report().segments == 0)
        }
    }

    @Test func `what is out of date is not given, and goes at the next start`() async throws {
        try await folder.withStore(at: 1_000) { store, loop in
            try await store.keep(1...1, expiresAt: 1_500, on: loop)
        }
        try await folder.withStore(at: 1_500) { store, loop in
            #expect(await store.read(1, on: loop) != nil)
        }
        try await folder.withStore(at: 1_501) { store, loop in
            #expect(await store.read(1, on: loop) == nil)
            #expect(await store.report().segments == 0)
        }
        #expect(try folder.files.allSatisfy { !$0.contains("/items/") })
    }

    @Test func `a smaller store than before lets go of the rest`() async throws {
        try await folder.withStore { store, loop in try await store.keep(1...3, on: loop) }
        let limits = StoreIndex.Limits(bytes: 150_000, age: 1_000)
        try await folder.withStore(limits) { store, _ in
            let report = await store.report()
            #expect((1...2).contains(report.segments))
            #expect(report.bytes <= 150_000)
        }
        #expect(try folder.files.count { $0.contains("/items/") } <= 2)
    }

    @Test func `what is forgotten is gone for good`() async throws {
        try await folder.withStore { store, loop in
            try await store.keep(1...2, on: loop)
            store.forget(DiskFolder.key(1))
            #expect(await store.read(1, on: loop) == nil)
        }
        try await folder.withStore { store, loop in
            #expect(await store.read(1, on: loop) == nil)
            #expect(await store.read(2, on: loop) != nil)
        }
    }

    @Test func `a bit that flips in any file never makes a wrong byte`() async throws {
        try await folder.withStore { store, loop in try await store.keep(1...2, on: loop) }
        var random = SeededRandom(seed: 11)
        var right = 0
        var missing = 0
        for path in try folder.files where !path.hasSuffix("/lock") {
            let original = try Data(contentsOf: URL(filePath: path))
            for _ in 0..<24 where !original.isEmpty {
                let copy = DiskFolder()
                try FileManager.default.copyItem(atPath: folder.path, toPath: copy.path)
                var flipped = original
                let place = Int(random.next() % UInt64(original.count))
                flipped[place] ^= UInt8(1 << (random.next() % 8))
                try flipped.write(
                    to: URL(filePath: copy.path + path.dropFirst(folder.path.count)))
                try await copy.withStore { store, loop in
                    for number in 1...2 {
                        guard let bytes = await store.read(number, on: loop) else {
                            missing += 1
                            continue
                        }
                        right += 1
                        let truth = try DiskFolder.segment(number).bytes
                        #expect(bytes == truth, "\(path) \(place)")
                    }
                }
            }
        }
        // A flip in a segment's file is always noticed, and never hurts the other segment.
        #expect(missing >= 48)
        #expect(right >= 48)
    }

    @Test func `a folder that cannot be used is a fault, and everything else goes on`()
        async throws
    {
        try Data("mine".utf8).write(to: URL(filePath: folder.path))
        try await folder.withStore { store, loop in
            let segment = try DiskFolder.segment(1)
            store.keep(
                DiskFolder.key(1), segment.bytes, note: [], expiresAt: nil, isScarce: true)
            #expect(await store.read(1, on: loop) == nil)
            let report = await store.report()
            #expect(!report.isOpen)
            #expect(report.fault == .failed(code: ENOTDIR))
        }
    }

    @Test func `a second store in the same folder stays out of it`() async throws {
        try await folder.withStore { store, loop in
            try await store.keep(1...1, on: loop)
            try await folder.withStore { second, _ in
                #expect(await second.report().fault == .inUse)
                #expect(!(await second.report().isOpen))
            }
            #expect(await store.read(1, on: loop) != nil)
        }
    }

    @Test func `a disk that does not answer is asked nothing more until it does`() async throws {
        try await folder.withStore { store, loop in
            try await store.keep(1...2, on: loop)
            // Opening a pipe waits for somebody at its other end.
            let path = folder.file(of: DiskFolder.key(1))
            #expect(unsafe unlink(path) == 0)
            #expect(unsafe mkfifo(path, 0o600) == 0)
            let stuck = Mailbox<RestoredSegment?>()
            store.read(DiskFolder.key(1), keys: DiskFolder.keys, on: loop) { stuck.send($0) }
            store.isLate()
            #expect(await store.read(2, on: loop) == nil)
            #expect(await store.report().segments == 2)
            let other = unsafe open(path, O_WRONLY | O_CLOEXEC)
            #expect(other >= 0)
            #expect(await stuck.nextForCertain() == nil)
            close(other)
            let truth = try DiskFolder.segment(2).bytes
            #expect(await store.read(2, on: loop) == truth)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root mounts a disk"))
    func `a full disk is a fault for a while, and what is there is read on`() async throws {
        #expect(unsafe mkdir(folder.path, 0o700) == 0)
        try #require(unsafe mount("tmpfs", folder.path, "tmpfs", 0, "size=400k,mode=700") == 0)
        defer { #expect(unsafe umount2(folder.path, 0) == 0) }
        try await folder.withStore { store, loop in
            try await store.keep(1...2, on: loop)
            let third = try DiskFolder.segment(9)
            store.keep(
                DiskFolder.key(9), third.bytes, note: [], expiresAt: nil, isScarce: true)
            while await store.report().fault == nil {
                try Task.checkCancellation()
                try await loop.pass(.milliseconds(2))
            }
            let report = await store.report()
            #expect(report.fault == .full)
            #expect(report.segments == 2)
            for number in 1...2 {
                let truth = try DiskFolder.segment(number).bytes
                #expect(await store.read(number, on: loop) == truth)
            }
        }
    }
}
