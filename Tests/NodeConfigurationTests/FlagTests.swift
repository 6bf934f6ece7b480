import Foundation
import Testing

@testable import NodeConfiguration

@Suite struct FlagTests {
    private func read(_ words: String...) throws(ConfigurationProblem) -> NodeConfiguration {
        var configuration = NodeConfiguration()
        try configuration.apply(flags: words)
        return configuration
    }

    @Test func `every key is a flag`() throws {
        let read = try read(
            "--sdk-key", "k", "--edge", "--loopback", "--page", "https://a.test", "--page",
            "https://b.test", "--publisher-key", "ab", "--memory", "16", "--store", "/x",
            "--store-size=2GiB", "--store-days", "2", "--upload-rate", "20M", "--metered",
            "--interval", "3", "--log-format", "json", "--listen", "127.0.0.1:0",
            "http://cdn.test/a.m3u8",
            "--sites.news.origin", "http://cdn.test/", "--sites.news.idle", "7",
            "--sites.news.trustsOriginRoots", "--sites.news.headers.X-Key", "@/k",
            "--sites.news.bypass", "ads/", "--sites.news.bypass", "api/")
        #expect(read.sdkKey == .text("k"))
        #expect(read.role == .edge)
        #expect(read.peers == .loopback)
        #expect(read.pages == ["https://a.test", "https://b.test"])
        #expect(read.publisherKeys == ["ab"])
        #expect(read.memory == 16 << 20)
        #expect(read.store == "/x")
        #expect(read.storeSize == 2 << 30)
        #expect(read.storeDays == 2)
        #expect(read.uploadRate == 2_500_000)
        #expect(read.metered)
        #expect(read.logFormat == .json)
        #expect(read.interval == .seconds(3))
        #expect(read.urls.map(\.absoluteString) == ["http://cdn.test/a.m3u8"])
        let site = try #require(read.sites["news"])
        #expect(site.idle == .seconds(7))
        #expect(site.trustsOriginRoots)
        #expect(site.headers == ["X-Key": .file("/k")])
        #expect(site.bypass == ["ads/", "api/"])
        try read.check()
    }

    @Test(arguments: [
        (["--upload-rat", "1"], "--upload-rat: there is no such key; did you mean upload-rate?"),
        (["-x"], "-x: there is no such flag"),
        (["--store"], "--store: it needs a value"),
        (["--store-days", "0"], "--store-days: it has to be a number from 1 to 36500, not 0"),
        (
            ["--upload-per-day", "much"],
            "--upload-per-day: it has to be a size like 500MB or 2GiB, not much"
        ),
        (["no url"], "no url: it has to be an http or https URL, not no url"),
        (["--sites.a.orign", "x"], "--sites.a.orign: there is no such key; did you mean origin?"),
        (["--sites.a", "x"], "--sites.a: which key of the site?"),
    ])
    func `a flag that is not understood is named`(_ words: [String], _ description: String) {
        var configuration = NodeConfiguration()
        let problem = #expect(throws: ConfigurationProblem.self) {
            try configuration.apply(flags: words)
        }
        #expect(problem?.description == description)
    }

    @Test func `a reload keeps what needs a restart, and says so`() throws {
        let running = try read("--sdk-key", "k", "--memory", "16", "--sites.a.origin", "http://a/")
        let next = try read(
            "--sdk-key", "other", "--memory", "32", "--metered", "--sites.b.origin", "http://b/")
        let reload = running.reload(to: next)
        #expect(reload.changed == ["metered", "sites.a", "sites.b"])
        #expect(reload.postponed == ["sdkKey", "memory"])
        #expect(reload.configuration.sdkKey == .text("k"))
        #expect(reload.configuration.memory == 16 << 20)
        #expect(reload.configuration.metered)
        #expect(reload.configuration.sites.keys.sorted() == ["b"])
        let same = running.reload(to: running)
        #expect(same.changed.isEmpty && same.postponed.isEmpty)
    }
}
