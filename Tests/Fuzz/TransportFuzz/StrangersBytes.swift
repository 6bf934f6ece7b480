import Transport

/// Bytes that come to a side that has no keys yet: whole, and then cut in two.
enum StrangersBytes {
    static func meet(_ side: consuming FuzzSide, _ bytes: ArraySlice<UInt8>) {
        let cut = bytes.startIndex + bytes.count / 2
        side.receive(bytes[..<cut])
        side.receive(bytes[cut...])
        precondition(side.openings == 0, "opened without keys")
        precondition(
            side.machine.incomingCapacity <= 568 || side.ends > 0, "a stranger fills memory")
        side.disconnect()
        precondition(side.ends == 1, "a connection that is gone goes on")
    }
}
