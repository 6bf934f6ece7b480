import Foundation
import LocalHTTP
import Testing

/// The same from outside, with a client that we did not write.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Curl.exists, "curl is not installed"))
struct CurlTests {
    @Test func `curl gets 8 MiB as they are`() async throws {
        let body = HTTPStreamingTests.pattern(8 << 20)
        try await withServer { exchange in
            exchange.respond(status: 200, headers: [], body: body)
        } _: { server in
            let result = try await Curl.run(["http://\(server.host)/a"])
            #expect(result.status == 0)
            #expect(result.output == body)
        }
    }

    @Test(arguments: [(["-0"], 56), ([], 56)] as [([String], Int32)])
    func `curl sees that a body failed`(_ options: [String], _ status: Int32) async throws {
        try await withServer { exchange in
            let feed = Feed([UInt8](repeating: 1, count: 1_000))
            feed.fail()
            exchange.respond(status: 200, headers: [], length: nil, source: feed.source)
        } _: { server in
            let result = try await Curl.run(options + ["http://\(server.host)/a"])
            #expect(result.status == status)
        }
    }

    @Test func `curl uses one connection for several requests`() async throws {
        try await withServer(handler: HTTPServerTests.hello) { server in
            let url = "http://\(server.host)/a"
            let result = try await Curl.run(["-w", "%{num_connects},", url, url, url])
            #expect(result.output == Array("hello1,hello0,hello0,".utf8))
        }
    }

    @Test func `curl HEAD`() async throws {
        try await withServer(handler: HTTPServerTests.hello) { server in
            let result = try await Curl.run(["-I", "http://\(server.host)/a"])
            #expect(
                String(decoding: result.output, as: UTF8.self).contains("Content-Length: 5\r\n"))
        }
    }
}

private enum Curl {
    private static let path = "/usr/bin/curl"

    static var exists: Bool { FileManager.default.isExecutableFile(atPath: path) }

    static func run(_ arguments: [String]) async throws -> (status: Int32, output: [UInt8]) {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "curl-\(UUID().uuidString)")
        try Data().write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-s", "--noproxy", "*", "--max-time", "30"] + arguments
        process.standardOutput = try FileHandle(forWritingTo: file)
        let status: Int32 = try await withCheckedThrowingContinuation { waiter in
            process.terminationHandler = { waiter.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { waiter.resume(throwing: error) }
        }
        let output = Array(try Data(contentsOf: file))
        try FileManager.default.removeItem(at: file)
        return (status, output)
    }
}
