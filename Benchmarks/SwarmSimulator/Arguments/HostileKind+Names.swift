import SwarmSimulation

extension HostileKind {
    /// On the command line.
    var word: String {
        switch self {
        case .persistent: "persistent"
        case .onOff1: "on-off-1"
        case .onOff10: "on-off-10"
        case .onOff50: "on-off-50"
        case .selective: "selective"
        case .wrongLength: "wrong-length"
        case .wrongIndex: "wrong-index"
        case .staleGeneration: "stale-generation"
        case .badLeafList: "bad-leaf-list"
        case .slowDrip: "slow-drip"
        case .haveLiar: "have-liar"
        case .neverRead: "never-read"
        case .requestFlood: "request-flood"
        case .replay: "replay"
        case .reflection: "reflection"
        case .badMouth: "bad-mouth"
        case .sybilReporter: "sybil-reporter"
        case .copycatReporter: "copycat-reporter"
        }
    }
}
