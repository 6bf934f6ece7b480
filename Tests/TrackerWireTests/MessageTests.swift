import Primitives
import TestSupport
import Testing
import TrackerWire

/// What holds for each message of both directions.
@Suite struct MessageTests {
    @Test(arguments: GoldenMessages.client)
    func `a client's message has the bytes it always had`(
        golden: GoldenMessages.Golden<ClientMessage>
    ) throws {
        #expect(!golden.bytes.isEmpty)
        #expect(golden.message.encode().hex == golden.bytes.hex)
        #expect(try ClientMessage(decoding: golden.bytes.span) == golden.message)
    }

    @Test(arguments: GoldenMessages.tracker)
    func `a tracker's message has the bytes it always had`(
        golden: GoldenMessages.Golden<TrackerMessage>
    ) throws {
        #expect(!golden.bytes.isEmpty)
        #expect(golden.message.encode().hex == golden.bytes.hex)
        #expect(try TrackerMessage(decoding: golden.bytes.span) == golden.message)
    }

    @Test func `every type of message is among the golden ones`() {
        #expect(Set(GoldenMessages.client.compactMap(\.bytes.first)) == Set(1...8))
        #expect(Set(GoldenMessages.tracker.compactMap(\.bytes.first)) == Set(65...76))
    }

    @Test(arguments: GoldenMessages.client)
    func `a client's message is whole or refused`(
        golden: GoldenMessages.Golden<ClientMessage>
    ) throws {
        try expectExactLength(golden.bytes) { bytes throws(WireError) in
            try ClientMessage(decoding: bytes.span).encode()
        }
    }

    @Test(arguments: GoldenMessages.tracker)
    func `a tracker's message is whole or refused`(
        golden: GoldenMessages.Golden<TrackerMessage>
    ) throws {
        try expectExactLength(golden.bytes) { bytes throws(WireError) in
            try TrackerMessage(decoding: bytes.span).encode()
        }
    }

    @Test func `a message reflected to its sender is refused`() {
        for golden in GoldenMessages.client {
            #expect(throws: WireError.unknownType(golden.bytes[0])) {
                try TrackerMessage(decoding: golden.bytes.span)
            }
        }
        for golden in GoldenMessages.tracker {
            #expect(throws: WireError.unknownType(golden.bytes[0])) {
                try ClientMessage(decoding: golden.bytes.span)
            }
        }
    }

    @Test func `random messages come back as they were sent`() throws {
        var random = SeededRandom(seed: testSeed)
        for _ in 0..<1_000 {
            let client = ClientMessage.random(using: &random)
            let clientBytes = client.encode()
            #expect(try ClientMessage(decoding: clientBytes.span) == client)
            let tracker = TrackerMessage.random(using: &random)
            let trackerBytes = tracker.encode()
            #expect(trackerBytes.count <= 16 * 1024)
            #expect(try TrackerMessage(decoding: trackerBytes.span) == tracker)
        }
    }

    @Test func `no text of a message shows a swarm's secret`() {
        let secret = Samples.filled(0xab)
        let message = TrackerMessage.swarmSecrets(
            SwarmSecrets(
                swarm: Samples.swarm,
                secrets: [.init(epoch: Epoch(1), secret: Redacted(secret))]))
        let words = String(describing: secret.words.0)
        #expect("\(secret)".contains(words))
        #expect(!"\(message)".contains(words))
        #expect(!String(reflecting: message).contains(words))
    }
}

/// Every truncation is refused as such, and so is a byte too many; garbage and changes never trap,
/// and what they decode to encodes to what was decoded.
func expectExactLength(
    _ bytes: [UInt8], recode: ([UInt8]) throws(WireError) -> [UInt8]
) throws {
    for count in 0..<bytes.count {
        #expect(throws: WireError.truncated) { try recode(Array(bytes.prefix(count))) }
    }
    #expect(throws: WireError.trailingBytes) { try recode(bytes + [0]) }
    var random = SeededRandom(seed: testSeed)
    func expectStable(_ candidate: [UInt8]) throws {
        do throws(WireError) {
            let recoded = try recode(candidate)
            // Reasons that are not known all become `other`.
            let isUnknown = recoded == [73, 0] || recoded.first == 74 && recoded.last == 2
            if recoded != candidate { #expect(isUnknown) }
        } catch {
            return
        }
    }
    for count in 0...bytes.count {
        for length in [1, 8, 40, 300] {
            try expectStable(bytes.prefix(count) + random.bytes(length))
        }
    }
    for index in bytes.indices {
        for mask: UInt8 in [0x01, 0x80, 0xff] {
            var changed = bytes
            changed[index] ^= mask
            try expectStable(changed)
        }
    }
}
