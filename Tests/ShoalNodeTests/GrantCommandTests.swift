import Foundation
import NodeConfiguration
import Testing

@testable import Shoal
@testable import shoal_node

@Suite(.timeLimit(.minutes(1))) struct GrantCommandTests {
    private let request = P2PGrantRequest(
        clientKey: "aa", contentId: nil, swarm: "bb", bundleId: "a b\"c")

    private func grant(_ command: String, limitSeconds: Int = 15) async throws -> String {
        try await GrantCommand(text: command, limitSeconds: limitSeconds).grant(request)
    }

    @Test func `it finds what the grant is for in its environment`() async throws {
        let command = #"echo "$SHOAL_CLIENT_KEY/$SHOAL_SWARM/$SHOAL_BUNDLE/${SHOAL_CONTENT-none}""#
        #expect(try await grant(command) == #"aa/bb/a b"c/none"#)
    }

    @Test(arguments: [
        ("exit 3", GrantCommand.Failure.status(3)), ("true", .nothingPrinted),
        ("no-such-command-of-ours 2>&1", .status(127)), ("yes", .tooLong),
    ])
    func `what is no grant is an error`(_ command: String, _ failure: GrantCommand.Failure) async {
        await #expect(throws: failure) { try await grant(command) }
    }

    @Test func `one that goes on is ended with all that it started`() async {
        await #expect(throws: GrantCommand.Failure.tooSlow(seconds: 1)) {
            try await grant("sleep 3600 & sleep 3600", limitSeconds: 1)
        }
    }

    @Test func `it is named on the command line`() throws {
        let words = ["--sdk-key", "k", "http://cdn.test/a.m3u8", "--grant-command", "sign it"]
        guard case .run(let configuration, _) = try NodeCommand.parse(words) else {
            Issue.record("no run")
            return
        }
        #expect(configuration.grantCommand == "sign it")
    }
}
