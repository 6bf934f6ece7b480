/// What may be said after a command.
enum Option: String, Hashable, Sendable {
    case admin = "--admin"
    case adminPortFile = "--admin-port-file"
    case adminTokenFile = "--admin-token-file"
    case app = "--app"
    case bundle = "--bundle"
    case clientKey = "--client-key"
    case content = "--content"
    case host = "--host"
    case keys = "--keys"
    case lasts = "--lasts"
    case listen = "--listen"
    case localSwarm = "--local-swarm"
    case logFormat = "--log-format"
    case out = "--out"
    case policy = "--policy"
    case port = "--port"
    case portFile = "--port-file"
    case publicHost = "--public-host"
    case role = "--role"
    case sdkKey = "--sdk-key"
    case sdkKeyFile = "--sdk-key-file"
    case swarm = "--swarm"
    case until = "--until"
    case useWithin = "--use-within"

    var takesValue: Bool { self != .localSwarm }
}
