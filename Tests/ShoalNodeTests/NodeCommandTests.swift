import EdgeNode
import Foundation
import NodeConfiguration
import Shoal
import Testing

@testable import shoal_node

@Suite struct NodeCommandTests {
    private func configuration(_ words: String...) throws -> NodeConfiguration {
        guard
            case .run(let configuration, _) = try NodeCommand.parse(
                ["--sdk-key", "k", "http://cdn.test/a.m3u8"] + words)
        else { throw ConfigurationProblem("", "no run") }
        return configuration
    }

    @Test func `the client is what the configuration says`() throws {
        let client = try configuration(
            "--upload-rate", "20M", "--upload-per-day", "2GB", "--upload-per-month", "30GiB",
            "--upload-usage", "/var/lib/shoal/usage", "--metered", "--page", "https://a.test",
            "--store-days", "2", "--store", "/var/x", "--store-size", "2GiB", "--edge"
        ).client
        #expect(client.role == .edge)
        #expect(client.uploadLimit == 2_500_000)
        #expect(client.uploadBytesPerDay == 2_000_000_000)
        #expect(client.uploadBytesPerMonth == 30 << 30)
        #expect(client.uploadUsageFile?.path == "/var/lib/shoal/usage")
        #expect(client.isNetworkMetered)
        #expect(client.allowedOrigins == ["https://a.test"])
        #expect(client.store?.folder.path == "/var/x")
        #expect(client.store?.maxBytes == 2 << 30)
        #expect(client.store?.maxAge == 2 * 86_400)
        let plain = try configuration().client
        #expect(plain.uploadLimit == nil && plain.store == nil && plain.role == .viewer)
    }

    @Test(arguments: [
        ("viewer", false, true), ("edge", true, true), ("attestor", true, false),
        ("seeder", true, true), ("lan-cache", false, false),
    ])
    func `a role decides what the node is to others`(
        _ role: String, _ isEdge: Bool, _ uploads: Bool
    ) throws {
        let configuration = try configuration("--role", role)
        #expect((configuration.client.role == .edge) == isEdge)
        #expect(configuration.options.isUploadEnabled == uploads)
    }

    @Test func `flags count more than the file`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "node.json5")
        try "{ role: 'seeder', interval: 3 }".write(to: file, atomically: true, encoding: .utf8)
        let read = try configuration("--config", file.path, "--interval", "4")
        #expect(read.role == .seeder)
        #expect(read.interval == .seconds(4))
    }

    @Test(arguments: [
        ["check-config", "--sdk-key", "@/no/such/file", "http://x/"],
        [
            "check-config", "--sdk-key", "k", "--listen", "127.0.0.1:1", "--sites.a.origin",
            "http://x/",
            "--sites.a.headers.X", "@/no/such/file",
        ],
        ["check-config"], ["--config"], ["--config", "/no/such/file"],
    ])
    func `what cannot run is refused`(_ words: [String]) {
        #expect(throws: ConfigurationProblem.self) { try NodeCommand.parse(words) }
    }
}
