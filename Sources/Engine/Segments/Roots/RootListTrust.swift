package import Crypto
import Manifests
import TrackerWire

/// Whose word on the roots of a content counts, beside the notary's.
package struct RootListTrust: Sendable {
    private let publishers: [VerifyingKey]
    private let content: String?
    private let believesOrigin: Bool

    /// Nobody's.
    package static let none = RootListTrust(publishers: [], content: nil, believesOrigin: false)

    /// Trusts the signatures of some, and perhaps the origin.
    ///
    /// `publishers` are the keys of those whose signature counts; `content` is what the application calls
    /// the content, if it does. `believesOrigin` lets the list of an origin count that was reached
    /// over verified TLS, whoever has signed it or not.
    package init(publishers: [VerifyingKey], content: String?, believesOrigin: Bool) {
        self.publishers = publishers
        self.content = content
        self.believesOrigin = believesOrigin
    }

    /// Whether any list could count, so that it is worth asking for one.
    package var isAny: Bool { believesOrigin || !publishers.isEmpty }

    /// What the list is worth, or nil for one that is not to be believed.
    ///
    /// `asked` is where it was looked for, `answered` the URL that gave it after redirects. A list with the
    /// name of a trusted publisher and without that publisher's signature counts for nothing, wherever it
    /// came from: somebody has changed it.
    func level(
        of list: RootList, asked: ResolvedURI, answered: String
    ) -> ProvenanceLevel? {
        guard list.content.isEmpty || list.content == content else { return nil }
        if let signature = list.signature {
            let signer = VerifyingKey(signature.signer)
            if publishers.contains(signer) {
                let isSigned = signer.verifies(signature: signature.bytes, of: list.signedBytes)
                return isSigned ? .publisher : nil
            }
        }
        // What plain HTTP brings may be anybody's word.
        let isVerified =
            asked.origin?.scheme == .https
            && ResolvedURI(answered)?.origin?.scheme == .https
        return believesOrigin && isVerified ? .origin : nil
    }
}
