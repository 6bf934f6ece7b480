/// The first byte of the input says what the rest meets: a side that waits, or an open channel.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTransport(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    guard let kind = input.first else { return 0 }
    let rest = input.dropFirst()
    switch kind % 4 {
    case 0: StrangersBytes.meet(.peerResponder(), rest)
    case 1: StrangersBytes.meet(.trackerResponder(), rest)
    case 2: StrangersBytes.meet(.greetedInitiator(), rest)
    default: MeddledChannel.run(rest)
    }
    return 0
}
