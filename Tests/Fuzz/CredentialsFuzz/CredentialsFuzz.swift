import Crypto
import Primitives
import TrackerServer
import TrackerWire

private let keys = OperatorKeys(master: SecretBytes32(Bytes32(words: (1, 2, 3, 4))))
private let admission = Admission(keys: keys, apps: .everySigned)
private let now: UInt64 = 1_700_000_000

/// Any bytes are what a client shows a tracker, and the text of an SDK key.
///
/// Only the pass of the corpus is signed: what is let in shows that, whatever else it says.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCredentials(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    checkKey(String(decoding: bytes, as: UTF8.self))
    do throws(Admission.Refusal) {
        try admission.check(bytes, unixSeconds: now)
    } catch {
        return 0
    }
    do throws(WireError) {
        let credentials = try Credentials(decoding: bytes.span)
        let key = try keys.sdkKey(trackerHost: "t.example", trackerPort: 7_000, appID: "demo")
        precondition(credentials.pass.signedBytes == key.pass.signedBytes, "a pass of nobody's")
        precondition(credentials.encode() == bytes, "two forms of one pass")
    } catch {
        preconditionFailure("what was let in cannot be read")
    }
    return 0
}

private func checkKey(_ text: String) {
    do throws(SDKKeyError) {
        let key = try SDKKey(parsing: text)
        let again = try SDKKey(parsing: key.text)
        precondition(again == key, "what was read cannot be read again")
    } catch {
        return
    }
}
