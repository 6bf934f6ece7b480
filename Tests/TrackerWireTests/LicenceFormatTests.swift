import Primitives
import TestSupport
import Testing
import TrackerWire

@Suite struct LicenceFormatTests {
    private let bytes = [UInt8](hex: Samples.licenceHex) ?? []

    private func text(_ bytes: some Sequence<UInt8>) -> String {
        "shoallicence1." + bytes.base64url
    }

    @Test func `a licence has the bytes it always had`() throws {
        let licence = try Samples.licence()
        #expect(licence.text == text(bytes))
        #expect(try Licence(parsing: " \n" + licence.text + "\r\n") == licence)
        #expect(licence.signedBytes.hex == Array("lic-v1".utf8).hex + Samples.licenceFields)
    }

    @Test func `a licence is whole or refused`() throws {
        try expectExactLength(bytes) { bytes throws(WireError) in
            let licence = try Licence(parsing: "shoallicence1." + bytes.base64url)
            return [UInt8](base64url: licence.text.dropFirst("shoallicence1.".count)) ?? []
        }
    }

    @Test func `every bit is signed, is the signature, or is refused`() throws {
        let licence = try Samples.licence()
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << UInt8(bit)
                do throws(WireError) {
                    let read = try Licence(parsing: text(changed))
                    #expect(
                        read.signedBytes != licence.signedBytes
                            || read.signature != licence.signature)
                } catch {
                    continue
                }
            }
        }
    }

    @Test func `names are bounded`() throws {
        let long = try Samples.licence(
            app: String(repeating: "a", count: 64), bundle: String(repeating: "b", count: 100))
        #expect(try Licence(parsing: long.text) == long)
        #expect(throws: WireError.tooLarge) {
            try Samples.licence(app: String(repeating: "a", count: 65))
        }
        #expect(throws: WireError.tooLarge) {
            try Samples.licence(bundle: String(repeating: "b", count: 101))
        }
        #expect(throws: WireError.invalidValue) { try Samples.licence(app: "") }
        #expect(throws: WireError.invalidValue) { try Samples.licence(bundle: "a b") }
    }

    @Test(arguments: [
        "", "shoal1.AAAA", "shoallicence1.", "shoallicence1.%", "shoallicence1.AA AA",
        "SHOALLICENCE1.AAAA", "shoallicence2.AAAA",
    ])
    func `what is no licence is refused`(text: String) {
        #expect(throws: WireError.self) { try Licence(parsing: text) }
    }
}
