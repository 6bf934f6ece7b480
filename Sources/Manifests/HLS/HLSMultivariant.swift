/// A multivariant playlist: the tracks that one content is offered in.
package struct HLSMultivariant: Sendable {
    /// Those of pictures and key frames too; the role of the reference tells them apart.
    package internal(set) var variants: [HLSVariant] = []
    package internal(set) var renditions: [HLSRendition] = []
}

/// One rendition of the whole content.
package struct HLSVariant: Hashable, Sendable {
    package struct Resolution: Hashable, Sendable {
        package let width: Int
        package let height: Int
    }

    package let reference: HLSReference
    /// The peak, in bits per second.
    package let bandwidth: Int?
    package let averageBandwidth: Int?
    package let resolution: Resolution?
    package let codecs: String?
    /// The groups of renditions that belong to it.
    package let audioGroup: String?
    package let videoGroup: String?
    package let subtitlesGroup: String?
}

/// One alternative audio, video or subtitle track.
package struct HLSRendition: Hashable, Sendable {
    /// Nil where the track is inside of the variant itself.
    package let reference: HLSReference?
    package let type: String
    package let group: String?
    package let name: String?
    package let language: String?
}
