import TestSupport
import Testing

@testable import Manifests

/// Compares with what the PyPI package m3u8 6.0.0 makes of the same playlists: a second opinion.
///
/// It refuses 41 of them itself, with errors about values that nothing here looks at.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct PythonOracleTests {
    @Test func `URIs and facts are those of another parser`() throws {
        let base = try #require(ResolvedURI("http://origin.test:8080/a/b/playlist.m3u8?tok=1"))
        var compared = 0
        for (path, value) in try Corpus.object("oracle-python-m3u8-6.0.0.json") {
            let expected = try #require(value as? [String: Any])
            let source = try Corpus.contents(of: path)
            guard expected["error"] == nil, let playlist = HLSPlaylist.parse(source, from: base)
            else { continue }
            compared += 1
            let differences = OracleView(of: playlist).differences(from: OracleView(expected))
            if OracleDisagreements.all.contains(path) {
                #expect(!differences.isEmpty, "\(path) agrees: take it off the table")
            } else {
                #expect(differences.isEmpty, "\(path)")
            }
        }
        #expect(compared >= 930)
    }
}
