import Foundation
import Manifests

extension ResolvedURI {
    /// A URL that an application wants to play.
    ///
    /// Throws `P2PError.malformedURL` or `P2PError.unsupportedScheme`.
    init(playing url: URL) throws(P2PError) {
        guard let scheme = url.scheme?.lowercased() else { throw .malformedURL }
        guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme }
        guard let uri = ResolvedURI(url.absoluteString), uri.origin != nil else {
            throw .malformedURL
        }
        self = uri
    }
}
