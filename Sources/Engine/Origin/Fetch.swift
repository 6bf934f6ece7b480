import EventLoop
import Manifests
import Origin
import Primitives
import SwarmCore

/// One fetch of a segment, or of its rest, that is under way.
struct Fetch {
    private static let longestErrorBody = 64 << 10

    let number: Int
    let place: TrackDescription.Segment
    /// Where in the segment the fetch starts.
    let start: Int
    /// Where it ends, or nil for the segment's own end.
    let end: Int?
    /// Where it was to start: an origin without ranges is asked for what lies before, too.
    let offset: Int
    let reason: OriginReason
    var handle: OriginFetch?
    /// Media bytes since `start`.
    var received = 0
    private(set) var endIsCertain = true
    private(set) var status = 0
    /// What the origin says that the whole segment hashes to.
    private(set) var digest: ReprDigest?
    private var contentType: String?
    private var errorBody: [UInt8] = []

    init(
        number: Int, place: TrackDescription.Segment, start: Int, end: Int?, offset: Int,
        reason: OriginReason
    ) {
        self.number = number
        self.place = place
        self.start = start
        self.end = end
        self.offset = offset
        self.reason = reason
    }

    /// Media bytes since `offset`.
    var receivedPastOffset: Int { max(0, start + received - offset) }

    /// Whether the answer's body is the segment rather than a page about an error.
    var isMedia: Bool { status == 200 || status == 206 }

    /// What the player is told when the origin answered with an error.
    var failure: SegmentFailure {
        .answered(status: status, contentType: contentType, body: errorBody)
    }

    func request(headers: [OriginHeader]) -> OriginRequest {
        OriginRequest(
            url: place.url, headers: place.version?.headers(from: headers) ?? headers,
            byteRange: range, maxLength: ChunkGeometry.longestSegment)
    }

    /// Whether an answer's body would be bytes of another version, or not those that were asked for.
    func isOfOtherVersion(_ response: OriginResponse) -> Bool {
        guard let version = place.version else { return false }
        switch response.status {
        case 206: return !version.agrees(with: response)
        // With If-Range the whole is what another version is answered with.
        case 200: return true
        default: return false
        }
    }

    func isOfOtherVersion(_ error: OriginError) -> Bool {
        guard place.version != nil else { return false }
        return error == .rangeIgnored || error == .wrongRange || error == .tooLarge
    }

    /// Takes in the head of the answer; returns the length of the whole segment if it tells.
    mutating func answered(_ response: OriginResponse) -> Int? {
        status = response.status
        contentType = response.first("Content-Type")
        endIsCertain = response.endIsCertain
        // That of a resource of which the segment is a part says nothing of the part.
        digest = place.byteRange == nil ? ReprDigest(response) : nil
        // The length of a part says nothing of the whole.
        guard end == nil else { return nil }
        return response.contentLength.map { start + $0 }
    }

    mutating func keepErrorBody(_ bytes: BorrowedBytes) {
        unsafe errorBody.append(
            contentsOf: bytes.pointer.prefix(Self.longestErrorBody - errorBody.count))
    }

    private var range: OriginRange? {
        if let bytes = place.byteRange {
            .closed(bytes.lowerBound + start...min(bytes.upperBound, endInFile(of: bytes)) - 1)
        } else if let end {
            .closed(start...end - 1)
        } else if start > 0 {
            .from(start)
        } else {
            nil
        }
    }

    private func endInFile(of bytes: Range<Int>) -> Int {
        end.map { bytes.lowerBound + $0 } ?? bytes.upperBound
    }
}
