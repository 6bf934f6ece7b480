import Foundation
package import NodeConfiguration
package import Shoal

extension NodeConfiguration {
    /// What the client is made with; grants come from whoever runs the node.
    package var client: P2PConfiguration {
        var client = P2PConfiguration()
        client.role = role.isEdge ? .edge : .viewer
        client.peerInterface = peers == .loopback ? .loopback : .any
        client.memoryBudget = memory
        client.uploadLimit = uploadRate
        client.uploadBytesPerDay = uploadPerDay
        client.uploadBytesPerMonth = uploadPerMonth
        client.uploadUsageFile = uploadUsage.map { URL(fileURLWithPath: $0) }
        client.isNetworkMetered = metered
        client.allowedOrigins = Set(pages)
        client.store = store.map {
            P2PStoreOptions(
                folder: URL(fileURLWithPath: $0), maxBytes: storeSize, maxAge: storeDays * 86_400)
        }
        return client
    }

    /// How each of `urls` is played.
    package var options: P2PPlaybackOptions {
        P2PPlaybackOptions(isUploadEnabled: role.uploads, publisherKeys: publisherKeys)
    }
}
