package import Store

/// What a store on disk holds, and what ails it.
package struct DiskReport: Hashable, Sendable {
    package let segments: Int
    package let bytes: Int
    /// Whether anything is read from it.
    package let isOpen: Bool
    /// Why nothing is stored at the moment, or nothing at all; nil while all is well.
    package let fault: StoreFault?
    /// What was there when it was opened had to be thrown away.
    package let wasRebuilt: Bool
}
