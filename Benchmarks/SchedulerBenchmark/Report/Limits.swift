import Foundation

/// What CI holds the schedule to.
///
/// Allocations are counted and come out the same on every machine. Growth is a ratio within one
/// run, for each kind of input: of mean instructions where the machine counts them, else of mean
/// times without the slowest twentieth, of two cells that were measured in turn. A decision that
/// looked at all peers would grow 64 times from 8 to 512 of them, one that looked at all segments
/// 100 times from 30 to 3,000; limits of a few times are far from both, and from what caches and a
/// busy machine do to a mean. Times themselves are printed and never held to anything.
struct Limits: Decodable {
    /// For each input that is not rare, once warm.
    let allocations: Int
    /// How many times more any kind of input may cost at the end of each axis.
    let peersGrowth: Double
    let windowGrowth: Double

    init(reading path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// What does not hold, a line for each.
    func failures(of cost: GridCost) -> [String] {
        let allocating = cost.cells.flatMap { cell in
            cell.kinds.filter { !$0.kind.isRare && $0.cost.allocations > allocations }.map {
                "\(cell.cell.name): \($0.kind.name) allocates: \($0.cost.allocations) times "
                    + "in \($0.cost.inputs) inputs"
            }
        }
        let grown = cost.growth.filter { $0.factor > limit(of: $0.axis) }.map {
            "\($0.kind.name) grows \(Number.factor($0.factor)) from \($0.small.name) to "
                + "\($0.large.name), at most \(Number.factor(limit(of: $0.axis))) is allowed"
        }
        return allocating + grown
    }

    private func limit(of axis: Growth.Axis) -> Double {
        switch axis {
        case .peers: peersGrowth
        case .window: windowGrowth
        }
    }
}
