/// Bytes that may be uploaded; they count from the moment they are granted.
package struct UploadGrant: Hashable, Sendable {
    package var bytes: Int
    /// The day on whose account they are, and to which alone they can be given back.
    package let day: Int

    package init(bytes: Int, day: Int) {
        self.bytes = bytes
        self.day = day
    }
}
