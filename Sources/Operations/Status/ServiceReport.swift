/// All that the admin listener shows of a service at one moment.
package struct ServiceReport: Sendable {
    /// `tracker` or `node`.
    package let service: String
    package let overview: Overview
    package let process: ProcessUsage
    package let metrics: MetricPage
    package let history: TrafficHistory

    package init(
        service: String, overview: Overview, process: ProcessUsage, metrics: MetricPage,
        history: TrafficHistory
    ) {
        self.service = service
        self.overview = overview
        self.process = process
        self.metrics = metrics
        self.history = history
    }

    /// What `/debug/status` says.
    package var statusText: String {
        JSONValue.object(
            members + [
                .init("historyIntervalSeconds", .int(history.interval)),
                .init("history", history.json),
            ]
        ).text
    }

    /// What a page that listens hears: no history but its last point.
    package var eventText: String {
        let last = history.points.last.map { [$0] } ?? []
        return JSONValue.object(members + [.init("last", TrafficHistory.json(of: last))]).text
    }

    private var members: [JSONValue.Member] {
        [.init("service", .string(service)), .init("process", process.json)] + overview.json
    }
}
