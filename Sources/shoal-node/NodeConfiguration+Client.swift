import Foundation
import NodeConfiguration
import Shoal

extension NodeConfiguration {
    /// What the client is made with; grants come from the command, whose complaints are the node's.
    var client: P2PConfiguration {
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
        guard let grantCommand else { return client }
        let command = GrantCommand(text: grantCommand)
        client.grantProvider = { request in
            do {
                return try await command.grant(request)
            } catch {
                Tool.complain("\(error)")
                throw error
            }
        }
        return client
    }

    /// How each of `urls` is played.
    var options: P2PPlaybackOptions {
        P2PPlaybackOptions(isUploadEnabled: role.uploads, publisherKeys: publisherKeys)
    }
}
