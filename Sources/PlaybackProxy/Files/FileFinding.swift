import Engine
import Manifests
import Origin

/// What an origin's answer to the first bytes of something says about it.
enum FileFinding {
    /// A file that can be exchanged by pieces.
    case file(FileVersion, PieceTable)
    case manifest
    /// Media that comes from the origin alone.
    case passedThrough(PassedThroughReason)
    /// An error, or a page in the place of the media: it says nothing of what comes next time.
    case nothing

    /// `firstBytes` begin the body.
    init(_ response: OriginResponse, firstBytes: [UInt8]) {
        guard response.status == 200 || response.status == 206 else {
            self = .nothing
            return
        }
        let type = response.first("Content-Type")
        if ContentTypeRule.manifest(contentType: type, firstBytes: firstBytes) != nil {
            self = .manifest
        } else if type?.lowercased().hasPrefix("text/") ?? false, !firstBytes.contains(0) {
            // Servers call what they do not know a text, too.
            self = .nothing
        } else if response.first("icy-metaint") != nil || Self.isEncoded(response) {
            self = .passedThrough(.unsupportedMedia)
        } else if let version = FileVersion(response) {
            self =
                PieceTable(length: version.length).map { .file(version, $0) }
                ?? .passedThrough(.unsupportedMedia)
        } else {
            self = .passedThrough(.originWithoutRanges)
        }
    }

    private static func isEncoded(_ response: OriginResponse) -> Bool {
        response.first("Content-Encoding").map { $0.lowercased() != "identity" } ?? false
    }
}
