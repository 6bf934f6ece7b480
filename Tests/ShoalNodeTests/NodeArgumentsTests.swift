import Foundation
import Shoal
import Testing

@testable import shoal_node

@Suite struct NodeArgumentsTests {
    private func parse(_ words: String...) throws -> NodeArguments {
        guard
            case .run(let arguments) = try NodeArguments.parse(
                ["--sdk-key", "k", "http://cdn.test/a.m3u8"] + words)
        else {
            throw NodeArguments.Problem(description: "help")
        }
        return arguments
    }

    @Test(arguments: [
        ("1", 1), ("4096", 4_096), ("2G", 2_000_000_000), ("2GB", 2_000_000_000),
        ("2GiB", 2 << 30), ("1.5MiB", 3 << 19), ("500kB", 500_000), ("500KB", 500_000),
        ("0.5k", 500), ("1TiB", 1 << 40), ("10B", 10),
    ])
    func `sizes are bytes`(_ text: String, _ bytes: Int) {
        #expect(DataSize.bytes(text) == bytes)
    }

    @Test(arguments: [
        ("20M", 2_500_000), ("20Mbit", 2_500_000), ("20Mb", 2_500_000), ("20Mbps", 2_500_000),
        ("20Mbit/s", 2_500_000), ("2.5MB", 2_500_000), ("2.5MB/s", 2_500_000), ("1Ki", 128),
        ("1KiB", 1_024), ("8", 1), ("1Gbit", 125_000_000),
    ])
    func `rates are bits unless they say bytes`(_ text: String, _ bytes: Int) {
        #expect(DataSize.bytesPerSecond(text) == bytes)
    }

    @Test(arguments: [
        "", "0", "-1", "B", "GB", "1.2.3", "1e5", "nan", "inf", "1GX", "1 GB", "GB2", "1gb",
        "1Mbit",
        "999999999TB", ".", "٣",
    ])
    func `what is no size is none`(_ text: String) {
        #expect(DataSize.bytes(text) == nil)
    }

    @Test(arguments: ["", "0", "1", "7bit", "1Mbyte", "M", "-1M", "1M/h", "1MBit"])
    func `what is no rate is none`(_ text: String) {
        #expect(DataSize.bytesPerSecond(text) == nil)
    }

    @Test func `publishers are taken, one and more`() throws {
        #expect(try parse().options.publisherKeys == [])
        let options = try parse("--publisher-key", "ab", "--publisher-key", "cd").options
        #expect(options.publisherKeys == ["ab", "cd"])
        #expect(throws: NodeArguments.Problem.self) { try parse("--publisher-key") }
    }

    @Test func `the limits of uploads are taken`() throws {
        let configuration = try parse(
            "--upload-rate", "20M", "--upload-per-day", "2GB", "--upload-per-month", "30GiB",
            "--upload-usage", "/var/lib/shoal/usage", "--metered"
        ).configuration
        #expect(configuration.uploadLimit == 2_500_000)
        #expect(configuration.uploadBytesPerDay == 2_000_000_000)
        #expect(configuration.uploadBytesPerMonth == 30 << 30)
        #expect(configuration.uploadUsageFile?.path == "/var/lib/shoal/usage")
        #expect(configuration.isNetworkMetered)
    }

    @Test func `pages are named one by one`() throws {
        let origins = ["https://player.example", "http://127.0.0.1:8080"]
        let configuration = try parse("--page", origins[0], "--page", origins[1]).configuration
        #expect(configuration.allowedOrigins == Set(origins))
        #expect(try parse().configuration.allowedOrigins.isEmpty)
    }

    @Test func `nothing said is no limit`() throws {
        let configuration = try parse().configuration
        #expect(configuration.uploadLimit == nil)
        #expect(configuration.uploadBytesPerDay == nil)
        #expect(configuration.uploadBytesPerMonth == nil)
        #expect(configuration.uploadUsageFile == nil)
        #expect(!configuration.isNetworkMetered)
    }

    @Test(arguments: ["--upload-rate", "--upload-per-day", "--upload-per-month"])
    func `a limit that is not understood is named`(_ option: String) throws {
        let problem = #expect(throws: NodeArguments.Problem.self) { try parse(option, "much") }
        #expect(try #require(problem).description.hasPrefix("\(option) needs a size like"))
    }

    @Test func `a store has a size and an age, in whatever order they come`() throws {
        #expect(try parse().configuration.store == nil)
        let plain = try #require(try parse("--store", "/var/x").configuration.store)
        #expect(plain.folder.path == "/var/x")
        #expect(plain.maxBytes == 10 << 30)
        #expect(plain.maxAge == 7 * 86_400)
        let limited = try #require(
            try parse("--store-days", "2", "--store", "x", "--store-size", "2GiB")
                .configuration.store)
        #expect(limited.maxBytes == 2 << 30)
        #expect(limited.maxAge == 2 * 86_400)
    }

    @Test(arguments: [
        ["--store"], ["--store-size", "1GB"], ["--store-days", "1"],
        ["--store", "x", "--store-size", "much"], ["--store", "x", "--store-days", "0"],
    ])
    func `half a store is none`(_ words: [String]) {
        #expect(throws: NodeArguments.Problem.self) {
            try NodeArguments.parse(["--sdk-key", "k", "http://cdn.test/a.m3u8"] + words)
        }
    }
}
