import Crypto
import Engine
import EventLoop
import Foundation
import IOTestSupport
import KeyFiles
import Manifests
import Primitives
import SwarmSimulation
import SwarmTestSupport
import TrackerServer
import TrackerWire

/// Harms the viewers of a film until its input ends: `hostile-peers KEYS ADDRESS APP PLAYLIST SEGMENTS KIND…`.
///
/// KEYS is the operator's key file and ADDRESS his tracker's, since some need what only he can sign; PLAYLIST
/// is what the viewers open, beside whose segments `s0.ts` and so on it learns that many of.
@main
struct HostilePeers {
    private struct Usage: Error {}

    static func main() async throws {
        var words = CommandLine.arguments.dropFirst()
        guard let file = words.popFirst(),
            let address = words.popFirst().flatMap(ListenAddress.init),
            let app = words.popFirst(), let playlist = words.popFirst().flatMap(ResolvedURI.init),
            let count = words.popFirst().flatMap(Int.init)
        else { throw Usage() }
        let kinds = words.compactMap(HostileKind.init)
        guard kinds.count == words.count else { throw Usage() }
        let keys = OperatorKeys(master: SecretBytes32(try SecretFile(reading: file).secret))
        let access = TrackerAccess(keys: keys, address: address.socketAddress, app: app)
        let loop = try UVEventLoop(name: "hostile")
        let media = try await media(playlist, count, access, on: loop)
        let peers = kinds.map { HostilePeer($0, of: media, access, on: loop) }
        try await loop.run { for peer in peers { try peer.join() } }
        FileHandle.standardOutput.write(Data("joined\n".utf8))
        while readLine() != nil {}
        try await loop.run { for peer in peers { peer.close() } }
        await loop.shutdown()
    }

    /// The film as its viewers' own engines name it.
    private static func media(
        _ playlist: ResolvedURI, _ count: Int, _ access: TrackerAccess, on loop: UVEventLoop
    ) async throws -> SharedMedia {
        let content = IdentityRule.usual.identity(of: playlist, kind: .content)
        let keys = ContentKeys(
            contentKey: try access.sdkKey().contentKey.secret, contentID: content.bytes)
        guard let url = URL(string: playlist.text), let host = url.host, let port = url.port,
            let origin = ListenAddress("\(host):\(port)")
        else { throw Usage() }
        let client = try await HTTPClient.connect(to: origin.socketAddress, on: loop)
        var segments: [(key: SegmentKey, bytes: [UInt8])] = []
        for number in 0..<count {
            guard let uri = playlist.resolving("s\(number).ts") else { throw Usage() }
            try await client.send("GET \(uri.path) HTTP/1.1\r\nHost: \(origin)\r\n\r\n")
            segments.append((keys.segment(at: uri), try await client.answer().body))
        }
        client.close()
        return try SharedMedia(swarm: keys.swarm, track: keys.track(at: playlist), segments)
    }
}
