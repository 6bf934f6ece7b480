import Admin
import IOTestSupport
import Operations
import Testing

@Suite(.timeLimit(.minutes(1))) struct AdminServerTests {
    @Test func `nothing is ready before it was seen`() async throws {
        try await withAdmin { admin in
            #expect(try await admin.ask("GET", "/healthz").status == 200)
            for path in ["/readyz", "/metrics", "/debug/status"] {
                let answer = try await admin.ask("GET", path)
                #expect(answer.status == 503, "\(path)")
                #expect(answer.text == "starting\n")
            }
        }
    }

    @Test func `what was seen last is shown`() async throws {
        try await withAdmin { admin in
            await admin.server.show(AdminFixture.report())
            #expect(try await admin.ask("GET", "/healthz").text == "ok\n")
            let ready = try await admin.ask("GET", "/readyz")
            #expect(ready.status == 200 && ready.text == "ready\nlistener: ok\n")
            let metrics = try await admin.ask("GET", "/metrics")
            #expect(metrics.header("content-type") == MetricPage.contentType)
            #expect(metrics.text.contains("\nshoal_test 7\n"))
            let status = try await admin.ask("GET", "/debug/status")
            #expect(status.header("content-type") == "application/json")
            #expect(status.text.hasPrefix("{\"service\":\"node\","))

            var health = Health([])
            health.isDraining = true
            await admin.server.show(AdminFixture.report(health))
            let draining = try await admin.ask("GET", "/readyz")
            #expect(draining.status == 503 && draining.text == "draining\n")
        }
    }

    @Test(arguments: [
        ("/", "text/html"), ("/dashboard.css", "text/css"), ("/dashboard.js", "text/javascript"),
        ("/metrics", "text/plain"), ("/debug/status", "application/json"),
        ("/nothing", "text/plain"),
    ])
    func `every answer forbids what is from elsewhere`(_ path: String, _ type: String)
        async throws
    {
        try await withAdmin { admin in
            await admin.server.show(AdminFixture.report())
            let answer = try await admin.ask("GET", path)
            #expect(answer.header("content-type")?.hasPrefix(type) == true)
            let policy = try #require(answer.header("content-security-policy"))
            #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
            #expect(answer.header("x-content-type-options") == "nosniff")
            #expect(answer.header("cache-control") == "no-store")
            #expect(answer.header("access-control-allow-origin") == nil)
        }
    }

    @Test func `the page has no code or style but its own files'`() async throws {
        try await withAdmin { admin in
            let page = try await admin.ask("GET", "/").text
            #expect(!page.contains("style=") && !page.contains(" onclick") && !page.contains("//"))
            let script = try await admin.ask("GET", "/dashboard.js").text
            #expect(!script.contains("innerHTML") && !script.contains("eval("))
        }
    }

    @Test(arguments: [
        (["Host: evil.test"], 400), (["Sec-Fetch-Site: cross-site"], 403),
        (["Sec-Fetch-Site: same-site"], 403), (["Sec-Fetch-Site: same-origin"], 200),
        (["Sec-Fetch-Site: none"], 200), ([], 200),
    ])
    func `pages of other sites are told nothing`(_ headers: [String], _ status: Int) async throws {
        try await withAdmin { admin in
            await admin.server.show(AdminFixture.report())
            let answer = try await admin.ask("GET", "/debug/status", headers)
            // A second Host is one too many, and another's is refused before that.
            #expect(answer.status == status || status == 400 && answer.status == 403)
            #expect(answer.text.contains("service") == (status == 200))
        }
    }

    @Test(arguments: [
        ("POST", [String](), 401), ("POST", ["Authorization: Bearer wrong"], 401),
        ("POST", ["Authorization: Basic \(AdminFixture.token)"], 401),
        ("POST", ["Cookie: token=\(AdminFixture.token)"], 401),
        ("POST", ["Authorization: Bearer \(AdminFixture.token)"], 200),
        ("POST", ["Authorization: bearer \(AdminFixture.token)"], 200),
        (
            "POST", ["Authorization: Bearer \(AdminFixture.token)", "Sec-Fetch-Site: cross-site"],
            403
        ),
        ("OPTIONS", ["Origin: https://evil.test", "Access-Control-Request-Method: POST"], 405),
    ])
    func `changes need the token`(_ method: String, _ headers: [String], _ status: Int)
        async throws
    {
        try await withAdmin { admin in
            let answer = try await admin.ask(method, "/admin/ban?peer=a%20b", headers)
            #expect(answer.status == status)
            let expected = AdminCommand(name: "ban", arguments: ["peer": "a b"])
            #expect(admin.commands.entries == (status == 200 ? [expected] : []))
        }
    }

    @Test func `without a token there are no changes, and who only reads gets no further`()
        async throws
    {
        try await withAdmin(token: nil) { admin in
            let header = ["Authorization: Bearer \(AdminFixture.token)"]
            #expect(try await admin.ask("POST", "/admin/ban", header).status == 403)
            #expect(admin.commands.entries.isEmpty)
            _ = try await admin.ask("GET", "/admin/ban?peer=x")
            #expect(admin.commands.entries.map(\.name) == ["show ban"])
        }
    }

    @Test func `a command has a body, and one that is too long is refused`() async throws {
        try await withAdmin { admin in
            let header = ["Authorization: Bearer \(AdminFixture.token)"]
            // More than one read of the daemon.
            let policy = String(repeating: "{ client: {} } ", count: 10_000)
            let done = try await admin.ask("POST", "/admin/policy", header, body: policy)
            #expect(done.status == 200)
            #expect(admin.commands.entries.map(\.body) == [policy])
            let long = header + ["Content-Length: 300000"]
            #expect(try await admin.ask("POST", "/admin/policy", long).status == 413)
            let chunked = header + ["Transfer-Encoding: chunked"]
            #expect(try await admin.ask("POST", "/admin/policy", chunked).status == 400)
        }
    }

    @Test func `a page that listens hears what is new, and only the newest of it`() async throws {
        try await withAdmin { admin in
            await admin.server.show(AdminFixture.report())
            let client = try await admin.connect()
            defer { client.close() }
            try await client.send("GET /events HTTP/1.1\r\nHost: \(admin.host)\r\n\r\n")
            try await client.received(atLeast: 900)
            for word in ["one", "two", "three"] {
                await admin.server.show(
                    AdminFixture.report(Health([.init(word, .ok)])))
            }
            await admin.server.close()
            let text = String(decoding: try await client.end().rest, as: UTF8.self)
            #expect(text.contains("text/event-stream"))
            #expect(
                text.contains("retry: 2000\n\n") && text.contains("data: {\"service\":\"node\""))
        }
    }

    @Test func `no more pages listen than it has room for`() async throws {
        try await withAdmin { admin in
            await admin.server.show(AdminFixture.report())
            var clients: [HTTPClient] = []
            for _ in 0..<16 {
                let client = try await admin.connect()
                try await client.send("GET /events HTTP/1.1\r\nHost: \(admin.host)\r\n\r\n")
                try await client.received(atLeast: 400)
                clients.append(client)
            }
            #expect(try await admin.ask("GET", "/events").status == 503)
            for client in clients { client.close() }
        }
    }
}
