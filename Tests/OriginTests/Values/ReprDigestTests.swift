import Primitives
import Testing

@testable import Origin

@Suite struct ReprDigestTests {
    /// Of no bytes at all.
    private static let empty = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    private static let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private static func digest(_ headers: [OriginHeader]) -> ReprDigest? {
        ReprDigest(
            OriginResponse(
                status: 200, headers: headers, finalURL: "http://h/", contentLength: nil,
                contentRange: nil, endIsCertain: true))
    }

    @Test(arguments: [
        "sha-256=:\(empty):", " sha-256=:\(empty):\t", "sha-512=:AAAA:, sha-256=:\(empty):",
        "sha-256=:\(empty):,sha-512=:AAAA:", "sha-256=:\(empty):;a=1",
        "sha-256=:AAAA:, sha-256=:\(empty):", "sha-256=:\(empty.dropLast()):",
    ])
    func `it is found among others`(_ value: String) {
        #expect(Self.digest([("repr-digest", value)])?.sha256 == Bytes32(hex: Self.hex))
        #expect(
            Self.digest([("X", "y"), ("Repr-Digest", value)])?.sha256 == Bytes32(hex: Self.hex))
    }

    @Test func `several headers are one`() {
        let headers: [OriginHeader] = [
            ("Repr-Digest", "sha-512=:AAAA:"), ("REPR-DIGEST", "sha-256=:\(Self.empty):"),
        ]
        #expect(Self.digest(headers)?.sha256 == Bytes32(hex: Self.hex))
    }

    @Test(arguments: [
        "", "sha-256", "sha-256=", "sha-256=::", "sha-256=:AAAA:", "sha-256=\(empty)",
        "sha-256=:\(empty)", "sha-256=:\(empty):x", "sha-512=:\(empty):", "SHA-256=:\(empty):",
        "sha-256=:!\(empty.dropFirst()):", "sha-256=:\(empty):, sha-256=:AAAA:",
    ])
    func `what is none is none`(_ value: String) {
        #expect(Self.digest([("Repr-Digest", value)]) == nil)
    }

    @Test func `a digest of something else is none`() {
        #expect(Self.digest([("Content-Digest", "sha-256=:\(Self.empty):")]) == nil)
        #expect(Self.digest([]) == nil)
    }
}
