import LocalHTTP

/// What a request for a file is answered with, as far as length and tag can tell.
enum FileAnswer: Hashable, Sendable {
    case whole
    case part(Range<Int>)
    /// Nothing of the file lies in the range: a 416.
    case unsatisfiable
    /// The client has it: a 304.
    case unchanged

    /// Only a GET has a range, and only while If-Range names this version.
    init(_ request: HTTPRequest, length: Int, tag: EntityTag) {
        if tag.matches(ifNoneMatch: request.first("If-None-Match")) {
            self = .unchanged
        } else if request.method == "GET", tag.allowsRange(ifRange: request.first("If-Range")),
            let range = ByteRangeRequest(header: request.first("Range"))
        {
            self = range.resolved(against: length).map { .part($0) } ?? .unsatisfiable
        } else {
            self = .whole
        }
    }
}
