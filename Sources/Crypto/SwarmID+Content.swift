package import Primitives

extension SwarmID {
    /// The swarm of a content, which nobody can guess without the app's content key.
    package init(contentKey: Bytes32, contentID: [UInt8]) {
        self.init(keyedHash(key: contentKey, Array("shoal-swarm-v1".utf8) + contentID))
    }
}
