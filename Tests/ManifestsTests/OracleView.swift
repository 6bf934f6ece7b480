import Foundation
import Primitives

@testable import Manifests

/// What both the oracle and we can say of a playlist, as text.
struct OracleView {
    private(set) var values: [String: [String]] = [:]

    init(of playlist: HLSPlaylist) {
        func uris(_ roles: Set<HLSRole>) -> [String] {
            playlist.references.filter { roles.contains($0.role) }.map {
                playlist.resolved($0)?.text ?? "?"
            }
        }
        values["keys"] = Array(Set(uris([.key, .licence]))).sorted()
        values["maps"] = Array(Set(uris([.initSegment]))).sorted()
        values["playlists"] = uris([.variant])
        values["iframes"] = uris([.iFrameVariant])
        values["media"] = uris([.rendition])
        values["reports"] = uris([.renditionReport])
        values["variant"] = [playlist.multivariant == nil ? "0" : "1"]
        guard let media = playlist.media else { return }
        var segments = uris([.segment])
        // A segment of which there are only parts so far counts for the oracle, without a URI.
        if let part = media.parts.last, media.segments.last.map({ $0.number < part.number }) ?? true
        {
            segments.append("<null>")
        }
        // The oracle keeps the first three and the last three, which overlap in short playlists.
        let dots = segments.count > 6 ? ["..."] : []
        values["segments"] =
            segments.count > 3 ? segments.prefix(3) + dots + segments.suffix(3) : segments
        values["nsegments"] = [String(segments.count)]
        values["parts"] = [String(media.parts.count)]
        values["byteranges"] = [String(media.segments.count { $0.byteRange != nil })]
        values["discontinuities"] = [String(media.segments.count { $0.isDiscontinuous })]
        values["endlist"] = [media.isEnded ? "1" : "0"]
        values["media_sequence"] = [String(media.mediaSequence)]
        values["target_duration"] = media.targetDuration.map { [String(Int($0.inSeconds))] } ?? []
        values["preload_hint"] = uris([.preloadHint]).suffix(1)
    }

    init(_ expected: [String: Any]) {
        for (key, value) in expected {
            switch value {
            case let list as [Any]: values[key] = list.map { Self.encoded("\($0)") }
            case let text as String: values[key] = [Self.encoded(text)]
            case is NSNull: values[key] = []
            case let number as NSNumber: values[key] = ["\(number)"]
            case _: values[key] = ["\(value)"]
            }
        }
        values["keys"] = Array(Set(values["keys"] ?? [])).sorted()
        values["maps"] = Array(Set(values["maps"] ?? [])).sorted()
    }

    func differences(from other: OracleView) -> [String] {
        values.keys.sorted().filter { values[$0] != other.values[$0] }.map {
            "\($0): \(values[$0] ?? []) vs \(other.values[$0] ?? [])"
        }
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(Array(text.utf8)[...], to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
