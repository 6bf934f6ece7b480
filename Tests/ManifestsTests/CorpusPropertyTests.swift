import Primitives
import Testing

@testable import Manifests

/// What must hold for every playlist, whatever it says.
@Suite(.enabled(if: Corpus.isPresent, Corpus.absence)) struct CorpusPropertyTests {
    private func base() throws -> ResolvedURI {
        try #require(ResolvedURI("http://origin.test:8080/a/b/playlist.m3u8?tok=1"))
    }

    @Test func `every playlist comes out as it went in, and maps there and back`() throws {
        let paths = try Corpus.playlists()
        #expect(paths.count >= 1_000)
        var refused: Set<String> = []
        for path in paths {
            let source = try Corpus.contents(of: path)
            if let playlist = HLSPlaylist.parse(source, from: try base()) {
                #expect(RoundTrip(playlist, source: source).fault == nil, "\(path)")
            } else {
                refused.insert(path)
            }
        }
        #expect(refused == CorpusRefusals.all)
    }

    @Test func `mutated playlists neither trap nor lose a byte`() throws {
        let seed = Corpus.seed
        var random = SeededRandom(seed: seed)
        let small = try Corpus.playlists().map(Corpus.contents).filter { $0.count <= 4_096 }
        for round in 0..<3_000 {
            var source = try #require(small.randomElement(using: &random))
            Mutation.mutate(&source, &random)
            guard let playlist = HLSPlaylist.parse(source, from: try base()) else { continue }
            #expect(
                RoundTrip(playlist, source: source).fault == nil,
                "seed \(seed), round \(round): \(String(decoding: source, as: UTF8.self))")
        }
    }
}
