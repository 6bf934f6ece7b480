import Primitives
import TestSupport
import Testing

@testable import Manifests

/// What must hold for every playlist and MPD, whatever it says.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct CorpusPropertyTests
{
    private func base() throws -> ResolvedURI {
        try #require(ResolvedURI("http://origin.test:8080/a/b/playlist.m3u8?tok=1"))
    }

    @Test(arguments: CorpusKind.allCases)
    func `each comes out as it went in, and leads where it led`(_ kind: CorpusKind) throws {
        var refused: Set<String> = []
        for path in try kind.paths() {
            switch kind.outcome(of: try Corpus.contents(of: path), at: try base()) {
            case .refused: refused.insert(path)
            case .same: break
            case .fault(let fault): Issue.record("\(path): \(fault)")
            }
        }
        #expect(refused == kind.refused)
    }

    @Test(arguments: zip(CorpusKind.allCases, [3_000, 2_000]))
    func `damaged ones neither trap nor lose a byte`(_ kind: CorpusKind, _ rounds: Int) throws {
        var random = SeededRandom(seed: testSeed)
        let small = try kind.paths().map(Corpus.contents).filter { $0.count <= 4_096 }
        for round in 0..<rounds {
            var source = try #require(small.randomElement(using: &random))
            Mutation.mutate(&source, &random)
            if case .fault(let fault) = kind.outcome(ofDamaged: source, at: try base()) {
                let text = String(decoding: source, as: UTF8.self)
                Issue.record("seed \(testSeed), round \(round): \(fault)\n\(text)")
            }
        }
    }

    @Test func `nothing in the corpus that could be one is left out`() throws {
        let known = try Set(CorpusKind.allCases.flatMap { try $0.paths() })
        #expect(known.count >= 1_640)
        for path in try Corpus.files() where !known.contains(path) && !path.hasSuffix(".json") {
            let text = String(decoding: try Corpus.contents(of: path), as: UTF8.self)
            let isDocument = ["#EXTM3U", "<MPD", "<Patch"].contains { text.contains($0) }
            #expect(!isDocument || path.hasSuffix("README.md"), "\(path) is read by no test")
        }
    }
}
