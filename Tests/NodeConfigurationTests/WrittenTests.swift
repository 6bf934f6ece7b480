import Primitives
import Testing

@testable import NodeConfiguration

@Suite struct WrittenTests {
    @Test(
        arguments: [
            (.null, "null"), (.flag(true), "true"), (.number(20), "20"), (.number(0.5), "0.5"),
            (.number(9_007_199_254_740_992), "9007199254740992"), (.number(-1), "-1"),
            (.text("https://x/y?a=\"b\"\n"), #""https://x/y?a=\"b\"\n""#),
            (.list([]), "[]"), (.object([:]), "{}"),
            (
                .object(["b": .list([.text("x"), .number(1)]), "a": .object(["c": .null])]),
                #"{"a":{"c":null},"b":["x",1]}"#
            ),
            // Only JSON5 has these.
            (.number(.infinity), #""Infinity""#), (.number(.nan), #""NaN""#),
        ] as [(JSON, String)])
    func `a value is written on one line, with keys in their order`(value: JSON, text: String) {
        #expect(value.written == text)
    }
}
