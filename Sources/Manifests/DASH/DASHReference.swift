/// One URI in an MPD: where it stands, and what it is for.
package struct DASHReference: Hashable, Sendable {
    package enum Role: Hashable, Sendable, CaseIterable {
        /// What the URIs below are relative to, or a media file.
        case base
        /// A template of segments, their indices, or what stands between representations.
        case template
        /// One resource: a segment, an init segment, an index.
        case resource
        /// Another address of the MPD.
        case location
        /// What changes in the MPD.
        case patch
        /// What the player reads by itself: remote elements, a clock, a steering server.
        case direct
    }

    package let role: Role
    /// The bytes of the MPD that are the URI: without quotes or blanks around it.
    package let range: Range<Int>
    /// What they say, with entities replaced.
    package let text: String
    /// Where it stands among the elements that `BaseURL`s hold for.
    let scope: Int

    /// Whether it can mean only one thing, whatever it is relative to.
    var isAbsolute: Bool { reference.scheme != nil }

    /// Whether it takes nothing of the path that it is relative to.
    var isRooted: Bool {
        let reference = reference
        return reference.scheme != nil || reference.authority != nil
            || reference.path.first == UInt8(ascii: "/")
    }

    private var reference: URIReference { URIReference(Array(text.utf8)[...]) }
}
