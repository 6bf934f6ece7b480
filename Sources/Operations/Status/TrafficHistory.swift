/// What came from where, over all the time that a service has been running.
///
/// It keeps a bounded number of points at equal distances. When there are too many, every second one
/// goes, and from then on points are twice as far apart.
package struct TrafficHistory: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        /// Seconds since the first.
        package let seconds: Int
        /// Sums since the start.
        package let peerBytes: Int
        package let cdnBytes: Int
        /// The share that peers could have had at best, of 1; nil while nobody plays.
        package let bound: Double?

        package init(seconds: Int, peerBytes: Int, cdnBytes: Int, bound: Double?) {
            self.seconds = seconds
            self.peerBytes = peerBytes
            self.cdnBytes = cdnBytes
            self.bound = bound
        }
    }

    private let capacity: Int
    package private(set) var points: [Point] = []
    /// Seconds between two points.
    package private(set) var interval = 1

    package init(capacity: Int = 480) {
        precondition(capacity >= 2 && capacity.isMultiple(of: 2), "points go in pairs")
        self.capacity = capacity
    }

    /// Takes a point, if one is due; points come in the order of time.
    package mutating func take(_ point: Point) {
        if let last = points.last, point.seconds < last.seconds + interval { return }
        points.append(point)
        guard points.count > capacity else { return }
        interval *= 2
        points = points.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    }

    package var json: JSONValue { Self.json(of: points) }

    static func json(of points: [Point]) -> JSONValue {
        .array(
            points.map { point in
                [
                    .int(point.seconds), .int(point.peerBytes), .int(point.cdnBytes),
                    point.bound.map { .double($0) } ?? .null,
                ]
            })
    }
}
