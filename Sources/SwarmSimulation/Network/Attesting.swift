/// Who has fetched a segment from the CDN, until enough have for the notary to attest it.
struct Attesting: Sendable {
    private var weight = 0
    private var waiting: [MemberIndex] = []

    /// One more has it; returns those that hear of the attestation now.
    mutating func reported(
        by member: MemberIndex, weight: Int, needed: Int
    ) -> [MemberIndex] {
        self.weight += weight
        waiting.append(member)
        guard self.weight >= needed else { return [] }
        defer { waiting = [] }
        return waiting
    }
}
