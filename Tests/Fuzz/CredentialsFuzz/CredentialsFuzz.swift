import Crypto
import Primitives
import TrackerServer
import TrackerWire

private let keys = OperatorKeys(master: SecretBytes32(Bytes32(words: (1, 2, 3, 4))))

/// Any bytes are what a client shows a tracker, and the text of an SDK key.
///
/// Only the pass of the corpus is signed: what has a good signature says that, whatever else it says.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCredentials(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    checkKey(String(decoding: bytes, as: UTF8.self))
    do throws(WireError) {
        let credentials = try Credentials(decoding: bytes.span)
        precondition(credentials.encode() == bytes, "two forms of the same credentials")
        let pass = credentials.pass
        let isSigned = keys.signing.publicKey.verifies(
            signature: pass.signature, of: pass.signedBytes)
        let key = try keys.sdkKey(trackerHost: "t.example", trackerPort: 7_000, appID: "demo")
        precondition(
            !isSigned || pass.signedBytes == key.pass.signedBytes, "a pass of nobody's")
    } catch {
        // Most inputs are no credentials.
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
