/// A bounded dictionary that forgets, when full, the half of its entries that was not touched for longest.
///
/// Two generations stand in for a linked list: touching an entry moves it to the young one, and a full young
/// generation replaces the old one.
package struct RecencyTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let generationSize: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// Holds at most `capacity` entries, and never fewer than the last half of that many.
    package init(capacity: Int) {
        generationSize = max(1, capacity / 2)
    }

    package var count: Int { young.count + old.count }

    /// The value, which counts as touched.
    package mutating func value(forKey key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insertYoung(value, forKey: key)
        return value
    }

    package mutating func setValue(_ value: Value, forKey key: Key) {
        old.removeValue(forKey: key)
        insertYoung(value, forKey: key)
    }

    private mutating func insertYoung(_ value: Value, forKey key: Key) {
        if young.count >= generationSize, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
