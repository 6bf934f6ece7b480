import Origin
import Testing

@Suite struct FetchMachineTests {
    private func machine(
        range: OriginRange? = nil, method: OriginRequest.Method = .get,
        headers: [OriginHeader] = [], maxLength: Int = 1000
    ) throws -> FetchMachine {
        let request = OriginRequest(
            url: "https://a.example/x", headers: headers, byteRange: range, method: method,
            maxLength: maxLength)
        return try FetchMachine(request, under: OriginPolicy())
    }

    /// Feeds a whole exchange; `head` has one line per line.
    private func outcome(
        of machine: FetchMachine, head: String, body: [Int] = [], error: OriginError? = nil
    ) throws -> FetchMachine.End {
        var machine = machine
        let lines = head.split(separator: "\n").map(String.init) + [""]
        for line in lines { _ = try machine.headerLine(line) }
        for count in body { _ = try machine.body(count) }
        return try machine.ended(error)
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\nContent-Length: 5", [2, 3], nil),
            ("HTTP/1.1 200 OK\ncontent-length:5\nContent-Length: 5", [5], nil),
            ("HTTP/1.1 200 OK\nContent-Length: 0", [], nil),
            ("HTTP/1.1 200 OK\nContent-Length: 5", [2, 2], .shortBody),
            ("HTTP/1.1 200 OK\nContent-Length: 5", [], .shortBody),
            ("HTTP/1.1 200 OK\nContent-Length: 5", [6], .protocolError),
            ("HTTP/1.1 200 OK\nContent-Length: 5\nContent-Length: 6", [5], .protocolError),
            ("HTTP/1.1 200 OK\nContent-Length: 5x", [5], .protocolError),
            ("HTTP/1.1 200 OK\nContent-Length: 1001", [], .tooLarge),
            ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nContent-Length: 9", [500, 500], nil),
            ("HTTP/2 200\nContent-Length: 5", [5], nil),
            ("HTTP/2 200", [500, 501], .tooLarge),
            ("HTTP/1.1 204 No Content", [], nil),
            ("HTTP/1.1 304 Not Modified\nContent-Length: 5", [], nil),
            ("HTTP/1.1 500 Oops\nContent-Length: 5", [4], .shortBody),
            ("HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-4/5", [5], .wrongRange),
            ("HTTP/1.1 206 Partial Content", [5], .protocolError),
            (
                "HTTP/1.1 206 Partial\nContent-Type: multipart/byteranges; boundary=x", [5],
                .protocolError
            ),
            ("garbage", [], .protocolError), ("HTTP/1.1 20 OK", [], .protocolError),
            ("HTTP/1.1 OK", [], .protocolError), ("", [], .protocolError),
        ] as [(String, [Int], OriginError?)])
    func `a whole resource`(head: String, body: [Int], error: OriginError?) throws {
        try expect(machine(), head: head, body: body, error: error)
    }

    @Test(
        arguments: [
            ("HTTP/1.1 206 Partial\nContent-Range: bytes 2-4/9\nContent-Length: 3", [3], nil),
            (
                "HTTP/1.1 206 Partial\nContent-Range: bytes 2-4/9\nContent-Length: 3", [2],
                .shortBody
            ),
            // The total is not the length of the part, and the part's is not the total.
            (
                "HTTP/1.1 206 Partial\nContent-Range: bytes 2-4/9\nContent-Length: 9", [],
                .protocolError
            ),
            (
                "HTTP/1.1 206 Partial\nContent-Range: bytes 2-4/9\nTransfer-Encoding: chunked", [3],
                nil
            ),
            (
                "HTTP/1.1 206 Partial\nContent-Range: bytes 2-4/9\nTransfer-Encoding: chunked", [2],
                .shortBody
            ),
            ("HTTP/1.1 206 Partial\nContent-Range: bytes 2-3/9", [], .wrongRange),
            ("HTTP/1.1 206 Partial\nContent-Range: bytes 2-3/4", [2], nil),
            ("HTTP/1.1 206 Partial\nContent-Range: nonsense", [], .protocolError),
            ("HTTP/1.1 200 OK\nContent-Length: 9", [], .rangeIgnored),
            ("HTTP/1.1 416 No\nContent-Range: bytes */2\nContent-Length: 4", [4], nil),
            ("HTTP/1.1 404 No\nContent-Length: 4", [4], nil),
            ("HTTP/1.1 304 Not Modified", [], nil),
        ] as [(String, [Int], OriginError?)])
    func `a part of it`(head: String, body: [Int], error: OriginError?) throws {
        try expect(machine(range: .closed(2...4)), head: head, body: body, error: error)
    }

    @Test func `a HEAD has no body, whatever it declares`() throws {
        let head = "HTTP/1.1 200 OK\nContent-Length: 5000"
        #expect(try outcome(of: machine(method: .head, maxLength: 10), head: head) == .finished)
    }

    @Test func `curl's error counts, but not for a body that was to be dropped`() throws {
        #expect(throws: OriginError.connectFailed) {
            _ = try outcome(of: machine(), head: "HTTP/1.1 103 Hints", error: .connectFailed)
        }
        #expect(throws: OriginError.connectionLost) {
            let head = "HTTP/1.1 200 OK\nContent-Length: 5"
            _ = try outcome(of: machine(), head: head, body: [5], error: .connectionLost)
        }
        let redirect = "HTTP/1.1 301 Moved\nLocation: y\nContent-Length: 5"
        #expect(try outcome(of: machine(), head: redirect, error: .shortBody) == .askAgain)
    }

    @Test func `a redirect changes what is asked, and its body is bounded`() throws {
        var machine = try machine()
        for line in ["HTTP/1.1 302 Found", "Location: //b.example/y", "Set-Cookie: a=1"] {
            _ = try machine.headerLine(line)
        }
        guard case .passing(let cookies) = try machine.headerLine("") else {
            Issue.record("no redirect")
            return
        }
        #expect(cookies == ["a=1"])
        #expect(try machine.body(60_000) == .discard)
        #expect(try machine.body(60_000) == .abandon)
        #expect(machine.url.text == "https://a.example/x")
        #expect(try machine.ended(.internalFailure(23)) == .askAgain)
        #expect(machine.url.text == "https://b.example/y")
        #expect(try outcome(of: machine, head: "HTTP/1.1 200 OK\nContent-Length: 0") == .finished)
    }

    @Test func `trailers are no second answer`() throws {
        var machine = try machine()
        for line in ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", ""] {
            _ = try machine.headerLine(line)
        }
        #expect(try machine.body(3) == .deliver)
        for line in ["HTTP/1.1 500 No", "Content-Length: 9", ""] {
            guard case .incomplete = try machine.headerLine(line) else {
                Issue.record("a trailer counted")
                return
            }
        }
        #expect(try machine.ended(nil) == .finished)
    }

    private func expect(
        _ machine: FetchMachine, head: String, body: [Int], error: OriginError?
    ) throws {
        if let error {
            #expect(throws: error) { _ = try outcome(of: machine, head: head, body: body) }
        } else {
            #expect(try outcome(of: machine, head: head, body: body) == .finished)
        }
    }
}
