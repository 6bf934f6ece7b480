/// What the tool can do.
enum Command: String, CaseIterable, Sendable {
    case keygen
    case sdkKey = "sdk-key"
    case serve
    case checkPolicy = "check-policy"
    case key
    case grant
    case licence

    /// Whether a file is named without an option.
    var takesOperand: Bool { self == .checkPolicy }

    var options: [Option] {
        switch self {
        case .keygen, .key:
            [.out]
        case .sdkKey:
            [.keys, .host, .port, .app]
        case .serve:
            [
                .keys, .listen, .policy, .localSwarm, .app, .sdkKeyFile, .publicHost, .portFile,
                .admin, .adminPortFile, .adminTokenFile, .logFormat, .orders,
            ]
        case .grant:
            [.keys, .sdkKey, .bundle, .clientKey, .content, .swarm, .role, .useWithin, .lasts]
        case .licence:
            [.keys, .app, .bundle, .until]
        case .checkPolicy:
            []
        }
    }
}
