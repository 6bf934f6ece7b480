import Foundation

@testable import Manifests

extension Corpus {
    static let dashOracle = "oracle-streamlink-8.6.3-dash.json"

    /// Every MPD, by its path below the root: those that the oracle has read, whatever their names.
    static func manifests() throws -> [String] {
        try object(dashOracle).keys.sorted()
    }
}

extension DASHManifest {
    /// Where the other projects' parsers were told that their MPDs come from.
    static func read(_ path: String, from base: ResolvedURI) throws -> DASHManifest? {
        parse(try Corpus.contents(of: path), from: base)
    }
}
