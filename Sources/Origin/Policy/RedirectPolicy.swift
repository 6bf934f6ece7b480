/// Follows the redirects of one fetch: where to, how often, and under which policy.
package struct RedirectPolicy: Sendable {
    package static let limit = 5

    private let policy: OriginPolicy
    package private(set) var current: OriginURL
    private var followed = 0

    package init(from first: OriginURL, under policy: OriginPolicy) throws(OriginError) {
        guard policy.allows(first) else { throw .refusedScheme }
        self.policy = policy
        current = first
    }

    /// Goes where `location`, which a stranger wrote, points to.
    package mutating func follow(_ location: String) throws(OriginError) {
        guard followed < Self.limit else { throw .tooManyRedirects }
        let next = try current.resolving(location)
        guard policy.allows(next, after: current) else { throw .refusedScheme }
        followed += 1
        current = next
    }
}
