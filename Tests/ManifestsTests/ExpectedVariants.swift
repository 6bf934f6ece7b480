@testable import Manifests

/// What a multivariant playlist names, as other projects expect it or as we read it.
struct ExpectedVariants: Equatable {
    /// URI, peak and average bit rate and codecs, in the order of the playlist.
    var variants: [String] = []
    var keyFrames: [String] = []
    /// URIs of renditions: both projects sort them by group.
    var renditions: Set<String> = []

    init(_ multivariant: HLSMultivariant, of playlist: HLSPlaylist) {
        func text(_ reference: HLSReference) -> String {
            String(decoding: playlist.source[reference.range], as: UTF8.self)
        }
        for variant in multivariant.variants {
            let line = Self.line(
                text(variant.reference), variant.bandwidth, variant.averageBandwidth,
                variant.codecs)
            switch variant.reference.role {
            case .variant: variants.append(line)
            case .iFrameVariant: keyFrames.append(line)
            case _: break
            }
        }
        renditions = Set(multivariant.renditions.compactMap { $0.reference.map(text) })
    }

    init(hlsParser object: [String: Any]) {
        for variant in object["variants"] as? [[String: Any]] ?? [] {
            let line = Self.line(
                variant["uri"], variant["bandwidth"] as? Int, variant["averageBandwidth"] as? Int,
                variant["codecs"] as? String)
            if variant["isIFrameOnly"] as? Bool == true {
                keyFrames.append(line)
            } else {
                variants.append(line)
            }
            for kind in ["audio", "video", "subtitles"] {
                let named = variant[kind] as? [[String: Any]] ?? []
                renditions.formUnion(named.compactMap { $0["uri"] as? String })
            }
        }
    }

    init(videoJS object: [String: Any]) {
        variants = Self.lines(object["playlists"])
        keyFrames = Self.lines(object["iFramePlaylists"])
        let groups = object["mediaGroups"] as? [String: [String: [String: [String: Any]]]] ?? [:]
        renditions = Set(
            groups.values.flatMap(\.values).flatMap(\.values).compactMap { $0["uri"] as? String })
    }

    private static func lines(_ playlists: Any?) -> [String] {
        (playlists as? [[String: Any]] ?? []).map { playlist in
            let attributes = playlist["attributes"] as? [String: Any] ?? [:]
            return line(
                playlist["uri"], attributes["BANDWIDTH"] as? Int,
                (attributes["AVERAGE-BANDWIDTH"] as? String).flatMap { Int($0) }
                    ?? attributes["AVERAGE-BANDWIDTH"] as? Int,
                attributes["CODECS"] as? String)
        }
    }

    private static func line(
        _ uri: Any?, _ bandwidth: Int?, _ average: Int?, _ codecs: String?
    ) -> String {
        "\(uri ?? "-") \(bandwidth ?? -1) \(average ?? -1) \(codecs ?? "-")"
    }
}
