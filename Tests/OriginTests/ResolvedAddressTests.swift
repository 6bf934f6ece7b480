import CNameAnswers
import EventLoop
import IOTestSupport
import Origin
import Primitives
import Testing

/// A name server is a stranger, too: where a name leads is judged when the socket is opened.
@Suite(.serialized, .timeLimit(.minutes(1))) struct ResolvedAddressTests {
    @Test(arguments: [
        "127.0.0.1", "127.8.9.10", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "::127.0.0.1", "64:ff9b::7f00:1", "10.0.0.1", "172.31.255.255", "192.168.0.1",
        "169.254.169.254", "100.64.0.1", "fe80::1", "fd00::1", "127.0.0.1,::1",
    ])
    func `a name that leads to the viewer's own network is not followed`(
        addresses: String
    ) async throws {
        let policy = OriginPolicy(plainHTTP: .allowed, privateHosts: ["127.0.0.1"])
        try await OriginWorld.run(policy: policy) { world in
            let server = try await world.serve { $0.answer(body: "secret") }
            let before = names_asked()
            unsafe answer_names(addresses)
            let fetched = try await world.fetch(server.url("/", host: "cdn.flip.test"))
            #expect(fetched.error == .forbiddenAddress)
            #expect(try await world.accepted(by: server) == 0)
            #expect(names_asked() > before)
        }
    }

    @Test func `a redirect to such a name is not followed, however often it is asked`() async throws
    {
        let policy = OriginPolicy(plainHTTP: .allowed, privateHosts: ["127.0.0.1"])
        try await OriginWorld.run(policy: policy) { world in
            let inner = try await world.serve { $0.answer(body: "secret") }
            let outer = try await world.serve {
                $0.redirect(to: inner.url("/admin", host: "cdn.flip.test"))
            }
            unsafe answer_names("127.0.0.1")
            for _ in 0..<5 {
                let fetched = try await world.fetch(outer.url("/"))
                #expect(fetched.error == .forbiddenAddress)
            }
            #expect(try await world.accepted(by: inner) == 0)
        }
    }

    @Test func `a name that flips between two looks at it is judged by the second`() async throws {
        let policy = OriginPolicy(
            plainHTTP: .allowed, privateHosts: ["127.0.0.1", "first.flip.test"])
        try await OriginWorld.run(policy: policy) { world in
            let server = try await world.serve { $0.answer(body: "public") }
            unsafe answer_names("127.0.0.1")
            let named = try await world.fetch(server.url("/", host: "first.flip.test"))
            #expect(named.text == "public", "the application itself named that host")
            // The same address under a name that nobody vouched for: no word of before counts.
            let other = try await world.fetch(server.url("/", host: "second.flip.test"))
            #expect(other.error == .forbiddenAddress)
            #expect(try await world.accepted(by: server) == 1)
        }
    }
}
