import Origin
import PlaybackProxy

/// Any text is a player's Range and If-Range, and an origin's Content-Range.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRange(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = unsafe String(
        decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if let asked = ByteRangeRequest(header: text) {
        for total in [0, 1, 100, 1 << 40, .max] {
            guard let range = asked.resolved(against: total) else { continue }
            precondition(
                !range.isEmpty && range.lowerBound >= 0 && range.upperBound <= total,
                "bytes that are not there")
            checkAnswer(PlaybackProxy.ContentRange.header(range, of: total), range, total)
        }
    }
    if let range = Origin.ContentRange(text) { checkPart(range) }
    let tag = EntityTag(version: 7)
    precondition(tag.allowsRange(ifRange: text) == (text == tag.text), "another tag")
    _ = tag.matches(ifNoneMatch: text)
    return 0
}

/// What we say of a part is what we understand of it.
private func checkAnswer(_ header: String, _ range: Range<Int>, _ total: Int) {
    guard case .part(let part, let whole)? = Origin.ContentRange(header) else {
        preconditionFailure("our own header is not understood")
    }
    precondition(Range(part) == range && whole == total, "another part")
}

private func checkPart(_ range: Origin.ContentRange) {
    guard case .part(let part, let total) = range else { return }
    precondition(part.lowerBound >= 0, "a part before the beginning")
    precondition(total.map { part.upperBound < $0 } ?? true, "a part past the end")
    guard part.upperBound < .max else { return }
    precondition(range.answers(.closed(part)), "a part that is not itself")
    precondition(
        !range.answers(.closed(part.lowerBound + 1...part.upperBound + 1)), "another part")
}
