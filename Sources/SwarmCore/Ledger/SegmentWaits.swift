package import Primitives

/// How long players waited for whole segments, by where their bytes came from.
package struct SegmentWaits: Sendable {
    /// From whom the bytes of one segment came.
    struct Sources: OptionSet, Sendable {
        let rawValue: UInt8

        static let peer = Sources(rawValue: 1)
        static let origin = Sources(rawValue: 2)
        static let store = Sources(rawValue: 4)
    }

    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// It was here when the player asked for it.
        case memory
        case store
        case peer
        case cdn
        /// Some of it came from peers and some from the CDN.
        case both
    }

    /// In seconds: from what nobody notices to what no buffer bears.
    private static let bounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
    ]

    private var bySource: [Source: Histogram] = [:]
    private var since: [SegmentID: Moment] = [:]

    package init() {}

    /// In seconds.
    package subscript(source: Source) -> Histogram {
        bySource[source] ?? Histogram(bounds: Self.bounds)
    }

    /// Adds those of another session.
    package mutating func add(_ other: SegmentWaits) {
        for (source, histogram) in other.bySource {
            bySource[source, default: Histogram(bounds: Self.bounds)].add(histogram)
        }
    }

    mutating func asked(for segment: SegmentID, isHere: Bool, at now: Moment) {
        if isHere {
            waited(0, for: .memory)
        } else if since[segment] == nil {
            since[segment] = now
        }
    }

    mutating func released(_ segment: SegmentID) { since[segment] = nil }

    mutating func completed(_ segment: SegmentID, from sources: Sources, at now: Moment) {
        guard let start = since.removeValue(forKey: segment) else { return }
        waited((now - start).inSeconds, for: Source(sources))
    }

    private mutating func waited(_ seconds: Double, for source: Source) {
        bySource[source, default: Histogram(bounds: Self.bounds)].observe(seconds)
    }
}

extension SegmentWaits.Source {
    /// What was on disk was whole there.
    fileprivate init(_ sources: SegmentWaits.Sources) {
        if sources.contains(.store) {
            self = .store
        } else if sources.contains(.peer) {
            self = sources.contains(.origin) ? .both : .peer
        } else {
            self = .cdn
        }
    }
}
