import Primitives
import Testing

@testable import Manifests

/// What must hold for every MPD, whatever it says.
@Suite(.enabled(if: Corpus.isPresent, Corpus.absence)) struct DASHCorpusTests {
    private func base() throws -> ResolvedURI {
        try #require(ResolvedURI("http://origin.test:8080/a/b/manifest.mpd?tok=1"))
    }

    @Test func `every MPD comes out as it went in, and leads where it led`() throws {
        let paths = try Corpus.manifests()
        #expect(paths.count >= 630)
        var refused: Set<String> = []
        for path in paths {
            let source = try Corpus.contents(of: path)
            if let manifest = DASHManifest.parse(source, from: try base()) {
                #expect(DASHRoundTrip(manifest, source: source).fault == nil, "\(path)")
            } else {
                refused.insert(path)
            }
        }
        #expect(refused == DASHRefusals.all)
    }

    @Test func `mutated MPDs neither trap nor lose a byte`() throws {
        let seed = Corpus.seed
        var random = SeededRandom(seed: seed)
        let small = try Corpus.manifests().map(Corpus.contents).filter { $0.count <= 4_096 }
        for round in 0..<2_000 {
            var source = try #require(small.randomElement(using: &random))
            Mutation.mutate(&source, &random)
            guard let manifest = DASHManifest.parse(source, from: try base()) else { continue }
            #expect(
                manifest.rewriting { _ in nil } == source,
                "seed \(seed), round \(round): \(String(decoding: source, as: UTF8.self))")
            for representation in manifest.representations {
                _ = representation.segments(at: .seconds(1_700_000_000))
            }
        }
    }
}
