import Glibc

/// A signal that the tracker has taken over from its default of ending the process.
enum ToolSignal: String, CaseIterable, Sendable {
    case terminate = "SIGTERM"
    case interrupt = "SIGINT"
    case hangUp = "SIGHUP"

    var number: Int32 {
        switch self {
        case .terminate: SIGTERM
        case .interrupt: SIGINT
        case .hangUp: SIGHUP
        }
    }
}
