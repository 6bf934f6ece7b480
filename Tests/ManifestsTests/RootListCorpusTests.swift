import TestSupport
import Testing

@testable import Manifests

@Suite struct RootListCorpusTests {
    @Test func `fuzzing starts from lists`() throws {
        let corpus = FuzzCorpus("RootListFuzz")
        #expect(try corpus.holds(SampleList.list.encode(), as: "unsigned"))
        #expect(try corpus.holds(SampleList.signed.encode(), as: "signed"))
    }
}
