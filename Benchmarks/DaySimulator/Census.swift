import Foundation
import SwarmSimulation

/// How many elements the machines of a simulation hold in all their arrays, sets and dictionaries.
///
/// It looks into every field of them, also of those that are added one day.
struct Census: Sendable {
    /// Of the edge node, which stays all day, by field.
    let edge: [String: Int]
    /// Of all viewers who are there.
    let viewers: Int
    /// By field.
    let tracker: [String: Int]
    let present: Int

    /// What of a member is a machine of an engine; the rest is the simulation's own account.
    private static let machines: Set<String> = [
        "schedule", "uploads", "ledger", "arrivals", "progress", "announces", "diverging",
        "fetches",
        "retries", "links", "record",
    ]

    struct MissingField: Error {
        let name: String
    }

    init(of simulation: Simulation) throws {
        let fields = Mirror(reflecting: simulation)
        guard let tracker = fields.descendant("tracker") else {
            throw MissingField(name: "tracker")
        }
        guard let members = fields.descendant("members") else {
            throw MissingField(name: "members")
        }
        self.tracker = Self.fields(of: tracker)
        let present = try Mirror(reflecting: members).children.filter { member in
            guard let isPresent = Mirror(reflecting: member.value).descendant("isPresent") as? Bool
            else { throw MissingField(name: "isPresent") }
            return isPresent
        }.map { try Self.machines(of: $0.value) }
        self.present = present.count - 1
        edge = present.first ?? [:]
        viewers = present.dropFirst().reduce(0) { $0 + $1.values.reduce(0, +) }
    }

    private static func machines(of member: Any) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for (name, machine) in Mirror(reflecting: member).children {
            guard let name, machines.contains(name) else { continue }
            for (field, count) in fields(of: machine) { counts["\(name).\(field)"] = count }
            counts[name] = elements(in: machine) - fields(of: machine).values.reduce(0, +)
        }
        if let name = machines.first(where: { counts[$0] == nil }) {
            throw MissingField(name: name)
        }
        return counts
    }

    private static func fields(of value: Any) -> [String: Int] {
        var counts: [String: Int] = [:]
        for (name, field) in Mirror(reflecting: value).children {
            if let name { counts[name, default: 0] += elements(in: field) }
        }
        return counts
    }

    private static func elements(in value: Any) -> Int {
        let mirror = Mirror(reflecting: value)
        var sum = 0
        switch mirror.displayStyle {
        case .collection?, .set?, .dictionary?: sum = mirror.children.count
        case _: break
        }
        for child in mirror.children { sum += elements(in: child.value) }
        return sum
    }
}
