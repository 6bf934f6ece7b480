import SwarmSimulation

/// Neighbouring samples of a run as one: a segment's bytes come at once, and curves of them are combs.
struct Span {
    private static let spans = 60.0
    /// Between two samples, in seconds.
    private static let finest = 5.0
    /// Seconds that a span is made longer at most.
    private static let longest = 30.0

    /// At its end.
    let seconds: Double
    let offload: Double
    let cdnCopies: Double
    let stalledViewers: Int

    /// Spans over a run of `length` seconds are so long: whole segments of so many seconds, where
    /// that is a whole number of samples too.
    static func width(ofRun length: Double, segment: Double) -> Double {
        let least = (length / spans / finest).rounded(.up) * finest
        let widths = stride(from: least, through: least + longest, by: finest)
        return widths.first { $0.truncatingRemainder(dividingBy: segment) == 0 } ?? least
    }

    /// The samples in spans of `width` seconds.
    static func all(of samples: [SimulationResult.Sample], width: Double) -> [Span] {
        var spans: [Span] = []
        var rest = samples[...]
        while let first = rest.first {
            let end = (first.seconds / width).rounded(.up) * width
            // Half a sample more, so that no rounding leaves an empty span.
            let span = rest.prefix { $0.seconds < end + finest / 2 }
            spans.append(Span(of: span))
            rest = rest.dropFirst(span.count)
        }
        return spans
    }

    private init(of samples: ArraySlice<SimulationResult.Sample>) {
        // Each viewer receives about as much as any other.
        let viewers = samples.reduce(0) { $0 + $1.presentViewers }
        let missed = samples.reduce(0) { $0 + (1 - $1.offload) * Double($1.presentViewers) }
        seconds = samples.last?.seconds ?? 0
        offload = viewers > 0 ? 1 - missed / Double(viewers) : 0
        cdnCopies = samples.reduce(0) { $0 + $1.cdnCopies } / Double(max(1, samples.count))
        stalledViewers = samples.map(\.stalledViewers).max() ?? 0
    }
}
