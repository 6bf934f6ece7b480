/// Finds out what a URL is that a player asks for, by the MPD that it read.
///
/// Players spell percent-escapes in several ways; equivalent ones are the same here.
package struct DASHDirectory: Sendable {
    package enum Entry: Sendable {
        /// A media segment of a representation, at one of its bases.
        case segment(DASHSegment, representation: Int, base: Int)
        /// The file that all segments of a representation are parts of.
        case file(representation: Int, base: Int)
        /// Something else that the MPD names: it comes from the origin alone.
        case other
    }

    private enum Known {
        case entry(Int, representation: Int, base: Int)
        case file(representation: Int, base: Int)
        case other
    }

    private struct Template {
        let media: DASHTemplateMedia
        let representation: Int
        let base: Int
    }

    package let manifest: DASHManifest
    private var known: [String: Known] = [:]
    private var templates: [Template] = []

    package init(_ manifest: DASHManifest) {
        self.manifest = manifest
        for (index, representation) in manifest.representations.enumerated() {
            for uri in representation.others { known[Self.key(uri)] = .other }
            switch representation.media {
            case .template(let media): enter(media, index)
            case .list(let media): enter(media, index)
            case .file(let file):
                for (base, uri) in file.uris.enumerated() {
                    known[Self.key(uri)] = .file(representation: index, base: base)
                }
            case .other: break
            }
        }
    }

    private mutating func enter(_ media: DASHTemplateMedia, _ representation: Int) {
        let media = media.normalized
        for base in media.templates.indices {
            templates.append(Template(media: media, representation: representation, base: base))
        }
    }

    private mutating func enter(_ media: DASHListMedia, _ representation: Int) {
        for (base, uris) in media.uris.enumerated() {
            for (index, uri) in uris.enumerated() {
                known[Self.key(uri)] = .entry(index, representation: representation, base: base)
            }
        }
    }

    /// Nil for what the MPD does not lead to.
    package func entry(at uri: ResolvedURI) -> Entry? {
        let key = Self.key(uri)
        switch known[key] {
        case .entry(let index, let representation, let base)?:
            let segment = manifest.representations[representation].segment(at: index)
            return segment.map { .segment($0, representation: representation, base: base) }
                ?? .other
        case .file(let representation, let base)?:
            return .file(representation: representation, base: base)
        case .other?:
            return .other
        case nil:
            break
        }
        for template in templates {
            if let segment = template.media.segment(at: key, base: template.base) {
                return .segment(
                    segment, representation: template.representation, base: template.base)
            }
        }
        return templates.contains { $0.media.matches(key, base: $0.base) } ? .other : nil
    }

    private static func key(_ uri: ResolvedURI) -> String {
        // A fragment is never asked for.
        normalized(uri.site + uri.path + (uri.query.map { "?\($0)" } ?? ""))
    }

    fileprivate static func normalized(_ text: String) -> String {
        String(decoding: PercentEncoding.normalized(Array(text.utf8)[...]), as: UTF8.self)
    }
}

extension DASHTemplateMedia {
    fileprivate var normalized: DASHTemplateMedia {
        DASHTemplateMedia(
            templates: templates.map { $0.mapping(DASHDirectory.normalized) }, counting: counting,
            startNumber: startNumber, endNumber: endNumber, earliness: earliness,
            slotExponent: slotExponent)
    }
}

extension DASHRepresentation {
    fileprivate func segment(at index: Int) -> DASHSegment? {
        guard case .list(let media) = media else { return nil }
        return media.segments.first { $0.name == .entry(index) }
    }
}
