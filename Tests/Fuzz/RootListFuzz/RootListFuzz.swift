import Manifests
import Primitives

/// Any bytes are a list of roots, as an origin might send them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRootList(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let list: RootList
    do throws(WireError) {
        list = try RootList(decoding: input.span)
    } catch {
        return 0
    }
    precondition(list.encode() == input, "two forms of one list")
    precondition(list.segmentCount <= input.count / Bytes32.count, "more roots than bytes")
    guard let base = ResolvedURI("https://cdn.example/a/b/m.m3u8?x=1") else { return 0 }
    for entry in list.entries {
        guard let uri = base.resolving(entry.uri), uri.site == base.site else { continue }
        guard let text = RelativeReference.text(of: uri, from: base) else {
            preconditionFailure("no way to the same site")
        }
        let found = base.resolving(text)
        precondition(
            found?.site == uri.site && found?.path == uri.path && found?.query == uri.query,
            "a way that leads elsewhere")
    }
    return 0
}
