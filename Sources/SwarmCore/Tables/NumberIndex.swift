/// Finds small numbers by keys of 64 bits; whether a number is the right one is for the caller to see.
///
/// Keys are hashes or differ like them, so that one multiplication spreads them, and a look-up reads
/// one place of memory. Somebody who makes keys that lie close together makes a look-up as long as
/// a walk along all of them, of which there are few.
struct NumberIndex: Sendable {
    /// Where a look-up stands.
    struct Probe {
        fileprivate var place: Int
        fileprivate let tag: UInt32
    }

    private struct Entry: Equatable {
        static let free = Entry(tag: 0, number: -1)

        let tag: UInt32
        let number: Int32
    }

    /// A power of two, at most half of them taken.
    private var entries: [Entry] = []
    private(set) var count = 0

    private static let smallest = 16

    /// Places, taken or not.
    var size: Int { entries.count }

    /// Makes room for so many numbers.
    mutating func reserve(_ count: Int) {
        var size = max(Self.smallest, entries.count)
        while size < 2 * count { size *= 2 }
        if size > entries.count { grow(to: size) }
    }

    @inline(__always)
    func probe(for key: UInt64) -> Probe {
        let tag = Self.tag(of: key)
        return Probe(place: Int(tag) & (entries.count - 1), tag: tag)
    }

    /// The next number whose key may be the one that is looked for.
    @inline(__always)
    func next(_ probe: inout Probe) -> Int? {
        guard !entries.isEmpty else { return nil }
        while true {
            let entry = entries[probe.place]
            if entry.number < 0 { return nil }
            probe.place = (probe.place + 1) & (entries.count - 1)
            if entry.tag == probe.tag { return Int(entry.number) }
        }
    }

    /// Enters a number, which must not be there with this key.
    mutating func insert(_ number: Int, for key: UInt64) {
        reserve(count + 1)
        put(Entry(tag: Self.tag(of: key), number: Int32(number)))
        count += 1
    }

    /// Takes a number out that was entered with this key.
    mutating func remove(_ number: Int, for key: UInt64) {
        let gone = Entry(tag: Self.tag(of: key), number: Int32(number))
        var place = Int(gone.tag) & (entries.count - 1)
        while entries[place] != gone {
            guard entries[place].number >= 0 else { return }
            place = (place + 1) & (entries.count - 1)
        }
        entries[place] = .free
        count -= 1
        // Those behind it up to the next gap may have been put there because of it.
        var next = (place + 1) & (entries.count - 1)
        while entries[next].number >= 0 {
            let entry = entries[next]
            entries[next] = .free
            put(entry)
            next = (next + 1) & (entries.count - 1)
        }
    }

    @inline(__always)
    private static func tag(of key: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: (key &* 0x9e37_79b9_7f4a_7c15) >> 32)
    }

    private mutating func put(_ entry: Entry) {
        var place = Int(entry.tag) & (entries.count - 1)
        while entries[place].number >= 0 { place = (place + 1) & (entries.count - 1) }
        entries[place] = entry
    }

    private mutating func grow(to size: Int) {
        let before = entries
        entries = Array(repeating: .free, count: size)
        for entry in before where entry.number >= 0 { put(entry) }
    }
}
