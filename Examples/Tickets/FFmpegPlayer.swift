import Foundation
import Shoal

/// A player without a screen: ffmpeg reads what it is told to load, to the end.
@MainActor
final class FFmpegPlayer: TicketPlayer {
    struct Ended: Error {
        let status: Int32
    }

    /// Called with the status when what was loaded last has ended by itself.
    var onEnd: ((Int32) -> Void)?
    private var process: Process?

    func load(_ playbackUrl: URL, at seconds: Double) {
        process?.terminate()
        let player = Process()
        player.executableURL = URL(filePath: "/usr/bin/env")
        player.arguments = [
            "ffmpeg", "-nostdin", "-v", "error", "-ss", "\(seconds)",
            "-i", playbackUrl.absoluteString, "-f", "null", "-",
        ]
        player.terminationHandler = { [weak self] ended in
            let status = ended.terminationStatus
            Task { @MainActor in
                guard let self, self.process === ended else { return }
                self.onEnd?(status)
            }
        }
        process = player
        do { try player.run() } catch { onEnd?(-1) }
    }

    func addSubtitles(_ subtitles: [PlaybackTicket.Subtitle]) {
        print("subtitles: \(subtitles.map(\.language).joined(separator: " "))")
    }
}
