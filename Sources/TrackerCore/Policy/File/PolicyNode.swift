/// A value in a policy file, with where it begins.
struct PolicyNode: Hashable, Sendable {
    struct Member: Hashable, Sendable {
        let key: String
        let place: TextPlace
        let node: PolicyNode
    }

    enum Value: Hashable, Sendable {
        case null
        case flag(Bool)
        case number(Double)
        case text(String)
        case list([PolicyNode])
        case object([Member])
    }

    let place: TextPlace
    let value: Value
}
