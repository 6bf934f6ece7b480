/// Bytes that may be uploaded; they count from the moment they are granted.
package struct UploadGrant: Hashable, Sendable {
    package var bytes: Int
    /// The day on whose account they are, and to which alone they can be given back.
    package let day: Int
}
