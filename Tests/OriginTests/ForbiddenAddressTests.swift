import EventLoop
import IOTestSupport
import Glibc
import Origin
import Primitives
import Testing

@Suite(.timeLimit(.minutes(1))) struct ForbiddenAddressTests {
    @Test(arguments: [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0",
        "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
        "169.254.169.254", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
        "user@127.0.0.1", "LOCALHOST",
    ])
    func `a host of the viewer's own network is not connected to`(host: String) async throws {
        try await OriginWorld.run(policy: OriginPolicy(plainHTTP: .allowed)) { world in
            let server = try await world.serve { $0.answer() }
            let fetched = try await world.fetch(server.url("/", host: host))
            #expect(fetched.error == .forbiddenAddress)
            #expect(try await world.accepted(by: server) == 0)
        }
    }

    @Test func `an allowed host may not redirect to one that is not`() async throws {
        let policy = OriginPolicy(plainHTTP: .allowed, privateHosts: ["127.0.0.1"])
        try await OriginWorld.run(policy: policy) { world in
            let inner = try await world.serve { $0.answer(body: "secret") }
            let outer = try await world.serve {
                $0.redirect(to: inner.url("/admin", host: "localhost"))
            }
            #expect(try await world.fetch(outer.url("/")).error == .forbiddenAddress)
            #expect(try await world.accepted(by: inner) == 0)
            try await world.loop.run { world.client.allowPrivate(host: "LocalHost") }
            #expect(try await world.fetch(outer.url("/")).text == "secret")
        }
    }

    @Test func `plain http is refused where the policy refuses it`() async throws {
        let policy = OriginPolicy(privateHosts: ["127.0.0.1"])
        try await OriginWorld.run(policy: policy) { world in
            let server = try await world.serve { $0.answer() }
            #expect(try await world.fetch(server.url("/")).error == .refusedScheme)
            #expect(try await world.accepted(by: server) == 0)
        }
    }

    @Test func `a proxy that the environment names is not asked`() async {
        await #expect(processExitsWith: .success) {
            for name in ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy"] {
                unsafe setenv(name, "http://127.0.0.1:1", 1)
            }
            try await OriginWorld.run { world in
                let server = try await world.serve { $0.answer(body: "direct") }
                let fetched = try await world.fetch(server.url("/"))
                try #require(fetched.text == "direct")
            }
        }
    }
}
