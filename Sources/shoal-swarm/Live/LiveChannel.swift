import Foundation

/// A video as a channel without an end: what its playlist names when.
///
/// The video is shown over and over; segment `n` of the channel is piece `n % count` of the video.
struct LiveChannel: Sendable {
    struct Piece: Sendable {
        /// The file of the video.
        let file: URL
        let initialization: URL?
        /// Seconds on the air.
        let duration: Double
    }

    /// Segments that the playlist names.
    static let window = 8

    let pieces: [Piece]
    /// When segment 0 began.
    let begin: Date

    /// Seconds from the channel's begin to that of a segment.
    func start(of number: Int) -> Double {
        let (rounds, place) = number.quotientAndRemainder(dividingBy: pieces.count)
        return Double(rounds) * seconds(pieces[...]) + seconds(pieces[..<place])
    }

    func piece(_ number: Int) -> Piece { pieces[number % pieces.count] }

    func name(of number: Int) -> String { "s\(number).\(piece(number).file.pathExtension)" }

    /// The name of an initialization section that a segment needs.
    func nameOfInitialization(of number: Int) -> String? {
        piece(number).initialization.map { "init-\($0.lastPathComponent)" }
    }

    /// The playlist that names segments up to `last`.
    func playlist(upTo last: Int) -> String {
        let first = max(0, last - Self.window + 1)
        var lines = [
            "#EXTM3U",
            "#EXT-X-VERSION:6",
            "#EXT-X-TARGETDURATION:\(targetDuration)",
            "#EXT-X-MEDIA-SEQUENCE:\(first)",
            // Those before the first segment; each round but the first begins with one.
            "#EXT-X-DISCONTINUITY-SEQUENCE:\(max(0, first - 1) / pieces.count)",
        ]
        var initialization: String?
        for number in first...last {
            if number > 0, number.isMultiple(of: pieces.count) {
                lines.append("#EXT-X-DISCONTINUITY")
            }
            if let name = nameOfInitialization(of: number), name != initialization {
                lines.append("#EXT-X-MAP:URI=\"\(name)\"")
                initialization = name
            }
            lines += [
                "#EXT-X-PROGRAM-DATE-TIME:\(date(of: number))",
                String(format: "#EXTINF:%.5f,", piece(number).duration), name(of: number),
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The playlist that a player opens; `bandwidth` is in bits a second.
    func multivariantPlaylist(naming media: String, bandwidth: Int) -> String {
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth)\n\(media)\n"
    }

    private var targetDuration: Int {
        max(1, Int((pieces.map(\.duration).max() ?? 1).rounded()))
    }

    private func date(of number: Int) -> String {
        (begin + start(of: number)).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    private func seconds(_ pieces: ArraySlice<Piece>) -> Double {
        pieces.reduce(0) { $0 + $1.duration }
    }
}
