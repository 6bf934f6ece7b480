import Crypto
import Primitives
import TestSupport
import Testing
import TrackerCore
import TrackerWire

@testable import TrackerServer

@Suite struct AdmissionTests {
    private static let now: UInt64 = 1_700_000_000
    private let keys = OperatorKeys(master: SecretBytes32(Bytes32(words: (1, 2, 3, 4))))

    private func credentials(at time: UInt64 = now) throws -> Credentials {
        let key = try keys.sdkKey(trackerHost: "t.example", trackerPort: 7_000, appID: "demo")
        return try Credentials(pass: key.pass, bundleID: "com.a", unixTime: time)
    }

    private func isAdmitted(
        _ payload: [UInt8], apps: Admission.Apps = .everySigned, revoked: Set<String> = []
    ) -> Bool {
        var revocations = Revocations()
        revocations.apps = revoked
        let admission = Admission(keys: keys, apps: apps, revoked: revocations)
        do throws(Admission.Refusal) {
            try admission.check(payload, of: PeerID(.zero), unixSeconds: Self.now)
            return true
        } catch {
            return false
        }
    }

    @Test func `a changed bit anywhere in the pass is refused`() throws {
        let credentials = try credentials()
        let bytes = credentials.encode()
        #expect(isAdmitted(bytes))
        // Behind the pass: bundle id and time, which the app says for itself.
        let signed = bytes.count - 8 - 1 - credentials.bundleID.utf8.count
        for bit in 0..<(8 * signed) {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!isAdmitted(changed), "bit \(bit)")
        }
    }

    @Test(arguments: [(-61, false), (-60, true), (0, true), (60, true), (61, false)])
    func `a clock may be a minute off`(skew: Int, isGood: Bool) throws {
        let bytes = try credentials(at: Self.now.advanced(by: skew)).encode()
        #expect(isAdmitted(bytes) == isGood)
    }

    @Test func `an app that is not served is refused`() throws {
        let bytes = try credentials().encode()
        #expect(isAdmitted(bytes, apps: .only(["demo"])))
        #expect(!isAdmitted(bytes, apps: .only(["dem", "demo2"])))
    }

    @Test func `a revoked app is refused`() throws {
        let bytes = try credentials().encode()
        #expect(!isAdmitted(bytes, revoked: ["demo"]))
        #expect(isAdmitted(bytes, revoked: ["dem", "demo2"]))
    }

    @Test func `fuzzing starts from what is let in`() throws {
        let corpus = FuzzCorpus("CredentialsFuzz")
        #expect(try corpus.holds(try credentials().encode(), as: "admitted"))
    }
}
