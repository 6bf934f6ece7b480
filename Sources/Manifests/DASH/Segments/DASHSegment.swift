/// One media segment of a representation.
package struct DASHSegment: Hashable, Sendable {
    /// The same for everybody who plays the representation, whatever part of it their MPD shows.
    package let number: UInt64
    /// From the start of the presentation.
    package let start: Duration
    package let duration: Duration
    /// The part of its file that it is.
    package let byteRange: ByteRange?
    /// What its URL is made of.
    let name: Name

    enum Name: Hashable {
        /// The values of the template's variables.
        case variables(number: UInt64, time: UInt64)
        /// Its place in a list.
        case entry(Int)
    }
}
