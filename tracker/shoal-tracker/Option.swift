/// What may be said after a command.
enum Option: String, Hashable, Sendable {
    case app = "--app"
    case host = "--host"
    case keys = "--keys"
    case listen = "--listen"
    case localSwarm = "--local-swarm"
    case out = "--out"
    case policy = "--policy"
    case port = "--port"
    case portFile = "--port-file"
    case publicHost = "--public-host"
    case sdkKeyFile = "--sdk-key-file"

    var takesValue: Bool { self != .localSwarm }
}
