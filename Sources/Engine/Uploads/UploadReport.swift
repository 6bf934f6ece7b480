package import SwarmCore

/// What is known of a client's uploads against their caps.
package struct UploadReport: Sendable {
    package let usage: UploadUsage
    /// Whether the count is written down as it should be; also true where it need not be.
    package let isSaved: Bool
}
