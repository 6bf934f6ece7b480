/// Why received bytes were of no use.
package enum WasteReason: Hashable, Sendable, CaseIterable {
    /// The same bytes had come from elsewhere before.
    case duplicate
    /// Nobody wanted the segment any more before it was whole.
    case cancelled
    /// The bytes did not match their hash.
    case integrity
    /// The bytes came after they had been asked of another source.
    case late
}
