import TestSupport

@testable import Manifests

/// A kind of document in the corpus, and what must hold for each of it.
enum CorpusKind: CaseIterable, Sendable {
    case playlist, manifest

    func paths() throws -> [String] {
        switch self {
        case .playlist: try Corpus.playlists()
        case .manifest: try Corpus.manifests()
        }
    }

    /// Those of the corpus that are passed on as they are.
    var refused: Set<String> {
        switch self {
        case .playlist: CorpusRefusals.all
        case .manifest: DASHRefusals.all
        }
    }

    /// What a document comes to that is read, rewritten and read again.
    enum Outcome: Equatable {
        case refused
        case same
        case fault(String)
    }

    func outcome(of source: [UInt8], at base: ResolvedURI) -> Outcome {
        let fault: String?
        switch self {
        case .playlist:
            guard let playlist = HLSPlaylist.parse(source, from: base) else { return .refused }
            fault = RoundTrip(playlist, source: source).fault
        case .manifest:
            guard let manifest = DASHManifest.parse(source, from: base) else { return .refused }
            fault = DASHRoundTrip(manifest, source: source).fault
        }
        return fault.map { .fault($0) } ?? .same
    }

    /// The same of a damaged one; an MPD is only asked for what a player could ask it for.
    func outcome(ofDamaged source: [UInt8], at base: ResolvedURI) -> Outcome {
        switch self {
        case .playlist:
            return outcome(of: source, at: base)
        case .manifest:
            guard let manifest = DASHManifest.parse(source, from: base) else { return .refused }
            for representation in manifest.representations {
                _ = representation.segments(at: .seconds(1_700_000_000))
            }
            return manifest.rewriting { _ in nil } == source ? .same : .fault("other bytes")
        }
    }
}
