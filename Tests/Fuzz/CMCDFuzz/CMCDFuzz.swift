import Manifests
import Primitives

/// What libFuzzer calls: any bytes are a header's value and a query.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCMCD(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let source = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: source, as: UTF8.self)
    check(CMCD(query: nil, headers: [("CMCD-Request", text)]))
    check(CMCD(query: "CMCD=\(text)", headers: []))
    check(CMCD(query: text, headers: []))
    let (cmcd, rest) = CMCD.divide(text)
    guard let cmcd else {
        precondition(rest == text, "a query without CMCD was changed")
        return 0
    }
    precondition(CMCD.divide(cmcd).rest == nil, "what is CMCD is taken for something else")
    precondition(CMCD.divide(rest).cmcd == nil, "what is not CMCD is taken for it")
    precondition(
        CMCD(query: cmcd, headers: []) == CMCD(query: text, headers: []), "a word was lost")
    return 0
}

private func check(_ said: CMCD?) {
    guard let said else { return }
    let most = Duration.seconds(3_000_000_000)
    for time in [said.bufferLength, said.deadline].compactMap({ $0 }) {
        precondition(time >= .zero && time <= most, "a time out of range")
    }
    precondition(said.playbackRate.map { $0.isFinite && $0 >= 0 } ?? true, "a rate out of range")
    precondition(said.throughput ?? 0 >= 0, "a throughput out of range")
}
