import Crypto
import Primitives
import Testing
import TrackerWire

/// `shoal-tracker licence`, as an operator types it.
@Suite(.timeLimit(.minutes(1))) struct LicenceToolTests {
    private let folder: ToolFolder

    init() throws { folder = try ToolFolder() }

    private func licence(
        keys: String = "keys", app: String = "tv", bundle: String = "com.tv",
        until day: String = "2099-12-31"
    ) async throws -> ToolProcess.Result {
        try await ToolProcess.run([
            "licence", "--keys", folder.path(keys), "--app", app, "--bundle", bundle, "--until",
            day,
        ])
    }

    @Test func `Tickets B1: the operator's licence is for the app, the bundle id and the day`()
        async throws
    {
        _ = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        let printed = try await licence()
        #expect(printed.status == 0 && printed.error.isEmpty)
        let licence = try Licence(parsing: printed.output)
        #expect(licence.appID == "tv" && licence.bundleID == "com.tv")
        // 2099-12-31T23:59:59Z
        #expect(licence.expires == 4_102_444_799)
        let sdkKey = try await ToolProcess.run([
            "sdk-key", "--keys", folder.path("keys"), "--host", "t.example", "--port", "7400",
            "--app", "tv",
        ])
        let signer = VerifyingKey(try SDKKey(parsing: sdkKey.output).pass.operatorKey)
        #expect(signer.verifies(signature: licence.signature, of: licence.signedBytes))
        #expect(try await self.licence().output == printed.output)
    }

    @Test(arguments: [
        "", "tomorrow", "2099-02-31", "2099-2-3", "2099-12-31x", "2106-12-31", "99999-01-01",
    ])
    func `Tickets B1: a day that is none is named`(day: String) async throws {
        let result = try await licence(until: day)
        #expect(result.status == 64)
        #expect(result.error.contains("\"\(day)\" is no day: YYYY-MM-DD"), "\(result.error)")
    }

    @Test func `Tickets B1: no licence is made that would be of no use`() async throws {
        _ = try await ToolProcess.run(["keygen", "--out", folder.path("keys")])
        _ = try await ToolProcess.run(["key", "--out", folder.path("issuer")])
        let over = try await licence(until: "2020-01-01")
        #expect(over.status == 64)
        #expect(over.error.contains("2020-01-01 is over"))
        let names = try await licence(bundle: "a b")
        #expect(names.status == 64)
        #expect(names.error.contains("app and bundle id are printable ASCII"))
        // An app knows the operator's key, and no issuer's.
        let issuer = try await licence(keys: "issuer")
        #expect(issuer.status == 2)
        #expect(issuer.output.isEmpty)
    }
}
