import Primitives

/// One fetch that the origin is answering.
struct ModelFetch {
    let segment: UInt64
    let offset: Int
    let end: Int
    let turn: Int
    var hasAnswered = false
    var received = 0
}
