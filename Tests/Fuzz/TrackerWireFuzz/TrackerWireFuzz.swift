import Primitives
import TrackerWire

/// Reads the input as each format; what is read must survive being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTrackerWire(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    expectStable(input) { bytes throws(WireError) in
        try ClientMessage(decoding: bytes.span)
    } encode: {
        $0.encode()
    }
    expectStable(input) { bytes throws(WireError) in
        try TrackerMessage(decoding: bytes.span)
    } encode: {
        $0.encode()
    }
    expectStable(input) { bytes throws(WireError) in
        try Attestation(decoding: bytes.span)
    } encode: {
        $0.encode()
    }
    expectStable(input) { bytes throws(WireError) in
        try IntroductionTicket(decoding: bytes.span)
    } encode: {
        $0.encode()
    }
    expectStable(input) { bytes throws(WireError) in
        try Credentials(decoding: bytes.span)
    } encode: {
        $0.encode()
    }
    expectStable(input) { bytes throws(SDKKeyError) in
        try SDKKey(parsing: String(decoding: bytes, as: UTF8.self))
    } encode: {
        Array($0.text.utf8)
    }
    expectStable(input) { bytes throws(WireError) in
        try Grant(parsing: String(decoding: bytes, as: UTF8.self))
    } encode: {
        Array($0.text.utf8)
    }
    expectStable(input) { bytes throws(WireError) in
        try Licence(parsing: String(decoding: bytes, as: UTF8.self))
    } encode: {
        Array($0.text.utf8)
    }
    return 0
}

private func expectStable<Value: Equatable, Failure: Error>(
    _ input: [UInt8], decode: ([UInt8]) throws(Failure) -> Value, encode: (Value) -> [UInt8]
) {
    let value: Value
    do throws(Failure) {
        value = try decode(input)
    } catch {
        return
    }
    do throws(Failure) {
        let again = try decode(encode(value))
        precondition(again == value)
    } catch {
        preconditionFailure("what was read cannot be read again")
    }
}
