import PeerWire
import Primitives
import Testing

/// Every message next to the bytes that it has had since version 1 of the protocol.
///
/// Written by hand from the tables in the doc comments. A change here is a new protocol version.
enum GoldenMessages {
    struct Golden: CustomTestStringConvertible {
        let name: String
        let message: PeerMessage
        let bytes: [UInt8]

        var testDescription: String { name }

        init(_ name: String, _ message: PeerMessage, _ fields: String...) {
            self.name = name
            self.message = message
            bytes = [UInt8](hex: fields.joined()) ?? []
        }
    }

    private static let track = TrackID(0x0102_0304_0506_0708)
    private static let segment = SegmentID(track: track, number: 0x1122)
    private static let segmentHex = "0102030405060708" + "0000000000001122"
    private static let ones = String(repeating: "11", count: 32)
    private static let twos = String(repeating: "22", count: 32)
    private static let attestation = [UInt8](repeating: 0xaa, count: 188)

    private static func filled(_ byte: UInt8) -> Bytes32 {
        let word = UInt64(byte) * 0x0101_0101_0101_0101
        return Bytes32(words: (word, word, word, word))
    }

    static let all: [Golden] = [
        Golden("hello", .hello(Hello(uploads: false, isEdge: false, progress: nil)), "01", "00"),
        Golden(
            "hello-edge", .hello(Hello(uploads: true, isEdge: true, progress: nil)), "01", "03"),
        Golden(
            "hello-playing",
            .hello(
                Hello(
                    uploads: true, isEdge: false,
                    progress: Progress(track: track, position: 1, buffer: 2, ratePercent: 100))),
            "01", "05", "0102030405060708", "0000000000000001", "00000002", "0064"),
        Golden(
            "have-one", .have(Have(segment)), "02", segmentHex, "0001", "01"),
        Golden(
            "have-some",
            .have(Have.pages(track: track, numbers: [0x1122, 0x1123, 0x112a, 0x112c])[0]),
            "02", segmentHex, "000b", "0305"),
        Golden(
            "in-flight",
            .inFlight(InFlight(segment: segment, chunks: .some([0, 129, 8191], of: 8192))),
            "03", segmentHex, "00002000", "8000000000000003"),
        Golden(
            "fetching", .inFlight(InFlight(fetching: segment)),
            "03", segmentHex, "00000000", "0000000000000000"),
        Golden(
            "rumour", .inFlight(InFlight(rumourOf: segment)),
            "03", segmentHex, "00000001", "0000000000000000"),
        Golden(
            "evicted", .evicted(Evicted(track: track, first: 0x1122, count: 4096)),
            "04", segmentHex, "00001000"),
        Golden(
            "progress",
            .progress(
                Progress(
                    track: track, position: .init(Int64.max), buffer: 30_000, ratePercent: 0)),
            "05", "0102030405060708", "7fffffffffffffff", "00007530", "0000"),
        Golden(
            "leaves-request-any", .leavesRequest(LeavesRequest(segment: segment, root: nil)),
            "06", segmentHex, "00"),
        Golden(
            "leaves-request",
            .leavesRequest(LeavesRequest(segment: segment, root: Root(filled(0x11)))),
            "06", segmentHex, "01", ones),
        Golden(
            "leaves",
            .leaves(
                LeavesPage(
                    segment: segment, attestation: attestation, firstLeaf: 960,
                    totalLeaves: 962, leaves: [Leaf(filled(0x11)), Leaf(filled(0x22))])),
            "07", segmentHex, String(repeating: "aa", count: 188), "000003c0", "000003c2", "0002",
            ones, twos),
        Golden(
            "request",
            .request(
                ChunkRequest(
                    segment: segment, run: ChunkRun(first: 8128, count: 64), deadlineMs: 1500)),
            "08", segmentHex, "00001fc0", "0040", "000005dc"),
        Golden(
            "data", .data(ChunkHeader(segment: segment, chunk: 8191)),
            "09", segmentHex, "00001fff"),
        Golden(
            "absent", .absent(segment, ChunkRun(first: 1, count: 2)),
            "0a", segmentHex, "00000001", "0002"),
        Golden("absent-leaves", .absent(segment, .empty), "0a", segmentHex, "00000000", "0000"),
        Golden(
            "busy",
            .busy(Busy(segment: segment, run: ChunkRun(first: 1, count: 2), retryAfterMs: 250)),
            "0b", segmentHex, "00000001", "0002", "000000fa"),
        Golden(
            "cancel", .cancel(segment, ChunkRun(first: 1, count: 2)),
            "0c", segmentHex, "00000001", "0002"),
        Golden("ping", .ping(0x0102_0304_0506_0708), "0d", "0102030405060708"),
        Golden("pong", .pong(.max), "0e", "ffffffffffffffff"),
        Golden("goodbye", .goodbye(.protocolError), "0f", "04"),
    ]
}

extension ChunkMask {
    /// The groups of these chunks.
    fileprivate static func some(_ chunks: [Int], of count: Int) -> ChunkMask {
        var mask = ChunkMask(chunkCount: count)
        for chunk in chunks { mask.insertGroup(of: chunk) }
        return mask
    }
}
