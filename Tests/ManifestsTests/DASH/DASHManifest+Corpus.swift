import TestSupport

@testable import Manifests

extension DASHManifest {
    /// Where the other projects' parsers were told that their MPDs come from.
    static func read(_ path: String, from base: ResolvedURI) throws -> DASHManifest? {
        parse(try Corpus.contents(of: path), from: base)
    }
}
