import Engine
import Manifests
import Primitives
import TestSupport
import Testing

@testable import PlaybackProxy

/// What a player is given for each playlist that others wrote leads to what it led to before.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence))) struct CorpusMappingTests
{
    @Test func `what has a path of ours is asked for where it was, and the rest is as it was`()
        throws
    {
        var mapped = 0
        for path in try Corpus.playlists() {
            let source = try Corpus.contents(of: path)
            let base = try #require(ResolvedURI("http://origin.test:8080/a/b/list.m3u8?tok=1"))
            guard let playlist = HLSPlaylist.parse(source, from: base) else { continue }
            var resources: [Resource] = []
            var version = MappedPlaylist()
            _ = version.read(source, from: base, importing: .none)
            let settings = MappedPlaylist.Settings(
                uri: base, bitrate: nil, family: .main,
                keepingQueries: PlaylistQueryRule(playlist).isUsed, keys: MappedVersions.keys,
                path: { resource in
                    resources.append(resource)
                    return "/s/\(resources.count - 1)/\(resource.uri.lastPathComponent)"
                }, number: { _ in 0 })
            _ = version.map(playlist, settings)
            #expect(
                try originals(version.rewritten, resources, of: playlist, source) == source,
                "\(path)")
            mapped += resources.count
        }
        // Thousands of segments, hundreds of playlists.
        #expect(mapped > 20_000)
    }

    /// The text with the URIs put back, of which each must have been what its path stands for.
    private func originals(
        _ rewritten: [UInt8], _ resources: [Resource], of playlist: HLSPlaylist,
        _ source: [UInt8]
    ) throws -> [UInt8] {
        let local = try #require(ResolvedURI("http://127.0.0.1:1/s/T/list.m3u8?tok=1"))
        let again = try #require(
            HLSPlaylist.parse(rewritten, from: local, importing: playlist.variables))
        #expect(again.references.count == playlist.references.count)
        var original: [UInt8] = []
        var position = 0
        for (before, after) in zip(playlist.references, again.references) {
            let text = String(decoding: rewritten[after.range], as: UTF8.self)
            let uri = playlist.resolved(before)
            if text.hasPrefix("/s/") {
                let number = try #require(Int(text.dropFirst(3).prefix { $0 != "/" }))
                #expect(resources[number].uri == uri)
            } else if text.utf8.elementsEqual(source[before.range]) {
                #expect(uri?.origin == nil || before.role.treatment == .direct)
            } else {
                #expect(text == uri?.text && before.role.treatment == .direct)
            }
            original += rewritten[position..<after.range.lowerBound]
            original += source[before.range]
            position = after.range.upperBound
        }
        return original + rewritten[position...]
    }
}
