import Primitives
import TestSupport
import Testing
import TrackerWire

@Suite struct GrantTests {
    private let bytes = [UInt8](hex: Samples.grantHex) ?? []

    private func text(_ bytes: some Sequence<UInt8>) -> String { "shoalg1." + bytes.base64url }

    @Test func `a grant has the bytes it always had`() throws {
        #expect(Samples.grant.text == text(bytes))
        #expect(try Grant(parsing: " \n" + Samples.grant.text + "\n") == Samples.grant)
        #expect(
            Samples.grant.signedBytes == Array("grt-v1".utf8) + bytes.prefix(bytes.count - 64))
    }

    @Test func `a grant is whole or refused`() throws {
        try expectExactLength(bytes) { bytes throws(WireError) in
            let grant = try Grant(parsing: "shoalg1." + bytes.base64url)
            return [UInt8](base64url: grant.text.dropFirst("shoalg1.".count)) ?? []
        }
    }

    @Test func `every bit is signed, is the signature, or is refused`() throws {
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                do throws(WireError) {
                    let read = try Grant(parsing: text(changed))
                    #expect(
                        read.signedBytes != Samples.grant.signedBytes
                            || read.signature != Samples.grant.signature)
                } catch {
                    continue
                }
            }
        }
    }

    @Test func `a grant can be used first within 300 seconds of its issue, and no longer`() {
        func make(issued: UInt32, useBy: UInt32, expires: UInt32) throws(WireError) -> Grant {
            try Grant(
                issuer: .zero, appID: "a", bundleID: "b", role: .edge, client: Samples.peer,
                issued: issued, useBy: useBy, expires: expires, id: GrantID(words: (0, 0)),
                swarms: [], sign: Samples.unsigned)
        }
        #expect(throws: Never.self) { try make(issued: 10, useBy: 310, expires: 310) }
        for (issued, useBy, expires) in [(10, 311, 400), (10, 9, 400), (10, 20, 19)] as [Times] {
            #expect(throws: WireError.invalidValue) {
                try make(issued: issued, useBy: useBy, expires: expires)
            }
        }
    }

    private typealias Times = (UInt32, UInt32, UInt32)

    @Test func `names and swarms are bounded`() throws {
        func make(app: String = "a", bundle: String = "b", swarms: Int = 0) throws(WireError)
            -> Grant
        {
            try Grant(
                issuer: .zero, appID: app, bundleID: bundle, role: .viewer, client: Samples.peer,
                issued: 0, useBy: 0, expires: 0, id: GrantID(words: (0, 0)),
                swarms: [SwarmID](repeating: Samples.swarm, count: swarms), sign: Samples.unsigned)
        }
        let long = try make(
            app: String(repeating: "a", count: 64), bundle: String(repeating: "b", count: 100),
            swarms: 4)
        #expect(try Grant(parsing: long.text) == long)
        #expect(throws: WireError.tooLarge) { try make(app: String(repeating: "a", count: 65)) }
        #expect(throws: WireError.tooLarge) { try make(bundle: String(repeating: "b", count: 101)) }
        #expect(throws: WireError.tooLarge) { try make(swarms: 5) }
        #expect(throws: WireError.invalidValue) { try make(app: "") }
        #expect(throws: WireError.invalidValue) { try make(bundle: "a\nb") }
    }

    @Test(arguments: ["", "shoal1.AAAA", "shoalg1.", "shoalg1.%", "shoalg1.AA AA"])
    func `what is no grant is refused`(text: String) {
        #expect(throws: WireError.self) { try Grant(parsing: text) }
    }

    @Test func `a grant for no swarm in particular covers each`() {
        #expect(Samples.grant(swarms: []).covers(Samples.swarm))
        #expect(Samples.grant(swarms: [Samples.swarm]).covers(Samples.swarm))
        #expect(!Samples.grant(swarms: [SwarmID(.zero)]).covers(Samples.swarm))
    }

    @Test func `no text of a message shows a grant`() {
        let shown = GrantPresentation(swarm: Samples.swarm, grant: Redacted(Samples.grant))
        let text = "\(ClientMessage.grant(shown)) \(String(reflecting: shown))"
        #expect(!text.contains("238, 238"))
        #expect(!text.contains("com.a.bb"))
    }
}
