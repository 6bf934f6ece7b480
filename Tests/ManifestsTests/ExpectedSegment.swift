import Primitives

@testable import Manifests

/// A segment as it is written in the expected values of another project, or as we read it.
struct ExpectedSegment: Equatable {
    var number: UInt64?
    var uri: String?
    var milliseconds: Int?
    var byteRange: ByteRange?
    var map: String?
    var mapByteRange: ByteRange?
    var parts: [String] = []

    init(_ segment: HLSSegment, of playlist: HLSPlaylist, _ media: HLSMedia) {
        func text(_ reference: HLSReference) -> String {
            String(decoding: playlist.source[reference.range], as: UTF8.self)
        }
        number = segment.number
        uri = text(segment.reference)
        milliseconds = Int((segment.duration.inSeconds * 1000).rounded())
        byteRange = segment.byteRange
        let initSegment = segment.initSegment.map { media.initSegments[$0] }
        map = initSegment.map(text)
        mapByteRange = initSegment?.byteRange
        parts = media.parts.filter { $0.number == segment.number }.map { text($0.reference) }
    }

    /// Both projects use these names, but for the number, which video.js leaves to be counted.
    init(_ object: [String: Any]) {
        number = (object["mediaSequenceNumber"] as? Int).map(UInt64.init)
        uri = object["uri"] as? String
        milliseconds = (object["duration"] as? Double).map { Int(($0 * 1000).rounded()) }
        byteRange = Self.byteRange(object["byterange"])
        let initSegment = object["map"] as? [String: Any]
        map = initSegment?["uri"] as? String
        mapByteRange = Self.byteRange(initSegment?["byterange"])
        parts = (object["parts"] as? [[String: Any]] ?? []).compactMap { $0["uri"] as? String }
    }

    private static func byteRange(_ value: Any?) -> ByteRange? {
        guard let object = value as? [String: Any], let length = object["length"] as? Int
        else { return nil }
        return ByteRange(offset: object["offset"] as? Int ?? 0, length: length)
    }
}
