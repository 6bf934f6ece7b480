import Foundation
import Shoal

/// An edge node inside of another program: `example-edge SDK-KEY URL…`.
///
/// It takes part in the swarm of each URL, fetches from the CDN what its peers play, once for all of
/// them, and prints what it has given away, until it is told to end by SIGTERM.
@main struct EdgeNode {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let urls = arguments.dropFirst().compactMap(URL.init(string:))
        guard let key = arguments.first, !urls.isEmpty else {
            print("usage: example-edge SDK-KEY URL...")
            exit(2)
        }
        let client = try P2PClient(
            sdkKey: key, bundleId: "example.edge", configuration: P2PConfiguration(role: .edge))
        for url in urls {
            let session = try await client.createPlaybackSession(url: url)
            print("serving \(url.path())")
            Task {
                for await event in session.eventStream() {
                    guard case .statistics(let now) = event else { continue }
                    print("\(url.path()) peers=\(now.peers) uploaded=\(now.uploadedBytes)")
                }
            }
        }
        signal(SIGTERM, SIG_IGN)
        let stop = DispatchSource.makeSignalSource(signal: SIGTERM)
        let (signals, told) = AsyncStream.makeStream(of: Void.self)
        stop.setEventHandler { told.finish() }
        stop.resume()
        for await _ in signals {}
        await P2PSDK.shutdown()
    }
}
