import Foundation
import Primitives
import TestSupport
import Testing

@testable import Manifests

/// Compares with the values that video.js expects of its own MPDs: the segments, their times and URLs.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct VideoJSDASHTests {
    @Test func `segments are those that video.js expects`() throws {
        let folder = "videojs-mpd-parser/test/manifests/"
        let base = try #require(ResolvedURI("https://www.example.com/manifest.mpd"))
        let silent = DASHDisagreements.videoJS.values.reduce(into: Set<String>()) {
            $0.formUnion($1)
        }
        var compared = 0
        for path in try Corpus.manifests() where path.hasPrefix(folder) {
            let name = String(path.dropFirst(folder.count).dropLast(".mpd".count))
            let manifest = try #require(try DASHManifest.read(path, from: base))
            let object = try Corpus.object("\(folder)\(name).expected.json")
            let theirs = Set(
                Self.playlists(object["parsedManifest"] ?? object).flatMap(Self.segments))
            let ours = Set(manifest.representations.flatMap(Self.segments))
            if silent.contains(name) {
                #expect(ours.isStrictSubset(of: theirs), "\(name) agrees: take it off the table")
            } else if DASHDisagreements.pastTheEnd.contains(name) {
                #expect(theirs.isStrictSubset(of: ours), "\(name) agrees: take it off the table")
            } else {
                #expect(ours == theirs, "\(name)")
            }
            compared += 1
        }
        #expect(compared == 16)
    }

    /// Wherever they are: in groups by language, or in the list of qualities.
    private static func playlists(_ value: Any) -> [[String: Any]] {
        switch value {
        case let object as [String: Any]:
            let found = object["playlists"] as? [[String: Any]] ?? []
            return found + object.filter { $0.key != "playlists" }.values.flatMap(playlists)
        case _: return []
        }
    }

    private static func segments(_ playlist: [String: Any]) -> [String] {
        (playlist["segments"] as? [[String: Any]] ?? []).map { segment in
            let start = segment["presentationTime"] as? Double ?? -1
            let duration = segment["duration"] as? Double ?? -1
            return text("\(segment["resolvedUri"] ?? "")", start, duration)
        }
    }

    private static func segments(_ representation: DASHRepresentation) -> [String] {
        representation.segments(at: nil).map { segment in
            text(
                representation.uri(of: segment, base: 0)?.text ?? "?", segment.start.inSeconds,
                segment.duration.inSeconds)
        }
    }

    private static func text(_ uri: String, _ start: Double, _ duration: Double) -> String {
        "\(uri) \(Int((start * 1000).rounded())) \(Int((duration * 1000).rounded()))"
    }
}
