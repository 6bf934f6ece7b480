import Foundation

/// How many allocations each benchmark may make: committed, so that a change of them is seen.
///
/// Times depend on the machine and are never part of it.
struct Thresholds: Codable, Equatable {
    struct Entry: Codable, Equatable {
        let iterations: Int
        let allocations: Int
    }

    enum Difference: Equatable {
        case more(name: String, allowed: Entry, measured: Entry)
        case fewer(name: String, allowed: Entry, measured: Entry)
        case otherIterations(name: String, allowed: Entry, measured: Entry)
        case notAllowedFor(name: String, measured: Entry)
        case notMeasured(name: String)
    }

    private let entries: [String: Entry]

    init(_ measurements: [Measurement]) {
        entries = Dictionary(
            uniqueKeysWithValues: measurements.map { ($0.name, Entry($0)) })
    }

    init(reading path: String) throws {
        entries = try JSONDecoder().decode(
            [String: Entry].self, from: Data(contentsOf: URL(filePath: path)))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        var text = try encoder.encode(entries)
        text.append(UInt8(ascii: "\n"))
        try text.write(to: URL(filePath: path))
    }

    func differences(to measurements: [Measurement]) -> [Difference] {
        let measured = measurements.compactMap { difference(to: $0) }
        let missing = Set(entries.keys).subtracting(measurements.map(\.name)).sorted()
        return measured + missing.map { .notMeasured(name: $0) }
    }

    private func difference(to measurement: Measurement) -> Difference? {
        let name = measurement.name
        let measured = Entry(measurement)
        guard let allowed = entries[name] else {
            return .notAllowedFor(name: name, measured: measured)
        }
        guard allowed.iterations == measured.iterations else {
            return .otherIterations(name: name, allowed: allowed, measured: measured)
        }
        if measured.allocations > allowed.allocations {
            return .more(name: name, allowed: allowed, measured: measured)
        }
        if measured.allocations < allowed.allocations {
            return .fewer(name: name, allowed: allowed, measured: measured)
        }
        return nil
    }
}

extension Thresholds.Entry {
    init(_ measurement: Measurement) {
        self.init(iterations: measurement.iterations, allocations: measurement.allocations)
    }
}

extension Thresholds.Difference {
    /// Fewer allocations than allowed are welcome; everything else must be committed or repaired.
    var isFailure: Bool {
        switch self {
        case .more, .otherIterations, .notAllowedFor, .notMeasured: true
        case .fewer: false
        }
    }

    /// The lines of the file that would change.
    var lines: [String] {
        switch self {
        case .more(let name, let allowed, let measured),
            .fewer(let name, let allowed, let measured),
            .otherIterations(let name, let allowed, let measured):
            ["- \(name): \(allowed.text)", "+ \(name): \(measured.text)"]
        case .notAllowedFor(let name, let measured):
            ["+ \(name): \(measured.text)"]
        case .notMeasured(let name):
            ["- \(name)"]
        }
    }
}

extension Thresholds.Entry {
    fileprivate var text: String { "\(allocations) allocations in \(iterations) iterations" }
}
