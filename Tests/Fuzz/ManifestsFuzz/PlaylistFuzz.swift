import FoundationEssentials
import Manifests
import Primitives

/// What libFuzzer calls: any bytes are parsed, rewritten, and rewritten back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPlaylist(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let source = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let base = ResolvedURI("http://origin.test:8080/a/b/p.m3u8?tok=1&x=%2F") else { return 0 }
    _ = ResolvedURI(String(decoding: source, as: UTF8.self))
    checkVersions(of: source, from: base)
    checkSteering(source, from: base)
    guard let playlist = HLSPlaylist.parse(source, from: base) else { return 0 }
    precondition(playlist.rewriting { _, _ in nil } == source, "changed without a mapping")
    var mapped: [(range: Range<Int>, uri: ResolvedURI)] = []
    let rewritten = playlist.rewriting { reference, uri in
        precondition(uri.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "not printable ASCII")
        checkIdentity(of: uri, reference.byteRange)
        mapped.append((reference.range, uri))
        return "/m/\(mapped.count - 1)"
    }
    checkBack(rewritten, to: source, mapped, importing: playlist.variables)
    return 0
}

/// A steering manifest leads nowhere else than through us, and stays one.
private func checkSteering(_ source: [UInt8], from base: ResolvedURI) {
    let document: JSON
    do {
        document = try JSONDecoder().decode(JSON.self, from: Data(source))
    } catch {
        return
    }
    guard let manifest = SteeringManifest(document, from: base) else { return }
    let rewritten = manifest.rewriting(reload: { _ in "/r" }, playlist: { _ in "http://us/p" }) {
        _ in 7
    }
    guard let again = SteeringManifest(rewritten, from: base) else {
        preconditionFailure("no manifest after rewriting")
    }
    precondition(again.clones.map(\.id) == manifest.clones.map(\.id), "other clones")
    for clone in manifest.clones { _ = clone.uri(of: base) }
}

/// Who asks, and at which host, does not change what is asked for.
private func checkIdentity(of uri: ResolvedURI, _ range: ByteRange?) {
    let identity = IdentityRule.usual.identity(of: uri, byteRange: range, kind: .segment)
    guard uri.origin != nil, !uri.text.contains("#"),
        let signed = ResolvedURI(uri.text + (uri.query == nil ? "?" : "&") + "token=1%2F")
    else { return }
    precondition(
        IdentityRule.usual.identity(of: signed, byteRange: range, kind: .segment) == identity,
        "a token made another resource")
    guard let elsewhere = ResolvedURI("https://elsewhere.test:8443" + uri.afterSite) else { return }
    precondition(
        IdentityRule.usual.identity(of: elsewhere, byteRange: range, kind: .segment) == identity,
        "another host made another resource")
}

/// What is read on from the version before is what is read anew.
private func checkVersions(of source: [UInt8], from base: ResolvedURI) {
    var reader = HLSReader(interval: 1)
    let next = source + Array("\n#EXTINF:1,\nnext.ts\n".utf8)
    for version in [source, next, source] {
        let fresh = HLSPlaylist.parse(version, from: base)
        let playlist = reader.read(version, from: base)
        precondition((playlist == nil) == (fresh == nil), "understood by one")
        guard let playlist, let fresh else { continue }
        precondition(
            playlist.references.elementsEqual(fresh.references)
                && playlist.references.map(playlist.resolved)
                    == fresh.references.map(fresh.resolved),
            "other URIs")
        guard let media = playlist.media, let expected = fresh.media else { continue }
        precondition(
            media.segments.elementsEqual(expected.segments)
                && media.parts.elementsEqual(expected.parts)
                && media.preloadHints.elementsEqual(expected.preloadHints)
                && media.initSegments.elementsEqual(expected.initSegments), "other segments")
    }
}

private func checkBack(
    _ rewritten: [UInt8], to source: [UInt8], _ mapped: [(range: Range<Int>, uri: ResolvedURI)],
    importing variables: HLSVariables
) {
    guard let local = ResolvedURI("http://127.0.0.1:1/x"),
        let playlist = HLSPlaylist.parse(rewritten, from: local, importing: variables)
    else { preconditionFailure("not understood after rewriting") }
    var original: [UInt8] = []
    var position = 0
    var count = 0
    _ = playlist.rewriting { reference, _ in
        guard count < mapped.count,
            rewritten[reference.range].elementsEqual("/m/\(count)".utf8)
        else { return nil }
        original += rewritten[position..<reference.range.lowerBound]
        original += source[mapped[count].range]
        position = reference.range.upperBound
        count += 1
        return nil
    }
    original += rewritten[position...]
    precondition(count == mapped.count, "a URI was lost")
    precondition(original == source, "bytes beside the URIs changed")
}
