import Crypto
import Foundation
import Primitives
import TrackerServer
import TrackerWire

/// Prints a grant.
struct GrantCommand {
    private static let longestLife = 366 * 86_400

    private let keys: String
    private let sdkKey: String
    private let content: String?
    private let swarm: SwarmID?
    private let bundle: String
    private let client: PeerID
    private let role: Grant.Role
    private let firstUse: Int
    private let life: Int

    init(_ options: Options) throws(ToolError) {
        keys = try options.required(.keys)
        sdkKey = try options.required(.sdkKey)
        bundle = try options.required(.bundle)
        let text = try options.required(.clientKey)
        guard let client = Bytes32(hex: text) else {
            throw options.usageError("\"\(text)\" is no client key: 64 hexadecimal digits")
        }
        self.client = PeerID(client)
        content = options[.content]
        swarm = try Self.swarm(options)
        switch options[.role] ?? "viewer" {
        case "viewer": role = .viewer
        case "edge": role = .edge
        case let other: throw options.usageError("\"\(other)\" is no role: viewer or edge")
        }
        firstUse = try options.number(.useWithin, in: 1...Int(Grant.longestFirstUse)) ?? 300
        life = try options.number(.lasts, in: 1...Self.longestLife) ?? 6 * 3600
    }

    func run() throws(ToolError) {
        let key = try readSDKKey()
        let issuer = try KeyFile.readIssuer(keys)
        var order = GrantOrder(app: key.pass.appID, bundle: bundle, client: client)
        order.role = role
        order.firstUse = .seconds(firstUse)
        order.life = .seconds(life)
        if let swarm { order.swarms.append(swarm) }
        if let content {
            order.swarms.append(
                SwarmID(contentKey: key.contentKey.secret, contentID: Array(content.utf8)))
        }
        let now = UInt64(max(0, Date().timeIntervalSince1970))
        do throws(WireError) {
            Output.line(try issuer.grant(order, unixSeconds: now).text)
        } catch {
            throw .usage("the bundle id is printable ASCII, at most 100 characters", of: .grant)
        }
    }

    private static func swarm(_ options: Options) throws(ToolError) -> SwarmID? {
        guard let text = options[.swarm] else { return nil }
        guard let id = Bytes32(hex: text) else {
            throw options.usageError("\"\(text)\" is no swarm: 64 hexadecimal digits")
        }
        return SwarmID(id)
    }

    private func readSDKKey() throws(ToolError) -> SDKKey {
        let text = try TextFile.read(sdkKey)
        do throws(SDKKeyError) {
            return try SDKKey(parsing: text)
        } catch {
            throw .badFile("\(sdkKey): \(error)")
        }
    }
}
