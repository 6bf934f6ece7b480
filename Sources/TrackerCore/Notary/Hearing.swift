import Primitives

/// Whose word counts no more, since k others contradicted it again and again.
///
/// Fewer than k voices may all be one attacker's, who would keep every segment from being signed by
/// a false word about each. As many as k are no attacker that the notary could stand up to: then it
/// is the media that differs from viewer to viewer, and all are heard again.
struct Hearing: Sendable {
    /// Segments about which a voice may be alone with its word.
    private static let patience = 3
    /// Voices that are remembered to have been contradicted.
    private static let capacity = 1_024

    private var contradictions = RecencyTable<Voice, Int>(capacity: capacity)
    private var unheard: Set<Voice> = []

    func hears(_ voice: Voice) -> Bool { !unheard.contains(voice) }

    /// k others agreed on something else than these, who are fewer.
    mutating func contradicted(_ voices: Set<Voice>, k: Int) {
        for voice in voices {
            let times = (contradictions.value(forKey: voice) ?? 0) + 1
            contradictions.setValue(times, forKey: voice)
            if times >= Self.patience { unheard.insert(voice) }
        }
        guard unheard.count >= k else { return }
        unheard = []
        contradictions = RecencyTable(capacity: Self.capacity)
    }
}
