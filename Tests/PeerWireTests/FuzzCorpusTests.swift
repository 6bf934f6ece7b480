import TestSupport
import Testing

@Suite struct FuzzCorpusTests {
    @Test func `fuzzing starts from every golden message`() throws {
        let corpus = FuzzCorpus("PeerWireFuzz")
        for golden in GoldenMessages.all {
            #expect(try corpus.holds(golden.bytes, as: golden.name))
        }
    }
}
