import Crypto
import EventLoop
import Foundation
import Primitives
import Testing
import TrackerServer
import TrackerWire

/// The executable from outside: what an operator types, and what it says to that.
@Suite(.timeLimit(.minutes(1))) struct ToolTests {
    private let folder: ToolFolder

    init() throws { folder = try ToolFolder() }

    @Test func `keys are made once and closed to others`() async throws {
        let made = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        #expect(made.status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("keys"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let before = try Data(contentsOf: folder.file("keys"))
        let again = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        #expect(again.status == 1)
        #expect(again.error.contains("exists already"))
        #expect(try Data(contentsOf: folder.file("keys")) == before)
    }

    @Test func `an app's content key is the same wherever the tracker is`() async throws {
        _ = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        func key(_ host: String, _ app: String) async throws -> SDKKey {
            let result = try await ToolProcess.run([
                "sdk-key", "--keys=\(folder.path("keys"))", "--host", host, "--port", "7400",
                "--app", app,
            ])
            #expect(result.status == 0)
            return try SDKKey(parsing: result.output)
        }
        let here = try await key("here.example", "tv")
        let there = try await key("there.example", "tv")
        let other = try await key("here.example", "radio")
        #expect(here.contentKey == there.contentKey)
        #expect(here.contentKey != other.contentKey)
        #expect(here.pass.trackerHost == "here.example")
        #expect(
            VerifyingKey(here.pass.operatorKey)
                .verifies(signature: here.pass.signature, of: here.pass.signedBytes))
    }

    @Test(arguments: [
        ([], 64, "no command"),
        (["frobnicate"], 64, "no command \"frobnicate\""),
        (["keygen", "--force"], 64, "no option \"--force\""),
        (["serve"], 64, "--keys is missing"),
        (["serve", "--keys"], 64, "--keys needs a value"),
        (["serve", "--keys", "a", "--keys", "b"], 64, "given twice"),
        (["serve", "--keys", "a", "--listen", "nowhere"], 64, "no address to listen on"),
        (["serve", "--keys", "a", "--policy", "b", "--local-swarm"], 64, "exclude each other"),
        (["serve", "--keys", "a", "--sdk-key-file", "b", "--app", "c"], 64, "--public-host"),
        (
            ["grant", "--keys", "a", "--sdk-key", "b", "--bundle", "c"], 64,
            "--client-key is missing"
        ),
        (
            ["grant", "--keys=a", "--sdk-key=b", "--bundle=c", "--client-key=d"], 64,
            "\"d\" is no client key"
        ),
        (["check-policy"], 64, "the policy file is missing"),
        (["serve", "--keys", "/nowhere/keys"], 1, "/nowhere/keys cannot be read"),
        (["serve", "--keys", "/proc/self/status"], 2, "not a key file"),
    ])
    func `a mistake is named`(arguments: [String], status: Int32, message: String) async throws {
        let result = try await ToolProcess.run(arguments)
        #expect(result.status == status)
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test(arguments: [
        "", "keygen", "sdk-key", "serve", "check-policy", "key", "grant", "licence",
    ])
    func `help explains each command`(command: String) async throws {
        let result = try await ToolProcess.run(
            command.isEmpty ? ["--help"] : [command, "--help"])
        #expect(result.status == 0)
        #expect(result.output.contains("usage: shoal-tracker \(command)"))
    }

    @Test(arguments: [
        ("{ notary: { kk: 1 } }", "no setting notary.kk"),
        ("{ notary: { k: 0 } }", "notary.k must be a whole number, 1 or more"),
        ("{ notary: { k: null } }", "notary.k must be"),
        ("{ introductions: { lowestPort: 70000 } }", "lowestPort must be a port"),
        ("{ sessions: 7 }", "policy, line 1, column 13: sessions must be settings in braces"),
        ("{ sessions: ", "line 1, column 13: the policy ends"),
    ])
    func `a policy's mistake is named`(text: String, message: String) async throws {
        _ = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        try Data(text.utf8).write(to: folder.file("policy"))
        let result = try await ToolProcess.run([
            "serve", "--keys", folder.path("keys"), "--listen", "127.0.0.1:0", "--policy",
            folder.path("policy"),
        ])
        #expect(result.status == 2)
        #expect(result.error.contains(message), "\(result.error)")
        let check = try await ToolProcess.run(["check-policy", folder.path("policy")])
        #expect(check.status == 2)
        #expect(check.error == result.error)
    }

    @Test func `an issuer's grant is for the client, app and content that it was made for`()
        async throws
    {
        _ = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        let made = try await ToolProcess.run(["key", "--out", folder.path("issuer")])
        let issuer = try #require(Bytes32(hex: String(made.output.dropLast())))
        let sdkKey = try await ToolProcess.run([
            "sdk-key", "--keys", folder.path("keys"), "--host", "t.example", "--port", "7400",
            "--app", "tv",
        ])
        try Data(sdkKey.output.utf8).write(to: folder.file("sdk-key"))
        let client = PeerID(randomBytes32())
        let order = [
            "grant", "--keys", folder.path("issuer"), "--sdk-key", folder.path("sdk-key"),
            "--bundle", "com.tv",
            "--client-key", client.value.hex,
        ]
        let now = UInt32(Date().timeIntervalSince1970)
        let printed = try await ToolProcess.run(
            order + ["--content", "film", "--role", "edge", "--use-within", "60", "--lasts", "90"])
        #expect(printed.status == 0)
        let grant = try Grant(parsing: printed.output)
        #expect(grant.issuer == issuer)
        #expect(
            VerifyingKey(issuer).verifies(signature: grant.signature, of: grant.signedBytes))
        #expect(grant.client == client && grant.appID == "tv" && grant.bundleID == "com.tv")
        #expect(grant.role == .edge)
        #expect(grant.issued >= now && grant.useBy == grant.issued + 60)
        #expect(grant.expires == grant.issued + 90)
        let contentKey = try SDKKey(parsing: sdkKey.output).contentKey.secret
        #expect(
            grant.swarms == [SwarmID(contentKey: contentKey, contentID: Array("film".utf8))])

        let late = try await ToolProcess.run(order + ["--use-within", "301"])
        #expect(late.status == 64)
        #expect(late.error.contains("--use-within is a number from 1 to 300"))
        let policy = "{ grants: { issuers: ['\(issuer.hex)'] }, client: { grantsRequired: true } }"
        try Data(policy.utf8).write(to: folder.file("policy"))
        #expect(try await ToolProcess.run(["check-policy", folder.path("policy")]).status == 0)
        // What serves a tracker is no issuer's key.
        let served = try await ToolProcess.run(["serve", "--keys", folder.path("issuer")])
        #expect(served.status == 2)
    }

    @Test func `the defaults are printed as a policy that is valid`() async throws {
        let printed = try await ToolProcess.run(["--print-policy"])
        #expect(printed.status == 0)
        #expect(printed.output.contains("peersPerHour: 60,"))
        try Data(printed.output.utf8).write(to: folder.file("policy"))
        let check = try await ToolProcess.run(["check-policy", folder.path("policy")])
        #expect(check.status == 0)
        #expect(check.output == "\(folder.path("policy")) is valid\n")
    }

    @Test func `a policy that is read again is told, and a broken one is not used`() async throws {
        _ = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        try Data("{}".utf8).write(to: folder.file("policy"))
        let tool = try ToolProcess([
            "serve", "--keys", folder.path("keys"), "--listen", "127.0.0.1:0", "--policy",
            folder.path("policy"), "--app", "tv", "--sdk-key-file", folder.path("sdk-key"),
        ])
        _ = await tool.output(until: "event=listening")
        let key = try SDKKey(
            parsing: String(contentsOf: folder.file("sdk-key"), encoding: .utf8))
        let loop = try UVEventLoop(name: "client")
        let client = TestClient(on: loop)
        let now = UInt64(Date().timeIntervalSince1970)
        await client.dial(
            SocketAddress(ip: .loopback, port: key.pass.trackerPort),
            trackerKey: key.pass.trackerKey,
            payload: try Credentials(pass: key.pass, bundleID: "test", unixTime: now).encode())
        #expect(try await client.welcome().policy.p2pAllowed)

        try Data("{ client: { p2pAllowed: nein } }".utf8)
            .write(to: folder.file("policy"))
        tool.hangUp()
        let kept = await tool.output(until: "policy-kept")
        #expect(kept.contains("policy-kept"))
        try Data("{ client: { p2pAllowed: false } }".utf8)
            .write(to: folder.file("policy"))
        tool.hangUp()
        #expect(try await client.policyChange().p2pAllowed == false)
        tool.terminate()
        let result = await tool.result()
        #expect((kept + result.output).contains("policy, line 1, column 25"))
        #expect(result.output.contains("event=policy-read"))
        await loop.shutdown()
    }

    @Test func `a client joins with the key that serve wrote, until the signal comes`()
        async throws
    {
        _ = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        let policy = """
            { // the notary signs what two say
              notary: { k: 2, credentialAgeSeconds: 0 },
              sessions: { perAddress: null, },
            }
            """
        try Data(policy.utf8).write(to: folder.file("policy"))
        let tool = try ToolProcess([
            "serve", "--keys", folder.path("keys"), "--listen", "127.0.0.1:0", "--policy",
            folder.path("policy"), "--app", "tv", "--sdk-key-file", folder.path("sdk-key"),
            "--port-file", folder.path("port"),
        ])
        let log = await tool.output(until: "\n")
        let key = try SDKKey(
            parsing: String(contentsOf: folder.file("sdk-key"), encoding: .utf8))
        let port = try String(contentsOf: folder.file("port"), encoding: .utf8)
        #expect(port == "\(key.pass.trackerPort)\n")
        #expect(log.contains("event=listening address=127.0.0.1:\(key.pass.trackerPort)"))

        let loop = try UVEventLoop(name: "client")
        let client = TestClient(on: loop)
        let now = UInt64(Date().timeIntervalSince1970)
        await client.dial(
            SocketAddress(ip: .loopback, port: key.pass.trackerPort),
            trackerKey: key.pass.trackerKey,
            payload: try Credentials(pass: key.pass, bundleID: "test", unixTime: now).encode())
        #expect(try await client.welcome().policy.k == 2)
        await client.announce(SwarmID(randomBytes32()))
        #expect(try await client.introductions().peers.isEmpty)

        tool.terminate()
        #expect(try await client.refusal() == .shuttingDown)
        let result = await tool.result()
        #expect(result.status == 0)
        #expect(result.output.contains("event=stopped"))
        await loop.shutdown()
    }
}
