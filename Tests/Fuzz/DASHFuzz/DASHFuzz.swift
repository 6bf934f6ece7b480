import Manifests
import Primitives

/// What libFuzzer calls: any bytes are an MPD, which is made to lead to a proxy, and the index of a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDASH(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let source = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    checkIndex(source)
    guard let base = ResolvedURI("http://origin.test:8080/a/b/m.mpd?tok=1&x=%2F"),
        let manifest = DASHManifest.parse(source, from: base)
    else { return 0 }
    checkSegments(manifest)
    var sites = 0
    let mirror = DASHMirror(manifest, at: "/s/T/0/m.mpd", of: "http://127.0.0.1:1") { _ in
        sites += 1
        return "/s/T/m\(sites)"
    }
    guard let mirror else { return 0 }
    let rewritten = manifest.rewriting(to: mirror) { _, _ in "/s/T/d/x" }
    guard let local = ResolvedURI("http://127.0.0.1:1/s/T/0/m.mpd"),
        let again = DASHManifest.parse(rewritten, from: local)
    else { preconditionFailure("not understood after rewriting") }
    precondition(
        again.representations.count == manifest.representations.count,
        "a representation was lost")
    return 0
}

private func checkSegments(_ manifest: DASHManifest) {
    let directory = DASHDirectory(manifest)
    for representation in manifest.representations.prefix(8) {
        for now in [nil, Duration.seconds(1_700_000_000)] {
            let segments = representation.segments(at: now)
            precondition(
                zip(segments, segments.dropFirst()).allSatisfy { $0.number < $1.number },
                "numbers out of order")
            for segment in segments.prefix(3) + segments.suffix(1) {
                precondition(
                    segment.start >= .zero && segment.duration >= .zero, "a time before all")
                guard let uri = representation.uri(of: segment, base: 0) else { continue }
                precondition(
                    uri.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "not printable ASCII")
                _ = directory.entry(at: uri)
                _ = representation.segments(at: now, asked: segment)
            }
        }
    }
}

private func checkIndex(_ source: [UInt8]) {
    guard let index = SegmentIndex(source, at: 0) else { return }
    precondition(!index.entries.isEmpty, "an index of nothing")
    for (one, next) in zip(index.entries, index.entries.dropFirst()) {
        precondition(one.range.end <= next.range.offset, "segments overlap")
    }
}
