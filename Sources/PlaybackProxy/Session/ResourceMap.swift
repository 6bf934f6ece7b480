import Manifests
import Primitives

/// The paths that were minted for one session: nothing else is ever asked of an origin.
///
/// The same resource keeps its path when a playlist is read again, as players expect.
struct ResourceMap {
    private var resources: [String: Resource] = [:]
    private var ids: [Resource: String] = [:]

    /// The id under which the resource can be asked for.
    mutating func id(of resource: Resource) -> String {
        if let id = ids[resource] { return id }
        let id = String(ids.count, radix: 36)
        ids[resource] = id
        resources[id] = resource
        return id
    }

    func resource(_ id: String) -> Resource? { resources[id] }
}
