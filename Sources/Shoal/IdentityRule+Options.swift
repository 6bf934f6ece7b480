import Foundation
import Manifests

extension IdentityRule {
    /// What the application adds to the usual way of telling resources apart.
    init(_ options: P2PPlaybackOptions) {
        let name = options.segmentIdentity.map { segmentIdentity -> IdentityRule.Name in
            { url in URL(string: url).flatMap(segmentIdentity) }
        }
        // Whose token it is makes no other bytes.
        let token = options.originCredentials?.queryParameter.map { [$0] } ?? []
        self.init(volatileParameters: options.volatileParameters + token, name: name)
    }
}
