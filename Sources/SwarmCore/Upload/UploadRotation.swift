/// In which order the sessions of a loop are served when there are bytes again.
///
/// Whoever comes after the one that was served last is first: that others want nothing makes nobody's
/// share larger than that of his neighbour.
package struct UploadRotation: Sendable {
    private var first = 0

    package init() {}

    /// Gives one turn after the other, until all in a row have taken nothing.
    ///
    /// `serve` says whether the session at a place has taken something, of which there is an end.
    package mutating func serve(_ count: Int, _ serve: (Int) -> Bool) {
        var idle = 0
        while idle < count {
            let place = first % count
            first = place + 1
            idle = serve(place) ? 0 : idle + 1
        }
    }
}
