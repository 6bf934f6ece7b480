/// The unit in which an axis of time is written.
enum TimeUnit {
    case second
    case minute
    case hour

    static func suiting(seconds: Double) -> TimeUnit {
        switch seconds {
        case ..<180: .second
        case ..<10_800: .minute
        default: .hour
        }
    }

    var seconds: Double {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3600
        }
    }

    var symbol: String {
        switch self {
        case .second: "s"
        case .minute: "min"
        case .hour: "h"
        }
    }

    /// The next longer distance between two ticks that reads well; in seconds.
    func step(for wanted: Double) -> Double {
        let steps: [Double] = [1, 2, 5, 10, 15, 20, 30]
        return (steps.first { $0 * seconds >= wanted } ?? 60) * seconds
    }
}
