import EventLoop
import Foundation
import Testing

@testable import NodeConfiguration

@Suite struct FileTests {
    private func read(_ text: String) throws(ConfigurationProblem) -> NodeConfiguration {
        try NodeConfiguration(parsing: Data(text.utf8))
    }

    private func problem(_ text: String) -> String? {
        do throws(ConfigurationProblem) {
            try read(text).check()
            return nil
        } catch {
            return error.description
        }
    }

    private let whole = """
        {
          // a comment, and keys without quotes
          sdkKey: '@/etc/shoal/key', role: "seeder", peers: "loopback",
          listen: ["0.0.0.0:8080", "[::1]:8081"], memory: "64MiB", store: "/var/x", storeDays: 2,
          uploadRate: "20M", metered: true, interval: 5,
          sites: {
            news: {
              origin: "https://cdn.example/live/", headers: { Authorization: "@/etc/shoal/cdn" },
              volatileParameters: ["u"], idle: 30, bypass: ["ads/"], prefetch: ["one/main.m3u8"],
            },
          },
        }
        """

    @Test func `a file says what it says, and the rest is at its default`() throws {
        let read = try read(whole)
        try read.check()
        #expect(read.sdkKey == .file("/etc/shoal/key"))
        #expect(read.role == .seeder)
        #expect(read.peers == .loopback)
        #expect(read.listen.map(\.description) == ["0.0.0.0:8080", "[::1]:8081"])
        #expect(read.memory == 64 << 20)
        #expect(read.storeDays == 2)
        #expect(read.storeSize == 10 << 30)
        #expect(read.uploadRate == 2_500_000)
        #expect(read.metered)
        #expect(read.interval == .seconds(5))
        let site = try #require(read.sites["news"])
        #expect(site.origin?.absoluteString == "https://cdn.example/live/")
        #expect(site.headers == ["Authorization": .file("/etc/shoal/cdn")])
        #expect(site.volatileParameters == ["u"])
        #expect(site.idle == .seconds(30))
        #expect(site.bypass == ["ads/"])
        #expect(site.prefetch == ["one/main.m3u8"])
        #expect(site.pages == ["*"])
    }

    @Test(arguments: [
        ("{ sdkKe: 'x' }", "sdkKe: there is no such key; did you mean sdkKey?"),
        ("{ store_days: 3 }", "store_days: there is no such key; did you mean storeDays?"),
        ("{ qqqqqqqqqqq: 3 }", "qqqqqqqqqqq: there is no such key"),
        (
            "{ sites: { a: { orgin: 'x' } } }",
            "sites.a.orgin: there is no such key; did you mean origin?"
        ),
        (
            "{ role: 'king' }",
            "role: it has to be one of viewer, edge, attestor, seeder, lan-cache, not king"
        ),
        ("{ interval: 0 }", "interval: it has to be a number from 1 to 1000000, not 0"),
        ("{ interval: 1.5 }", "interval: it has to be a number from 1 to 1000000, not 1.5"),
        ("{ metered: 'yes' }", "metered: it has to be true or false, not yes"),
        (
            "{ listen: ['[1::2::3]:80'] }",
            "listen: it has to be an address and a port like 127.0.0.1:8080 or [::]:8080, not"
                + " [1::2::3]:80"
        ),
        (
            "{ listen: ['localhost:80'] }",
            "listen: it has to be an address and a port like 127.0.0.1:8080 or [::]:8080, not"
                + " localhost:80"
        ),
        ("{ uploadRate: 'much' }", "uploadRate: it has to be a size like 20M or 2.5MB, not much"),
        ("{ urls: ['ftp://x/'] }", "urls: it has to be an http or https URL, not ftp://x/"),
        ("{ urls: 'http://x/' }", "urls: it has to be a list, not http://x/"),
        ("[]", "it has to be an object, not a list"),
        ("{ urls: ['http://x/a'] }", "sdkKey: it is missing"),
        ("{ sdkKey: 'k' }", "there is no URL to play and no site to serve"),
        (
            "{ sdkKey: 'k', sites: { a: { origin: 'http://x/' } } }",
            "listen: sites need an address to listen on"
        ),
        (
            "{ sdkKey: 'k', listen: ['127.0.0.1:1'], sites: { a: { origin: 'http://x/y' } } }",
            "sites.a.origin: it has to end in a slash"
        ),
        (
            "{ sdkKey: 'k', listen: ['127.0.0.1:1'], sites: { a: { } } }",
            "sites.a.origin: it is missing"
        ),
        (
            "{ sdkKey: 'k', listen: ['127.0.0.1:1'], sites: { 'a/b': { origin: 'http://x/' } } }",
            "sites.a/b: a site's name is letters, digits, dashes: a/b"
        ),
        (
            "{ sdkKey: 'k', urls: ['http://x/'], storeDays: 3 }",
            "storeSize: storeSize and storeDays need store"
        ),
    ])
    func `a problem names its key and says why`(_ text: String, _ description: String) {
        #expect(problem(text) == description)
    }

    @Test(arguments: ["", "{", "{ role: }", "no", "{ role: 'edge' } trailing"])
    func `what is not JSON5 is refused`(_ text: String) {
        #expect(problem(text)?.hasPrefix("this is not JSON5") == true)
    }

    @Test func `a file that is not there is named`() {
        #expect(throws: ConfigurationProblem("", "/no/such/file cannot be read")) {
            try NodeConfiguration.read(from: "/no/such/file")
        }
    }

    @Test func `what is printed is read as the same`() throws {
        let configuration = try read(whole)
        #expect(try read(configuration.printed) == configuration)
        let defaults = NodeConfiguration()
        #expect(try read(defaults.printed) == defaults)
    }

    @Test func `no secret is printed`() throws {
        let configuration = try read(
            "{ sdkKey: 'SECRET', sites: { a: { headers: { Authorization: 'SECRET' } } } }")
        #expect(!configuration.printed.contains("SECRET"))
    }
}
