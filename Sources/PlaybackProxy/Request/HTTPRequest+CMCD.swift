import Engine
import LocalHTTP
import Manifests
import SwarmCore

extension HTTPRequest {
    /// What the player says of itself with this request.
    var hints: PlayerHints? {
        guard let said = CMCD(query: query, headers: headers) else { return nil }
        var hints = PlayerHints()
        hints.deadline = said.deadline
        hints.playbackRate = said.playbackRate
        hints.isStarting = said.isStartingUp
        hints.throughput = said.throughput
        hints.player = said.session
        switch said.objectType {
        case .audio, .video, .muxed, nil:
            hints.bufferLength = said.bufferLength
        case .manifest, .initSegment, .caption, .timedText, .key, .other:
            // What is held of these plays nothing.
            break
        }
        return hints
    }

    /// Whether the player says that it has run out of media.
    var saysStarved: Bool { CMCD(query: query, headers: headers)?.hasStarved ?? false }

    /// What of it the CDN is told, in the player's own words.
    var note: RequestNote? {
        RequestNote(
            query: CMCD.divide(query).cmcd,
            headers: headers.filter { CMCD.isHeader($0.0) }.map { (name: $0.0, value: $0.1) })
    }
}
