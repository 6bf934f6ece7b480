/// Where else than here a peer could get what it asks for.
package enum UploadStock: Hashable, Sendable {
    /// Everybody wants it now: it is never put off for fairness.
    case live
    /// Few others are known to have it.
    case scarce
    case common
}
