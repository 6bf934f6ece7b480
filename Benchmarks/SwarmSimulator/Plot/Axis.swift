import Foundation

/// Where a value lies on the height or width of a panel, and which values are written beside it.
struct Axis {
    struct Tick: Equatable {
        let value: Double
        let label: String
    }

    private enum Scale {
        case linear
        case logarithmic
        /// Equal steps for 0, 90, 99, 99.9 %: where a share's distance from 1 is what counts.
        case nines
    }

    private let scale: Scale
    private let lowest: Double
    private let highest: Double
    let ticks: [Tick]

    /// From 0 to at least `highest`, in steps that are easy to read.
    static func linear(to highest: Double, unit: String = "") -> Axis {
        let step = roundStep(for: max(highest, 1) / 5)
        let steps = max(1, Int((highest / step).rounded(.up)))
        let ticks = (0...steps).map { index in
            let value = Double(index) * step
            return Tick(value: value, label: NumberText.short(value) + unit)
        }
        return Axis(scale: .linear, lowest: 0, highest: Double(steps) * step, ticks: ticks)
    }

    /// Between the powers of ten around `lowest` and `highest`, which are above 0.
    static func logarithmic(from lowest: Double, to highest: Double) -> Axis {
        let first = Int(log10(lowest).rounded(.down))
        let last = max(first + 1, Int(log10(highest).rounded(.up)))
        let ticks = (first...last).map { decade in
            let value = pow(10, Double(decade))
            return Tick(value: value, label: NumberText.short(value))
        }
        return Axis(
            scale: .logarithmic, lowest: pow(10, Double(first)), highest: pow(10, Double(last)),
            ticks: ticks)
    }

    /// From 0 % to a nine more than `highest`, a share, needs.
    static func nines(to highest: Double) -> Axis {
        let most = 6
        // A little less, for a share that is 0.999 but for its last bits.
        let needed = highest < 1 ? Int((-log10(1 - highest) - 1e-9).rounded(.up)) : most
        let nines = min(max(needed, 1), most)
        let ticks = (0...nines).map { count in
            let value = 1 - pow(10, -Double(count))
            return Tick(value: value, label: NumberText.short(value * 100) + " %")
        }
        return Axis(
            scale: .nines, lowest: 0, highest: 1 - pow(10, -Double(nines)), ticks: ticks)
    }

    /// 0 % to 100 %.
    static let share = Axis(
        scale: .linear, lowest: 0, highest: 1,
        ticks: [0, 0.25, 0.5, 0.75, 1].map {
            Tick(value: $0, label: NumberText.short($0 * 100) + " %")
        })

    /// Seconds, written in the unit that suits `length`.
    static func time(length: Double) -> Axis {
        let unit = TimeUnit.suiting(seconds: length)
        let step = unit.step(for: length / 8)
        let ticks = stride(from: 0, through: length, by: step).map { seconds in
            Tick(value: seconds, label: NumberText.short(seconds / unit.seconds))
        }
        return Axis(scale: .linear, lowest: 0, highest: max(length, 1), ticks: ticks)
    }

    /// 0 at the low end and 1 at the high one; values beyond an end lie on it.
    func position(of value: Double) -> Double {
        let bounded = min(max(value, lowest), highest)
        return switch scale {
        case .linear: (bounded - lowest) / (highest - lowest)
        case .logarithmic: log10(bounded / lowest) / log10(highest / lowest)
        case .nines: log10(1 - bounded) / log10(1 - highest)
        }
    }

    private static func roundStep(for step: Double) -> Double {
        let power = pow(10, log10(step).rounded(.down))
        let step = [1, 2, 5, 10].first { $0 * power >= step * 0.999 } ?? 10
        return step * power
    }
}
