import Foundation

@testable import Manifests

/// The media segments of each representation, as both the oracle and we can tell them, as text.
struct DASHView {
    /// How many there are, and the first and the last of them.
    struct Segments: Equatable {
        var count: Int
        var first: String?
        /// Nil where the oracle has stopped before.
        var last: String?
    }

    /// The oracle writes down no more.
    private static let most = 400

    private(set) var representations: [Segments?] = []

    /// Of a representation whose segments are not known without asking for an index, nothing is said.
    init(of manifest: DASHManifest) {
        representations = manifest.representations.map { representation in
            let segments = representation.segments(at: nil)
            guard !segments.isEmpty, !manifest.header.isDynamic else { return nil }
            func text(_ segment: DASHSegment?) -> String? {
                segment.map { segment in
                    let uri = representation.uri(of: segment, base: 0)?.text ?? "?"
                    return Self.text(uri, segment.byteRange?.offset, segment.byteRange?.length)
                }
            }
            return Segments(
                count: segments.count, first: text(segments.first), last: text(segments.last))
        }
    }

    /// The oracle counts the init segment, and keeps the first three and the last of all.
    init(_ expected: [String: Any], besides manifest: DASHManifest) {
        let values = expected["reps"] as? [[String: Any]] ?? []
        representations = zip(values, manifest.representations).map { value, representation in
            guard let count = value["n"] as? Int,
                let urls = value["urls"] as? [[Any]], !urls.isEmpty
            else { return nil }
            let others = Set(representation.others.map(\.text))
            let texts = urls.map { url in
                let range = url.count > 1 ? url[1] as? [Int] : nil
                return Self.text("\(url[0])", range?.first, range?.last)
            }
            let first = "\(urls[0][0])"
            let hasInit =
                others.contains(first) || first.hasPrefix("data:")
                || (urls.count > 1 && representation.file != nil)
            return Segments(
                count: hasInit ? count - 1 : count, first: texts.dropFirst(hasInit ? 1 : 0).first,
                last: count < Self.most ? texts.last : nil)
        }
    }

    func differences(from other: DASHView) -> [String] {
        guard representations.count == other.representations.count else { return ["how many"] }
        return zip(representations, other.representations).compactMap { ours, theirs in
            // A representation that the oracle cannot read has an error there.
            guard var ours, let theirs else { return nil }
            if theirs.last == nil, ours.count >= theirs.count {
                ours.count = theirs.count
                ours.last = nil
            }
            return ours == theirs ? nil : "\(ours) vs \(theirs)"
        }
    }

    private static func text(_ uri: String, _ offset: Int?, _ length: Int?) -> String {
        let text = offset.flatMap { offset in length.map { "\(uri) \(offset)+\($0)" } } ?? uri
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == 0x20 {
                bytes.append(byte)
            } else {
                PercentEncoding.append([byte], to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
