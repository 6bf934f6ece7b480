import Crypto
import Engine
import Glibc
import EventLoop
import IOTestSupport
import PeerWire
import Primitives
import SwarmTestSupport
import TrackerServer
import TrackerWire

/// How a double treats those who ask it for segments.
enum Conduct: String, CaseIterable, Sendable {
    case honest
    case wrongBytes
    case chunkTooShort
    case chunkTooLong
    case swappedChunks
    case falseLeaf
    case leafTooFew
    case pagesOutOfOrder
    case flippedRoot
    case flippedSignature
    case otherSegmentsAttestation
    case unaskedChunk
    case chunkOfOtherSegment
    case silentOnLeaves
    case silentOnChunks
    case drips
    case alwaysBusy
    case absentAfterAll
    case garbage
}

/// What a double needs to answer like a holder of the video, truthfully or not.
struct Holder: Sendable {
    let conduct: Conduct
    let segments: [TestSegment]
    let segmentKeys: [SegmentKey]
    let keys: ContentKeys
    let tracker: TestTracker
    let loop: UVEventLoop
    /// Chunks that were sent.
    let sent = Log<ChunkHeader>()

    func answer(_ double: PeerDouble, _ message: PeerMessage) {
        switch message {
        case .leavesRequest(let request): giveLeaves(of: request.segment, double)
        case .request(let request): giveChunks(request, double)
        case .ping(let number): double.say(.pong(number))
        case .hello, .have, .inFlight, .evicted, .progress, .leaves, .data, .absent, .busy,
            .cancel, .pong, .goodbye:
            break
        }
    }

    private func giveLeaves(of segment: SegmentID, _ double: PeerDouble) {
        let number = Int(segment.number)
        var leaves = segments[number].leaves
        var attestation = attestation(of: number)
        switch conduct {
        case .silentOnLeaves: return
        case .garbage: return double.say(bytes: [99, 1, 2, 3])
        case .falseLeaf: leaves[0] = leaves[leaves.count - 1]
        case .leafTooFew: leaves.removeLast()
        case .flippedRoot: attestation[80] ^= 1
        case .flippedSignature: attestation[150] ^= 1
        case .otherSegmentsAttestation:
            attestation = self.attestation(of: (number + 1) % segments.count)
        case .pagesOutOfOrder:
            let whole = LeavesPage(
                segment: segment, attestation: attestation, firstLeaf: 1,
                totalLeaves: UInt32(leaves.count), leaves: Array(leaves.dropFirst()))
            return double.say(.leaves(whole))
        case .honest, .wrongBytes, .chunkTooShort, .chunkTooLong, .swappedChunks, .unaskedChunk,
            .chunkOfOtherSegment, .silentOnChunks, .drips, .alwaysBusy, .absentAfterAll:
            break
        }
        for page in LeavesPage.pages(segment: segment, attestation: attestation, leaves: leaves) {
            double.say(.leaves(page))
        }
    }

    private func giveChunks(_ request: ChunkRequest, _ double: PeerDouble) {
        let run = request.run
        switch conduct {
        case .silentOnChunks: return
        case .alwaysBusy:
            return double.say(
                .busy(Busy(segment: request.segment, run: run, retryAfterMs: 60_000)))
        case .absentAfterAll: return double.say(.absent(request.segment, run))
        case .drips: return drip(request.segment, run.chunks, double)
        case .honest, .wrongBytes, .chunkTooShort, .chunkTooLong, .swappedChunks, .falseLeaf,
            .leafTooFew, .pagesOutOfOrder, .flippedRoot, .flippedSignature,
            .otherSegmentsAttestation, .unaskedChunk, .chunkOfOtherSegment, .silentOnLeaves,
            .garbage:
            for chunk in run.chunks { give(request.segment, chunk, double) }
        }
    }

    private func give(_ segment: SegmentID, _ chunk: Int, _ double: PeerDouble) {
        let truth = segments[Int(segment.number)]
        var (segment, place, bytes) = (segment, chunk, truth.chunk(chunk))
        switch conduct {
        case .wrongBytes: bytes[bytes.count / 2] ^= 1
        case .chunkTooShort: bytes.removeLast()
        case .chunkTooLong:
            // The last chunk, too, longer than any may be.
            bytes += repeatElement(0, count: ChunkGeometry.chunkSize + 1 - bytes.count)
        case .swappedChunks: bytes = truth.chunk((chunk + 1) % truth.geometry.chunkCount)
        case .unaskedChunk: place = truth.geometry.chunkCount + chunk
        case .chunkOfOtherSegment:
            segment = SegmentID(track: segment.track, number: segment.number + 1_000)
        case .honest, .falseLeaf, .leafTooFew, .pagesOutOfOrder, .flippedRoot, .flippedSignature,
            .otherSegmentsAttestation, .silentOnLeaves, .silentOnChunks, .drips, .alwaysBusy,
            .absentAfterAll, .garbage:
            break
        }
        sent.append(ChunkHeader(segment: segment, chunk: UInt32(place)))
        double.say(segment, chunk: place, bytes)
    }

    /// One chunk a second, if the asker waits for it.
    private func drip(_ segment: SegmentID, _ chunks: Range<Int>, _ double: PeerDouble) {
        guard let chunk = chunks.first else { return }
        let made = Log<LoopTimer>()
        let timer = LoopTimer(on: loop) {
            for timer in made.entries { timer.close() }
            guard double.isOpen else { return }
            give(segment, chunk, double)
            drip(segment, chunks.dropFirst(), double)
        }
        made.append(timer)
        timer.arm(at: loop.now + .seconds(1))
    }

    private func attestation(of number: Int) -> [UInt8] {
        let segment = segments[number]
        let now = UInt32(time(nil))
        let signing = tracker.keys.signing
        return Attestation(
            swarm: keys.swarm, key: segmentKeys[number], length: UInt32(segment.length),
            root: segment.root, generation: 0, notBefore: now - 60, notAfter: now + 3_600,
            level: .viewers, k: 1, keyID: signing.publicKey.value.prefix64, sign: signing.sign
        ).encode()
    }
}
