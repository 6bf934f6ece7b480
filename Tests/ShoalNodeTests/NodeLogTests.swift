import EdgeNode
import NodeConfiguration
import Operations
import PlaybackProxy
import Testing

@testable import shoal_node

/// What the node says, in both of its formats.
@Suite struct NodeLogTests {
    private static func line(_ event: String, _ fields: KeyValuePairs<String, JSONValue>) -> LogLine
    {
        LogLine(event, at: "2026-12-01T00:00:00Z", fields)
    }

    private static let access = AccessRecord(
        site: "news", method: "GET", path: "/news/a b/s1.ts", status: 206, bytes: 10,
        isComplete: false, source: .peer, duration: .milliseconds(1_250))

    private static func own(_ url: String) -> LogLine {
        var line = line("site", [:])
        line.add(own: url)
        return line
    }

    @Test(arguments: [
        (
            line("access", access.fields),
            #"access site=news method=GET path="/news/a b/s1.ts" status=206 bytes=10 cache=PEER ms=1250 complete=0"#,
            #""event":"access","site":"news","method":"GET","path":"/news/a b/s1.ts","status":206,"bytes":10,"cache":"PEER","ms":1250,"complete":0}"#
        ),
        (
            line("reloaded", ["changed": .string("drain"), "needs_restart": .string("")]),
            "reloaded changed=drain needs_restart=",
            #""event":"reloaded","changed":"drain","needs_restart":""}"#
        ),
        (
            line("statistics", ["host": .string("cdn.test"), "offload": .double(0.5)]),
            "statistics host=cdn.test offload=0.5",
            #""event":"statistics","host":"cdn.test","offload":0.5}"#
        ),
        (
            line(
                "x",
                ["token": .string("CANARY"), "from": .string("http://u:CANARY@h/CANARY?t=CANARY")]),
            #"x token=[redacted] from="http://h/…""#,
            #""event":"x","token":"[redacted]","from":"http://h/…"}"#
        ),
        (
            line("x", ["a": .string("1\nsite=forged")]), #"x a="1\nsite=forged""#,
            #""event":"x","a":"1\nsite=forged"}"#
        ),
        (
            own("http://127.0.0.1:8080/news/"), "site url=http://127.0.0.1:8080/news/",
            #""event":"site","url":"http://127.0.0.1:8080/news/"}"#
        ),
    ])
    func `a line says the same in both formats, and nothing that is secret`(
        _ line: LogLine, _ text: String, _ json: String
    ) {
        #expect(NodeLog(format: .text).line(line) == text)
        let time = #"{"time":"2026-12-01T00:00:00Z","#
        #expect(NodeLog(format: .json).line(line) == time + json)
    }
}
