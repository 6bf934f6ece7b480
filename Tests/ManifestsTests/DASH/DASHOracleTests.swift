import Foundation
import TestSupport
import Testing

@testable import Manifests

/// Compares with what streamlink 8.6.3 makes of the same MPDs: a second opinion.
///
/// It says nothing of the segments of dynamic ones, and refuses 258 itself, most for attributes that
/// nothing here looks at.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct DASHOracleTests {
    @Test func `segments are those of another parser`() throws {
        let base = try #require(ResolvedURI("http://origin.test:8080/a/b/manifest.mpd?tok=1"))
        var compared = 0
        for (path, value) in try Corpus.object(Corpus.dashOracle) {
            let expected = try #require(value as? [String: Any])
            guard expected["error"] == nil, expected["type"] as? String == "static",
                let manifest = try DASHManifest.read(path, from: base)
            else { continue }
            compared += 1
            let differences = DASHView(of: manifest)
                .differences(from: DASHView(expected, besides: manifest))
            if DASHDisagreements.all.contains(path) {
                #expect(!differences.isEmpty, "\(path) agrees: take it off the table")
            } else {
                #expect(differences.isEmpty, "\(path)")
            }
        }
        #expect(compared == 236)
    }
}
