import IOTestSupport
import EventLoop
import Foundation
import Origin
import Primitives
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) struct NginxTests {
    private static let segment: [UInt8] = {
        var random = SeededRandom(seed: testSeed)
        return random.bytes(100_000)
    }()

    /// A client that trusts the server's certificate, and the server.
    private func withNginx(
        files: [String: [UInt8]], locations: String = "",
        _ body: (OriginWorld, NginxOrigin) async throws -> Void
    ) async throws {
        let setup = try UVEventLoop(name: "nginx-test")
        do {
            try await NginxOrigin.run(files: files, locations: locations, on: setup) { nginx in
                try await OriginWorld.run(certificateAuthorities: nginx.certificate) { world in
                    try await body(world, nginx)
                }
            }
        } catch {
            await setup.shutdown()
            throw error
        }
        await setup.shutdown()
    }

    @Test func `ranges, their ends, and what is not there`() async throws {
        let segment = Self.segment
        try await withNginx(files: ["s.ts": segment]) { world, nginx in
            let url = nginx.url + "/s.ts"
            let whole = try await world.fetch(url)
            #expect(whole.body == segment)
            #expect(whole.responses.first?.contentLength == 100_000)
            let from = try await world.fetch(url, range: .from(99_990))
            #expect(from.body == Array(segment[99_990...]))
            #expect(from.status == 206)
            #expect(try await world.fetch(url, range: .from(0)).body == segment)
            let closed = try await world.fetch(url, range: .closed(10...19))
            #expect(closed.body == Array(segment[10...19]))
            #expect(closed.responses.first?.contentRange == .part(10...19, total: 100_000))
            let clamped = try await world.fetch(url, range: .closed(99_999...200_000))
            #expect(clamped.body == [segment[99_999]])
            #expect(try await world.fetch(url, range: .suffix(3)).body == Array(segment.suffix(3)))
            let past = try await world.fetch(url, range: .from(100_000))
            #expect(past.status == 416)
            #expect(past.responses.first?.contentRange == .unsatisfied(total: 100_000))
            let missing = try await world.fetch(nginx.url + "/none.ts")
            #expect(missing.status == 404)
            #expect(missing.end == .finished)
            let head = try await world.fetch(OriginRequest(url: url, method: .head))
            #expect(head.responses.first?.contentLength == 100_000)
            // Everything went over one connection.
            let accesses = try await nginx.accesses(atLeast: 9, on: world.loop)
            #expect(Set(accesses.map(\.connection)).count == 1)
        }
    }

    @Test func `a conditional request is answered with 304`() async throws {
        try await withNginx(files: ["s.ts": Self.segment]) { world, nginx in
            let first = try await world.fetch(nginx.url + "/s.ts")
            let tag = try #require(first.responses.first?.first("ETag"))
            let second = try await world.fetch(
                nginx.url + "/s.ts", headers: [("If-None-Match", tag)])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            #expect(second.end == .finished)
        }
    }

    @Test(arguments: [false, true])
    func `a large file arrives as it is, also with many pauses`(tls: Bool) async throws {
        let bytes = BodyComparison.bytes(50 << 20, block: Self.segment)
        try await withNginx(files: ["large.mp4": bytes]) { world, nginx in
            let loop = world.loop
            let comparison = BodyComparison(expecting: bytes)
            let fetches = Log<OriginFetch>()
            let request = OriginRequest(url: (tls ? nginx.tlsURL : nginx.url) + "/large.mp4")
            try await loop.run {
                let fetch = world.client.fetch(request) { event in
                    let before = comparison.count >> 18
                    comparison.take(event)
                    guard comparison.count >> 18 > before else { return }
                    fetches.entries[0].pause()
                    loop.execute { fetches.entries[0].resume() }
                }
                fetches.append(fetch)
            }
            try await loop.until { comparison.end != nil }
            #expect(comparison.end == .finished)
            #expect(comparison.isWhole)
        }
    }

    @Test func `TLS brings HTTP/2, and its connections serve again`() async throws {
        let segment = Self.segment
        try await withNginx(files: ["s.ts": segment]) { world, nginx in
            for _ in 0..<3 {
                let fetched = try await world.fetch(nginx.tlsURL + "/s.ts")
                #expect(fetched.body == segment)
                #expect(fetched.responses.first?.endIsCertain == true)
            }
            let logs = (0..<32).map { _ in FetchLog() }
            try await world.loop.run {
                for (index, log) in logs.enumerated() {
                    let request = OriginRequest(
                        url: nginx.tlsURL + "/s.ts", byteRange: .from(index * 1000))
                    _ = world.client.fetch(request) { log.take($0) }
                }
            }
            try await world.loop.until { world.client.inFlightCount == 0 }
            for (index, log) in logs.enumerated() {
                #expect(log.record.end == .finished)
                #expect(log.record.body == Array(segment[(index * 1000)...]))
            }
            let accesses = try await nginx.accesses(atLeast: 35, on: world.loop)
            #expect(Set(accesses.map(\.protocolVersion)) == ["HTTP/2.0"])
            #expect(Set(accesses.prefix(3).map(\.connection)).count == 1)
        }
    }

    @Test func `a certificate that nobody vouches for is refused`() async throws {
        try await withNginx(files: ["s.ts": Self.segment]) { world, nginx in
            #expect(try await world.fetch("https://localhost:\(nginx.tlsPort)/").error == .tls)
            try await OriginWorld.run { stranger in
                let fetched = try await stranger.fetch(nginx.tlsURL + "/s.ts")
                #expect(fetched.error == .tls)
            }
        }
    }

    @Test func `a redirect from TLS to plain http is refused`() async throws {
        let locations =
            "location /up { return 302 https://127.0.0.1:$arg_to/s.ts; } "
            + "location /down { return 302 http://127.0.0.1:$arg_to/s.ts; }"
        try await withNginx(files: ["s.ts": Self.segment], locations: locations) { world, nginx in
            let up = try await world.fetch(nginx.url + "/up?to=\(nginx.tlsPort)")
            #expect(up.body == Self.segment)
            #expect(up.responses.first?.finalURL == nginx.tlsURL + "/s.ts")
            let down = try await world.fetch(nginx.tlsURL + "/down?to=\(nginx.port)")
            #expect(down.error == .refusedScheme)
        }
    }

    @Test(arguments: [false, true])
    func `a paused fetch leaves the rest of a large file with the server`(tls: Bool) async throws {
        let bytes = BodyComparison.bytes(50 << 20, block: Self.segment)
        try await withNginx(files: ["large.mp4": bytes, "s.ts": Self.segment]) { world, nginx in
            let base = tls ? nginx.tlsURL : nginx.url
            let comparison = BodyComparison(expecting: bytes)
            let fetches = Log<OriginFetch>()
            try await world.loop.run {
                let fetch = world.client.fetch(OriginRequest(url: base + "/large.mp4")) { event in
                    comparison.take(event)
                    if case .body = event { fetches.entries[0].pause() }
                }
                fetches.append(fetch)
            }
            try await world.loop.until { comparison.count > 0 }
            // Another fetch of the same site is not held up by the paused one.
            for _ in 0..<20 {
                #expect(try await world.fetch(base + "/s.ts").body == Self.segment)
            }
            try await world.loop.pass(.milliseconds(200))
            try await world.loop.run { fetches.entries[0].cancel() }
            let accesses = try await nginx.accesses(atLeast: 21, on: world.loop)
            let large = try #require(accesses.first { $0.target == "/large.mp4" })
            #expect(large.sentBytes < 24 << 20, "\(large)")
        }
    }
}
