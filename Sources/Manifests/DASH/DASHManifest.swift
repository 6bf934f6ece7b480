/// An MPD, understood well enough to map its URIs and to leave every other byte alone.
package struct DASHManifest: Sendable {
    package let header: DASHHeader
    /// Where the MPD came from in the end: what its relative URIs are relative to.
    package let base: ResolvedURI
    package let representations: [DASHRepresentation]
    /// Every URI, in the order of the text.
    package let references: [DASHReference]

    let source: [UInt8]
    /// For each scope, what a URI in it is relative to: several where a player may choose.
    let bases: [[ResolvedURI]]
    /// For each scope, that around it.
    let parents: [Int?]

    /// Nil if it is not understood: the caller has the player read it at the origin.
    ///
    /// That is so for anything that is not well-formed or has a DOCTYPE, and where the player would have
    /// to make URLs of the MPD's own query. Takes time and memory in proportion to the text, and to the
    /// addresses that it gives for one thing. `base` is the URI after redirects.
    package static func parse(_ source: [UInt8], from base: ResolvedURI) -> DASHManifest? {
        let builder = DASHBuilder(source)
        guard XMLReader.read(source, builder), !builder.header.hasURLParameters else { return nil }
        return DASHManifest(builder, source, base)
    }

    private init(_ builder: DASHBuilder, _ source: [UInt8], _ base: ResolvedURI) {
        header = builder.header
        self.base = base
        self.source = source
        bases = Self.bases(of: builder.scopes, builder.references, base)
        parents = builder.scopes.map(\.parent)
        let composer = DASHComposer(builder, bases: bases)
        representations = builder.representations.map(composer.representation)
        references = builder.references.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// So many addresses of one thing are kept.
    static let mostBases = 16

    private static func bases(
        of scopes: [DASHScope], _ references: [DASHReference], _ base: ResolvedURI
    ) -> [[ResolvedURI]] {
        var bases: [[ResolvedURI]] = []
        // A scope comes after the one around it.
        for scope in scopes {
            let outer = scope.parent.map { bases[$0] } ?? [base]
            guard !scope.bases.isEmpty else {
                bases.append(outer)
                continue
            }
            var inner: [ResolvedURI] = []
            for index in scope.bases {
                for outer in outer where inner.count < mostBases {
                    guard let uri = outer.resolving(references[index].text) else { continue }
                    if !inner.contains(uri) { inner.append(uri) }
                }
            }
            bases.append(inner)
        }
        return bases
    }
}
