import PeerWire
import Primitives
import SwarmCore

/// Reads from bytes what inputs are made of: mostly what makes sense, and sometimes what does not.
struct ScriptReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { bytes.isEmpty }

    /// Zeros follow the last byte.
    mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

    mutating func isSet() -> Bool { byte() & 1 == 1 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[byte() % elements.count]
    }

    mutating func track() -> TrackID { TrackID(UInt64(byte() & 1)) }

    mutating func number() -> UInt64 {
        let byte = UInt64(byte())
        return byte < 250 ? byte % 12 : .max - (255 - byte)
    }

    mutating func segment() -> SegmentID { SegmentID(track: track(), number: number()) }

    mutating func segments() -> [SegmentID] { (0..<byte() % 8).map { _ in segment() } }

    mutating func peer() -> PeerID { PeerID(Bytes32(words: (UInt64(byte() % 4), 0, 0, 0))) }

    /// A number of bytes, up to more than any segment has.
    mutating func length() -> Int {
        let byte = byte()
        if byte < 200 { return byte * 4_096 }
        return [1, 32_767, 32_768, 32_769, 1 << 22, 1 << 28, 1 << 28 + 1, 1 << 40][byte % 8]
    }

    mutating func chunk() -> Int {
        let byte = byte()
        return byte < 250 ? byte % 24 : [64, 8_191, 8_192, Int(UInt32.max)][byte % 4]
    }

    mutating func mask() -> ChunkMask {
        var mask = ChunkMask(chunkCount: isSet() ? chunk() & 8_191 : 6)
        for chunk in 0..<8 where byte() & 1 == 1 { mask.insertGroup(of: chunk) }
        return mask
    }

    mutating func run() -> ChunkRun {
        let first = min(chunk(), ChunkGeometry.largestChunkCount - 1)
        let most = min(ChunkRun.largestCount, ChunkGeometry.largestChunkCount - first)
        return ChunkRun(first..<first + min(most, byte() % 8))
    }

    mutating func duration() -> Duration {
        let byte = byte()
        if byte < 200 { return .milliseconds(byte * 50) }
        return [.zero, .nanoseconds(1), .seconds(60), .seconds(86_400), .seconds(Int64(1) << 53)][
            byte % 5]
    }

    /// A time on a track, which a playlist may also put before the beginning.
    mutating func mediaTime() -> Duration {
        let byte = byte()
        if byte < 240 { return .milliseconds(byte * 250) }
        return [
            .seconds(-5), .seconds(-Int64(1) << 53), .seconds(Int64(1) << 53), .seconds(86_400),
        ][
            byte % 4]
    }

    mutating func rate() -> Double {
        pick([1, 0, 2, 0.5, 655.35, .nan, .infinity, -1, 1e300])
    }

    /// What the application may say of its player.
    mutating func player() -> PlayerState {
        PlayerState(position: mediaTime(), buffer: duration(), rate: rate())
    }

    /// Any part of it.
    mutating func report() -> PlayerReport {
        PlayerReport(
            position: isSet() ? mediaTime() : nil, buffer: isSet() ? duration() : nil,
            rate: isSet() ? rate() : nil)
    }

    /// What a peer can say of its own in so many bits.
    mutating func remotePlayer() -> PlayerState {
        let position = pick([0, 5_000, 40_000, 1 << 40, UInt64(Int64.max)])
        return PlayerState(
            Progress(
                track: track(), position: position + (position < 1 << 40 ? UInt64(byte()) : 0),
                buffer: isSet() ? .max : UInt32(byte() * 100),
                ratePercent: pick([100, 0, 150, .max])))
    }

    mutating func hints() -> PlayerHints? {
        guard byte() & 3 == 0 else { return nil }
        var hints = PlayerHints()
        hints.bufferLength = isSet() ? duration() : nil
        hints.deadline = isSet() ? duration() : nil
        hints.playbackRate = isSet() ? rate() : nil
        hints.isStarting = isSet()
        hints.player = isSet() ? UInt64(byte() & 1) : nil
        hints.offset = isSet() ? length() : 0
        return hints
    }

    /// A window as a playlist should have it, or not.
    mutating func timings() -> [SegmentTiming] {
        let kind = byte()
        let first = number()
        let count = byte() % 40
        switch kind % 8 {
        case 6: return (0..<count % 8).map { _ in absurdTiming() }
        case 7: return []
        default:
            let length = length()
            return (0..<count).map {
                SegmentTiming(
                    number: first &+ UInt64($0),
                    start: .seconds(2) * Int(first % 1_000 + UInt64($0)),
                    duration: .seconds(2), estimatedLength: length)
            }
        }
    }

    private mutating func absurdTiming() -> SegmentTiming {
        SegmentTiming(
            number: number(), start: mediaTime(), duration: duration(), estimatedLength: length())
    }
}
