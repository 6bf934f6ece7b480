import EventLoop
import Foundation
import IOTestSupport
import Primitives
import SwarmCore
import Testing

@testable import Engine

/// A folder for the stores of one test, and segments to store; removed when the test is over.
final class DiskFolder: Sendable {
    static let keys = ContentKeys(contentKey: .zero, contentID: Array("film".utf8))

    let path = NSTemporaryDirectory() + "shoal-disk-" + UUID().uuidString

    deinit {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do { try FileManager.default.removeItem(atPath: path) } catch {
            Issue.record("\(path) is left: \(error)")
        }
    }

    var files: [String] {
        get throws {
            let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
            return names.map { "\(path)/\($0)" }.filter {
                var isFolder: ObjCBool = false
                return unsafe FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }.sorted()
        }
    }

    func file(of key: SegmentKey) -> String { "\(path)/items/\(key.value.hex)" }

    static func key(_ number: Int) -> SegmentKey {
        SegmentKey(Bytes32(words: (UInt64(number), 7, 7, 7)))
    }

    static func segment(_ number: Int) throws -> TestSegment {
        try TestSegment(length: 10_000 + 40_000 * number, seed: UInt64(number))
    }

    /// A store that is open, and closed when `body` is over, whatever happens.
    func withStore(
        _ limits: StoreIndex.Limits = StoreIndex.Limits(bytes: 10 << 20, age: 1_000),
        at now: UInt64 = 1_000, _ body: (DiskStore, UVEventLoop) async throws -> Void
    ) async throws {
        let loop = try UVEventLoop(name: "disk")
        let store = DiskStore(path: path, limits: limits, unixTime: { now }, on: loop)
        store.start()
        // Nothing is taken or given before the folder is open.
        _ = await store.report()
        do {
            try await body(store, loop)
        } catch {
            await store.close()
            await loop.shutdown()
            throw error
        }
        await store.close()
        await loop.shutdown()
    }
}

extension DiskStore {
    /// Stores segments of those numbers, and waits until they are there.
    func keep(_ numbers: ClosedRange<Int>, expiresAt: UInt64? = nil, on loop: UVEventLoop)
        async throws
    {
        for number in numbers {
            let segment = try DiskFolder.segment(number)
            let note = StoredNote(root: segment.root, attestation: segment.proof.attestation)
            keep(
                DiskFolder.key(number), segment.bytes,
                note: note.encode(
                    for: DiskFolder.key(number), length: segment.length, keys: DiskFolder.keys),
                expiresAt: expiresAt, isScarce: true)
        }
        while await report().segments < numbers.count {
            try Task.checkCancellation()
            try await loop.pass(.milliseconds(2))
        }
    }

    func read(
        _ number: Int, keys: ContentKeys = DiskFolder.keys, on loop: UVEventLoop
    ) async -> [UInt8]? {
        let answers = Mailbox<RestoredSegment?>()
        read(DiskFolder.key(number), keys: keys, on: loop) { answers.send($0) }
        return await answers.nextForCertain()?.bytes
    }
}
