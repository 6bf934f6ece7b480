/// An HLS playlist, understood well enough to map its URIs and to leave every other byte alone.
package struct HLSPlaylist: Sendable {
    package enum Content: Sendable {
        case multivariant(HLSMultivariant)
        case media(HLSMedia)
    }

    package internal(set) var content: Content
    /// Where the playlist came from in the end: what its relative URIs are relative to.
    package let base: ResolvedURI
    package let version: UInt64?
    /// Every URI, in the order of the text.
    package internal(set) var references: HLSRun<HLSReference>
    /// A definition reads a parameter of the address that the player used (`QUERYPARAM`).
    package let readsQuery: Bool
    /// What a media playlist that this one names may import.
    package let variables: HLSVariables

    /// Places from which a later version can be read on.
    package internal(set) var checkpoints: HLSRun<HLSCheckpoint>
    /// What it has in common with the version before, if an `HLSReader` read both.
    package let continuation: HLSContinuation?

    let source: [UInt8]

    /// Nil if it is not understood: the caller passes the bytes on as they are.
    ///
    /// That is so for anything that does not begin with `#EXTM3U` or is of no kind or of both, and for a
    /// playlist in which a tag that URIs, numbers or byte ranges depend on has no known form.
    /// Takes time and memory in proportion to the text. `base` is the URI after redirects;
    /// `importing` are the variables of the multivariant playlist that named this one.
    package static func parse(
        _ source: [UInt8], from base: ResolvedURI, importing imports: HLSVariables = .none
    ) -> HLSPlaylist? {
        var parser = HLSParser(source: source, base: base, imports: imports)
        do throws(HLSParser.NotUnderstood) {
            return try parser.parse()
        } catch {
            return nil
        }
    }

    package var media: HLSMedia? {
        switch content {
        case .media(let media): media
        case .multivariant: nil
        }
    }

    package var multivariant: HLSMultivariant? {
        switch content {
        case .multivariant(let multivariant): multivariant
        case .media: nil
        }
    }

    /// What the reference means, with variables substituted.
    ///
    /// Nil if a variable is not defined or the URI is too long: such a URI is not ours to touch.
    package func resolved(_ reference: HLSReference) -> ResolvedURI? {
        let text = source[reference.range]
        guard reference.isSubstitutable else { return base.resolving(text) }
        return variables.substituting(in: text).flatMap { base.resolving($0[...]) }
    }
}
