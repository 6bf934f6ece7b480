import Manifests
import Testing

@Suite struct FileVersionTests {
    private static let date = "Mon, 02 Nov 2026 10:00:00 GMT"

    @Test(arguments: ["W/\"a\"", "a", "\"a", "\"\"", "", "*"])
    func `a tag that is not strong names no version`(_ tag: String) {
        #expect(FileVersion(length: 5, entityTag: tag, lastModified: nil) == nil)
        let version = FileVersion(length: 5, entityTag: tag, lastModified: Self.date)
        #expect(version?.validator == .lastModified(Self.date))
        #expect(version?.entityTag == nil)
    }

    @Test func `a strong tag is all that counts where there is one`() throws {
        let version = try #require(
            FileVersion(length: 5, entityTag: " \"a\"\t", lastModified: Self.date))
        #expect(version.entityTag == "\"a\"")
        #expect(version.agrees(length: 5, entityTag: "\"a\"", lastModified: nil))
        #expect(version.agrees(length: 5, entityTag: "\"a\"", lastModified: "another day"))
        #expect(!version.agrees(length: 6, entityTag: "\"a\"", lastModified: Self.date))
        #expect(!version.agrees(length: nil, entityTag: "\"a\"", lastModified: Self.date))
        for tag in [nil, "\"b\"", "W/\"a\"", "a"] {
            #expect(!version.agrees(length: 5, entityTag: tag, lastModified: Self.date))
        }
    }

    @Test func `a date counts word for word`() throws {
        let version = try #require(
            FileVersion(length: 5, entityTag: nil, lastModified: Self.date))
        #expect(version.agrees(length: 5, entityTag: "\"new\"", lastModified: Self.date))
        for date in [nil, "Mon, 02 Nov 2026 10:00:01 GMT"] {
            #expect(!version.agrees(length: 5, entityTag: nil, lastModified: date))
        }
    }

    @Test func `nothing is no version`() {
        #expect(FileVersion(length: 0, entityTag: "\"a\"", lastModified: nil) == nil)
        #expect(FileVersion(length: -1, entityTag: "\"a\"", lastModified: nil) == nil)
        #expect(FileVersion(length: 5, entityTag: nil, lastModified: " ") == nil)
        #expect(FileVersion(length: 5, entityTag: nil, lastModified: nil) == nil)
    }

    @Test func `different versions, files and pieces have different identities`() throws {
        let named: [(Int, String?, String)] = [
            (5, "\"a\"", Self.date), (6, "\"a\"", Self.date), (5, "\"b\"", Self.date),
            (5, nil, "\"a\""), (5, nil, Self.date),
        ]
        let versions = named.compactMap {
            FileVersion(length: $0, entityTag: $1, lastModified: $2)
        }
        #expect(versions.count == named.count)
        var identities: [CanonicalIdentity] = []
        for url in ["http://a/x.mp4", "http://a/y.mp4", "http://a/x.mp4?q=1"] {
            let uri = try #require(ResolvedURI(url))
            identities.append(CanonicalIdentity(uri, kind: .file))
            for version in versions {
                identities.append(CanonicalIdentity(file: uri, version: version))
                for offset in 0..<2 {
                    identities.append(
                        CanonicalIdentity(
                            file: uri, version: version,
                            piece: ByteRange(offset: offset, length: 1)))
                }
            }
        }
        #expect(Set(identities).count == identities.count)
    }

    @Test func `who asks and where does not change a file's identity`() throws {
        let version = try #require(FileVersion(length: 5, entityTag: "\"a\"", lastModified: nil))
        let identities = try [
            "http://a/x.mp4", "https://cdn.b/x.mp4?token=1", "http://a/x.mp4?Expires=2",
        ]
        .map { CanonicalIdentity(file: try #require(ResolvedURI($0)), version: version) }
        #expect(Set(identities).count == 1)
    }
}
