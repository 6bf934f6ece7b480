/// Whose turn it is to be sent a chunk: deadlines that are about equal have the same window.
struct UploadTurn: Comparable, Sendable {
    let window: Int64
    let number: UInt64

    static func < (left: UploadTurn, right: UploadTurn) -> Bool {
        (left.window, left.number) < (right.window, right.number)
    }
}
