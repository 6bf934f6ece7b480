package import SwarmCore

/// Where a client's count of uploads outlives the process; both are called off the loop.
package struct UploadUsageStorage: Sendable {
    package enum Content: Sendable {
        case nothing
        case usage(UploadUsage)
        /// Something was written down and cannot be understood.
        case broken
    }

    package let read: @Sendable () -> Content
    /// Replaces what was there; false if that failed.
    package let write: @Sendable (UploadUsage) -> Bool

    package init(
        read: @escaping @Sendable () -> Content,
        write: @escaping @Sendable (UploadUsage) -> Bool
    ) {
        self.read = read
        self.write = write
    }
}
