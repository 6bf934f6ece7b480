/// What a steering server answers (RFC 8216bis, 7.2), in which only URIs and hosts are replaced.
package struct SteeringManifest {
    /// A parameter that says to which clone a URI of ours belongs.
    package static let marker = "shoal-pathway"

    private struct Edit {
        let range: Range<Int>
        let text: String
    }

    private struct Replacement {
        let clone: PathwayClone
        /// How a parameter is added to the clone's; nil where those are none.
        let parameters: Edit?
        /// The names of what moves a player to another host, which must not move it away from us.
        let hosts: [Range<Int>]
        let uris: [(range: Range<Int>, uri: ResolvedURI)]
    }

    private let source: [UInt8]
    private let reload: (range: Range<Int>, uri: ResolvedURI)?
    private let replacements: [Replacement]

    /// Nil for what is no JSON object; `base` is where it was found.
    package init?(_ source: [UInt8], from base: ResolvedURI) {
        guard let document = JSONNode(source), case .object = document else { return nil }
        self.source = source
        reload = document.member("RELOAD-URI").flatMap { Self.uri($0.value, base) }
        let clones = document.member("PATHWAY-CLONES")?.value.elements ?? []
        replacements = clones.compactMap { Self.replacement($0, base) }
    }

    /// In their order; each may be the base of those that follow.
    package var clones: [PathwayClone] { replacements.map(\.clone) }

    /// The manifest with other URIs, and with clones that stay with us.
    ///
    /// `number` is what a clone is known by; one without a number leads to where its base does.
    package func rewriting(
        reload path: (ResolvedURI) -> String, playlist: (ResolvedURI) -> String,
        number: (PathwayClone) -> Int?
    ) -> [UInt8] {
        var edits: [Edit] = []
        if let reload { edits.append(Self.quoted(path(reload.uri), reload.range)) }
        for replacement in replacements {
            if let place = replacement.parameters, let number = number(replacement.clone) {
                let added = "\"\(Self.marker)\":\"\(number)\""
                edits.append(
                    Edit(range: place.range, text: place.text.replacing("$", with: added)))
            }
            edits += replacement.hosts.map { Edit(range: $0, text: "\"X-HOST\"") }
            edits += replacement.uris.map { Self.quoted(playlist($0.uri), $0.range) }
        }
        var output: [UInt8] = []
        var position = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            output += source[position..<edit.range.lowerBound]
            output += edit.text.utf8
            position = edit.range.upperBound
        }
        return output + source[position...]
    }

    private static func replacement(_ node: JSONNode, _ base: ResolvedURI) -> Replacement? {
        guard let id = node.member("ID")?.value.text,
            let baseID = node.member("BASE-ID")?.value.text,
            let replacement = node.member("URI-REPLACEMENT")?.value,
            case .object(let members, let range) = replacement
        else { return nil }
        let parameters = replacement.member("PARAMS")?.value
        let place: Edit?
        switch parameters {
        case .object(let others, let range)?:
            place = Edit(
                range: range.lowerBound..<range.lowerBound + 1,
                text: others.isEmpty ? "{$" : "{$,")
        case nil:
            place = Edit(
                range: range.lowerBound..<range.lowerBound + 1,
                text: members.isEmpty ? "{\"PARAMS\":{$}" : "{\"PARAMS\":{$},")
        case .array?, .string?, .other?:
            place = nil
        }
        let uris = ["PER-VARIANT-URIS", "PER-RENDITION-URIS"]
            .flatMap { replacement.member($0)?.value.members ?? [] }
            .compactMap { uri($0.value, base) }
        let host = replacement.member("HOST")?.value.text
        return Replacement(
            clone: PathwayClone(
                id: id, baseID: baseID,
                host: host.flatMap { $0.isEmpty ? nil : $0 },
                parameters: (parameters?.members ?? [])
                    .compactMap { member in
                        member.value.text.map { .init(name: member.name, value: $0) }
                    }
                    .filter { !$0.name.isEmpty }.sorted { $0.name < $1.name },
                uris: Set(uris.map(\.uri))),
            parameters: place, hosts: members.filter { $0.name == "HOST" }.map(\.nameRange),
            uris: uris)
    }

    private static func uri(
        _ node: JSONNode, _ base: ResolvedURI
    ) -> (range: Range<Int>, uri: ResolvedURI)? {
        guard case .string(let text, let range) = node, let uri = base.resolving(text),
            uri.origin != nil
        else { return nil }
        return (range, uri)
    }

    /// Our URIs have nothing that JSON would have to escape.
    private static func quoted(_ text: String, _ range: Range<Int>) -> Edit {
        Edit(range: range, text: "\"\(text)\"")
    }
}
