import Manifests
import Primitives

/// Any text is a URI, a reference from another, and the name of a volatile parameter.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIdentity(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = unsafe String(
        decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let base = ResolvedURI("http://user@origin.test:8080/a/b/c;d?tok=1#e")
    for uri in [ResolvedURI(text), base?.resolving(text)].compactMap({ $0 }) { check(uri, text) }
    return 0
}

private func check(_ uri: ResolvedURI, _ parameter: String) {
    precondition(uri.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "not printable ASCII")
    precondition(uri.text.utf8.count <= ResolvedURI.longest, "longer than allowed")
    guard let again = ResolvedURI(uri.text) else {
        preconditionFailure("what was read cannot be read again")
    }
    precondition(again == uri && again.origin == uri.origin, "two readings of one URI")
    let rule = IdentityRule(volatileParameters: [parameter])
    let range = ByteRange(offset: 1, length: 2)
    for kind in [CanonicalIdentity.Kind.content, .segment] {
        let whole = rule.identity(of: uri, kind: kind)
        precondition(whole == rule.identity(of: again, kind: kind), "two identities of one URI")
        precondition(
            whole != rule.identity(of: uri, byteRange: range, kind: kind),
            "a part is taken for the whole")
    }
    precondition(
        CanonicalIdentity(uri, kind: .segment) != CanonicalIdentity(uri, kind: .part),
        "kinds are not told apart")
}
