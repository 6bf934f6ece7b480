import Primitives
import TestSupport
import Testing
import TrackerWire

@Suite struct FuzzCorpusTests {
    @Test func `fuzzing starts from every golden message and format`() throws {
        let corpus = FuzzCorpus("TrackerWireFuzz")
        for golden in GoldenMessages.client {
            #expect(try corpus.holds(golden.bytes, as: "client-\(golden.name)"))
        }
        for golden in GoldenMessages.tracker {
            #expect(try corpus.holds(golden.bytes, as: "tracker-\(golden.name)"))
        }
        let pass = try Samples.pass()
        let key = SDKKey(pass: pass, contentKey: Redacted(Samples.filled(0x99)))
        let credentials = try Credentials(pass: pass, bundleID: "com.a", unixTime: 1)
        #expect(try corpus.holds(Samples.attestation.encode(), as: "attestation"))
        #expect(try corpus.holds(Samples.ticket.encode(), as: "ticket"))
        #expect(try corpus.holds(credentials.encode(), as: "credentials"))
        #expect(try corpus.holds(Array(Samples.grant.text.utf8), as: "grant"))
        #expect(try corpus.holds(Array(Samples.licence().text.utf8), as: "licence"))
        #expect(try corpus.holds(Array(key.text.utf8), as: "sdk-key"))
    }
}
