import EventLoop
import Foundation
import Glibc
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
            let result = try Curl.run(["http://\(server.host)/a"])
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
            let result = try Curl.run(options + ["http://\(server.host)/a"])
            #expect(result.status == status)
        }
    }

    @Test func `curl uses one connection for several requests`() async throws {
        try await withServer(handler: HTTPServerTests.hello) { server in
            let url = "http://\(server.host)/a"
            let result = try Curl.run(["-w", "%{num_connects},", url, url, url])
            #expect(result.output == Array("hello1,hello0,hello0,".utf8))
        }
    }

    @Test func `curl HEAD`() async throws {
        try await withServer(handler: HTTPServerTests.hello) { server in
            let result = try Curl.run(["-I", "http://\(server.host)/a"])
            #expect(
                String(decoding: result.output, as: UTF8.self).contains("Content-Length: 5\r\n"))
        }
    }
}

/// Runs curl by `posix_spawn`: Foundation's `Process` leaks a little each time.
private enum Curl {
    private static let path = "/usr/bin/curl"
    private static let script = """
        output=$1; shift; exec \(path) -s --noproxy '*' --max-time 30 "$@" >"$output"
        """

    static var exists: Bool { FileManager.default.isExecutableFile(atPath: path) }

    static func run(_ arguments: [String]) throws -> (status: Int32, output: [UInt8]) {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "curl-\(UUID().uuidString)")
        let child = try spawn(["/bin/sh", "-c", script, "sh", file.path] + arguments)
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        let output = Array(try Data(contentsOf: file))
        try FileManager.default.removeItem(at: file)
        return (status >> 8 & 0xff, output)
    }

    private static func spawn(_ arguments: [String]) throws -> pid_t {
        let words = unsafe arguments.map { unsafe strdup($0) }
        defer { unsafe words.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let result = unsafe posix_spawn(
            &child, arguments[0], nil, nil, words + [nil], environ)
        guard result == 0 else { throw LoopError(code: -result) }
        return child
    }
}
