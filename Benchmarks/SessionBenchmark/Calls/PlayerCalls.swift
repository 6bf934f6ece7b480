import Foundation
import Harness
import Shoal
import SwarmTestSupport

/// What the calls cost that a player's thread makes; the engine's work on their account is not counted.
enum PlayerCalls {
    private static let iterations = 10_000

    /// Prints it; false where more is allocated than the thresholds allow.
    static func measure(_ arguments: [String]) async throws -> Bool {
        let origin = try WorldProcess.origin(delay: 0)
        let tracker = try WorldProcess.tracker()
        guard let url = URL(string: "http://127.0.0.1:\(origin.word)\(TestVideo.master)") else {
            throw URLError(.badURL)
        }
        let client = try P2PClient(
            sdkKey: tracker.word, bundleId: "benchmark.calls",
            configuration: P2PConfiguration(peerInterface: .loopback))
        let session = try await client.createPlaybackSession(url: url)
        let report = await Harness.run(arguments: arguments) { harness in
            for call in Call.allCases {
                await harness.measureCaller(call.rawValue, iterations: iterations) { count in
                    for number in 0..<count { call.make(session, number) }
                } settle: {
                    _ = await session.unavailableReason()
                }
            }
        }
        print(report.text)
        await P2PSDK.shutdown()
        try tracker.end()
        try origin.end()
        return !report.isFailure
    }

    private enum Call: String, CaseIterable {
        case position = "updateCurrentPositionMs"
        case buffer = "updateBufferedDurationMs"
        case rate = "updatePlaybackRate"
        case pictureInPicture = "setPictureInPictureActive"
        case uploads = "setUploadEnabled"
        case exchange = "setP2PEnabled"
        case preload = "preload"

        func make(_ session: PlaybackSession, _ number: Int) {
            switch self {
            case .position: session.updateCurrentPositionMs(Int64(number))
            case .buffer: session.updateBufferedDurationMs(Int64(number))
            case .rate: session.updatePlaybackRate(1)
            case .pictureInPicture: session.setPictureInPictureActive(number.isMultiple(of: 2))
            case .uploads: session.setUploadEnabled(number.isMultiple(of: 2))
            case .exchange: session.setP2PEnabled(number.isMultiple(of: 2))
            case .preload: session.preload()
            }
        }
    }
}
