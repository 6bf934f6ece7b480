import Manifests
import Primitives

/// The first byte is where in the rest, the beginning of a file, the index is said to be.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSegmentIndex(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let place = input.first,
        let index = SegmentIndex(Array(input.dropFirst()), at: Int(place))
    else { return 0 }
    precondition(!index.entries.isEmpty, "an index of nothing")
    for (one, next) in zip(index.entries, index.entries.dropFirst()) {
        precondition(one.range.end <= next.range.offset, "segments overlap")
        precondition(one.start <= next.start, "segments go back in time")
    }
    precondition(
        index.entries.allSatisfy { $0.start >= .zero && $0.duration >= .zero },
        "a time before all")
    let segments = index.segments(from: .seconds(10))
    precondition(segments.map(\.byteRange) == index.entries.map(\.range), "other segments")
    return 0
}
