extension CanonicalIdentity {
    /// Of one version of a media file that is played by itself, or of a piece of that.
    ///
    /// Another version has other pieces: what changes at the origin never meets what was before.
    package init(
        file uri: ResolvedURI, version: FileVersion, piece: ByteRange? = nil,
        rule: IdentityRule = .usual
    ) {
        let place = rule.identity(of: uri, byteRange: piece, kind: .file)
        self.init(bytes: [Kind.file.rawValue] + version.bytes + place.bytes)
    }
}
