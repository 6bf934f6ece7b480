import Manifests
import Primitives

extension EntityTag {
    /// Of a file: the origin's own, if it is strong, so that a player which has asked there once keeps
    /// what it has.
    init(file uri: ResolvedURI, version: FileVersion) {
        if let tag = version.entityTag {
            self.init(text: tag)
        } else {
            self.init(content: CanonicalIdentity(file: uri, version: version).bytes)
        }
    }

    private init(text: String) {
        self.text = text
    }
}
