/// Names one swarm: a keyed hash of the content id, so that it tells a stranger nothing.
package struct SwarmID: Hashable, Sendable {
    package let value: Bytes32
    package init(_ value: Bytes32) { self.value = value }
}

/// Names one segment to notary and attestations: a keyed hash of the segment's canonical identity.
package struct SegmentKey: Hashable, Sendable {
    package let value: Bytes32
    package init(_ value: Bytes32) { self.value = value }
}

/// A peer's static X25519 public key, which is also its name for as long as its engine runs.
@usableFromInline
package struct PeerID: Hashable, Comparable, Sendable {
    @usableFromInline package let value: Bytes32
    package init(_ value: Bytes32) { self.value = value }

    // Here and below equality is written out: what is derived is called through a table by other
    // modules. In line there is only what is of a type that may be used from in line.
    @inlinable
    package static func == (left: PeerID, right: PeerID) -> Bool { left.value == right.value }

    @inlinable
    package static func < (left: PeerID, right: PeerID) -> Bool { left.value < right.value }

    /// Keys that share their first eight bytes are as hard to make as a hash that does.
    @inlinable
    package func hash(into hasher: inout Hasher) { hasher.combine(value.prefix64) }
}

/// The hash that fixes all bytes of a segment.
package struct Root: Hashable, Sendable {
    package let value: Bytes32
    package init(_ value: Bytes32) { self.value = value }
}

/// The hash of one chunk at its place in a segment.
package struct Leaf: Hashable, Sendable {
    package let value: Bytes32
    package init(_ value: Bytes32) { self.value = value }
}

/// Names a track within its swarm: the head of a keyed hash of the playlist's canonical identity.
@usableFromInline
package struct TrackID: Hashable, Comparable, Sendable {
    @usableFromInline package let value: UInt64

    @inlinable
    package init(_ value: UInt64) { self.value = value }

    @inlinable
    package static func == (left: TrackID, right: TrackID) -> Bool { left.value == right.value }

    @inlinable
    package static func < (left: TrackID, right: TrackID) -> Bool { left.value < right.value }
}

/// Names a segment within its swarm: the track, and the media sequence number on it.
@usableFromInline
package struct SegmentID: Hashable, Comparable, Sendable {
    @usableFromInline package let track: TrackID
    @usableFromInline package let number: UInt64

    @inlinable
    package init(track: TrackID, number: UInt64) {
        self.track = track
        self.number = number
    }

    @inlinable
    package static func == (left: SegmentID, right: SegmentID) -> Bool {
        left.number == right.number && left.track == right.track
    }

    @inlinable
    package static func < (left: SegmentID, right: SegmentID) -> Bool {
        (left.track, left.number) < (right.track, right.number)
    }
}

/// Counts the secrets of a swarm; the tracker moves it on every ten minutes.
package struct Epoch: Hashable, Comparable, Sendable {
    package let number: UInt32
    package init(_ number: UInt32) { self.number = number }

    package static func < (left: Epoch, right: Epoch) -> Bool { left.number < right.number }
}
