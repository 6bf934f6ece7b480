/// Has a bug on purpose: `.ci/fuzz` fails unless it finds it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCanary(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe UnsafeBufferPointer(start: start, count: count).span
    let magic: StaticString = "tern"
    var matched = 0
    while matched < 4, matched < count, unsafe input[matched] == magic.utf8Start[matched] {
        matched += 1
    }
    precondition(matched < 4)
    return 0
}
