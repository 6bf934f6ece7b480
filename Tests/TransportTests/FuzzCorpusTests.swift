import Crypto
import Primitives
import TestSupport
import Testing
import Transport

/// The fuzzer starts from a real opening and a script that does everything once.
@Suite struct FuzzCorpusTests {
    private let corpus = FuzzCorpus("TransportFuzz")

    @Test func `the corpus has a peer's and a client's opening`() throws {
        let ephemeral = SecretBytes32(Bytes32(words: (8, 8, 8, 8)))
        let peer = MachinePair.peers(initiatorEphemeral: ephemeral)
        let client = MachinePair.clientAndTracker(initiatorEphemeral: ephemeral)
        #expect(try holds(peer, kind: 0, as: "peer-opening"))
        #expect(try holds(client, kind: 1, as: "client-opening"))
    }

    @Test func `the corpus has a meddled channel`() throws {
        let script: [UInt8] = [
            3, 0, 30, 1, 220, 3, 255, 2, 5, 4, 1, 5, 0, 3, 255, 6, 2, 9, 9, 7, 1,
        ]
        #expect(try corpus.holds(script, as: "meddled-channel"))
        let orderly: [UInt8] = [3, 0, 30, 1, 220, 3, 255, 2, 5, 7, 1, 3, 255]
        #expect(try corpus.holds(orderly, as: "orderly-channel"))
    }

    private func holds(
        _ pair: consuming MachinePair, kind: UInt8, as name: String
    ) throws -> Bool {
        try corpus.holds([kind] + pair.initiator.connect(), as: name)
    }
}
