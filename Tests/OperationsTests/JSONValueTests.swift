import Foundation
import Operations
import Testing

struct JSONValueTests {
    @Test func `members keep their order`() {
        let value: JSONValue = ["z": .int(1), "a": [.null, .bool(true), .double(0.5)], "m": [:]]
        #expect(value.text == #"{"z":1,"a":[null,true,0.5],"m":{}}"#)
    }

    @Test(arguments: ["", "a\"b\\c", "\n\t\r\u{0}\u{1f}\u{7f}", "</script>&", "ü😀\u{2028}"])
    func `a string is what another reader reads`(_ text: String) throws {
        let written = JSONValue.array([.string(text)]).text
        #expect(!written.contains("<") && !written.contains { $0.isNewline })
        let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String]
        #expect(read == [text])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `what is no number is null`(_ value: Double) {
        #expect(JSONValue.double(value).text == "null")
    }
}
