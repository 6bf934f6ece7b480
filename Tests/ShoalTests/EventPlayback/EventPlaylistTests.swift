import Foundation
import Manifests
import Testing

@testable import Shoal

@Suite struct EventPlaylistTests {
    private static let base = "https://media.example.com/180-days/camera/video.m3u8"

    private func text(_ lines: [String], isFinished: Bool = true) throws -> [String] {
        let uri = try #require(ResolvedURI(Self.base))
        let body = (["#EXTM3U", "#EXT-X-TARGETDURATION:2"] + lines).joined(separator: "\n") + "\n"
        let playlist = try #require(HLSPlaylist.parse(Array(body.utf8), from: uri))
        let token = EventToken(authToken: "a+b=", bucketName: "180-days", deviceId: "camera")
        let text = try EventPlaylist.text(
            playlist, of: uri, token: token, isFinished: isFinished)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").dropFirst(2)
            .map(String.init)
    }

    @Test func `C1, C4: lines are absolute, and have the token once, escaped`() throws {
        let folder = "https://media.example.com/180-days/camera"
        #expect(
            try text([
                "#EXT-X-MAP:URI=\"init.mp4\"", "#EXTINF:2,", "a.ts", "#EXTINF:2,",
                "/b.ts?Authorization=old&x=1",
            ]) == [
                "#EXT-X-MAP:URI=\"\(folder)/init.mp4?Authorization=a%2Bb%3D\"", "#EXTINF:2,",
                "\(folder)/a.ts?Authorization=a%2Bb%3D", "#EXTINF:2,",
                "https://media.example.com/b.ts?x=1&Authorization=a%2Bb%3D", "#EXT-X-ENDLIST",
            ])
    }

    @Test(arguments: [
        "https://other.example.com/a.ts", "http://media.example.com/a.ts",
        "https://media.example.com:8443/a.ts",
    ])
    func `C1: another site does not get the token`(_ url: String) throws {
        #expect(try text(["#EXTINF:2,", url], isFinished: false) == ["#EXTINF:2,", url])
    }
}
