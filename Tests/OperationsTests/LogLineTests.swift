import Operations
import Testing

struct LogLineTests {
    @Test func `fields come in order, quoted where it is needed`() {
        let line = LogLine(
            "policy-kept", at: "2026-01-01T00:00:00Z",
            [
                "reason": .string("line 3: no \"such\" thing"), "count": .int(3),
                "empty": .string(""),
            ])
        #expect(
            line.text(as: .keyValue)
                == #"time=2026-01-01T00:00:00Z event=policy-kept reason="line 3: no \"such\" thing" count=3 empty="""#
        )
        #expect(
            line.text(as: .json)
                == #"{"time":"2026-01-01T00:00:00Z","event":"policy-kept","reason":"line 3: no \"such\" thing","count":3,"empty":""}"#
        )
    }

    @Test func `no value ends a line or forges a field`() {
        let line = LogLine("x", at: "t", ["a": .string("1\nevent=forged b=2\r\u{2028}")])
        for format in LogLine.Format.allCases {
            #expect(!line.text(as: format).contains { $0.isNewline })
        }
        #expect(line.text(as: .keyValue).hasPrefix("time=t event=x a=\"1\\nevent=forged"))
    }

    @Test(arguments: [
        ("https://cdn.example/a/b.m3u8?sig=CANARY", "https://cdn.example/…"),
        ("https://user:CANARY@cdn.example:8443/CANARY", "https://cdn.example:8443/…"),
        ("https://cdn.example", "https://cdn.example"),
        ("https://cdn.example?CANARY", "https://cdn.example/…"),
        ("from http://a/CANARY to \"https://b/CANARY\".", "from http://a/… to \"https://b/…\"."),
        ("no url: 1/2", "no url: 1/2"),
        ("https://a@b@CANARY.example@c/CANARY", "https://c/…"),
    ])
    func `of a URL the site alone is written`(_ text: String, _ written: String) {
        let line = LogLine("x", at: "t", ["where": .string(text), "all": [.string(text)]])
        #expect(line.text(as: .json).contains("\"where\":\(JSONValue.string(written).text)"))
        #expect(!line.text(as: .json).contains("CANARY"))
        #expect(!line.text(as: .keyValue).contains("CANARY"))
    }

    @Test(arguments: [
        "token", "Authorization", "set-cookie", "admin_token", "sdk-key", "psk", "client-secret",
        "signature", "password",
    ])
    func `what is secret by its name is not written`(_ name: String) {
        var line = LogLine("x", at: "t")
        line.add(name, .string("CANARY"))
        line.add("network", .string("10.0.0.0/24"))
        #expect(line.text(as: .json).contains("[redacted]"))
        #expect(!line.text(as: .json).contains("CANARY"))
        #expect(line.text(as: .keyValue).hasSuffix("network=10.0.0.0/24"))
    }
}
