import Crypto
import Engine
import Primitives

extension RootListTrust {
    /// Whose lists of roots the application trusts.
    init(_ options: P2PPlaybackOptions) throws(P2PError) {
        var publishers: [VerifyingKey] = []
        for text in options.publisherKeys {
            guard let key = Bytes32(hex: text) else { throw .malformedPublisherKey }
            publishers.append(VerifyingKey(key))
        }
        self.init(
            publishers: publishers, content: options.contentId,
            believesOrigin: options.trustsOriginRoots)
    }
}
