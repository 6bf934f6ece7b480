import TrackerWire

/// Whether a swarm has so many members that the operator lets them share.
struct Audience {
    private var minimum = 1
    /// As the tracker last said; nil before its first word.
    private var members: Int?

    var isTooSmall: Bool { members.map { $0 < minimum } ?? false }

    mutating func follow(_ policy: ClientPolicy) { minimum = Int(policy.minimumAudience) }

    /// Returns whether it has just become large enough.
    mutating func counted(_ members: Int) -> Bool {
        let wasTooSmall = isTooSmall
        self.members = members
        return wasTooSmall && !isTooSmall
    }
}
