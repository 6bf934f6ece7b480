/// What the process takes of its machine.
package struct ProcessUsage: Hashable, Sendable {
    package var cpuSeconds = 0.0
    package var residentBytes = 0
    package var openDescriptors = 0
    package var descriptorLimit = 0
    /// Seconds since 1970.
    package var startSeconds = 0.0
    package var uptimeSeconds = 0.0

    package init() {}

    /// Whether so few descriptors are left that accepting more is going to fail.
    package var descriptorCheck: Health.Check {
        let note = "\(openDescriptors) of \(descriptorLimit)"
        let isShort = openDescriptors * 10 > descriptorLimit * 9
        return Health.Check("descriptors", isShort ? .degraded : .ok, note: note)
    }

    var json: JSONValue {
        [
            "uptimeSeconds": .double(uptimeSeconds.rounded()), "cpuSeconds": .double(cpuSeconds),
            "residentBytes": .int(residentBytes), "openDescriptors": .int(openDescriptors),
            "descriptorLimit": .int(descriptorLimit),
        ]
    }

    /// By the names that every Prometheus client has for them.
    package func write(to page: inout MetricPage) {
        page.family("process_cpu_seconds_total", .counter, "User and system CPU time spent.") {
            $0.sample(cpuSeconds)
        }
        page.gauge("process_resident_memory_bytes", "Resident memory.", residentBytes)
        page.gauge("process_open_fds", "Open file descriptors.", openDescriptors)
        page.gauge("process_max_fds", "Most file descriptors that may be open.", descriptorLimit)
        page.gauge(
            "process_start_time_seconds", "When the process started, since 1970.", startSeconds)
    }
}
