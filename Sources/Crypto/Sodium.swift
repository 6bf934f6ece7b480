import CSodium

/// Starts libsodium, which picks its fastest implementations then; each entry of this module asks for it.
enum Sodium {
    static let started: Void = {
        precondition(sodium_init() >= 0, "libsodium does not start")
    }()
}
