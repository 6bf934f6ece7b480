/// What a URL that the application has opened turned out to lead to.
package enum MediaNature: Hashable, Sendable {
    /// A manifest to which more is added.
    case live
    /// A manifest that is complete.
    case onDemand
    /// No manifest, or none that could be had.
    case unreadable
}
