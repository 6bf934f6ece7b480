import Engine
import SwarmCore

/// What a client has uploaded against its caps, by the UTC calendar.
///
/// A few megabytes that are about to be sent count as uploaded.
public struct P2PUploadUsage: Hashable, Sendable {
    /// Bytes since midnight.
    public let bytesToday: Int
    /// Bytes since the first of the month.
    public let bytesThisMonth: Int
    /// Whether part of it is a guess: the usage file could not be read or understood.
    ///
    /// As much then counts as uploaded as would be by now if the caps were used evenly.
    public let isEstimated: Bool
    /// Whether the usage file, if there is one, could be written.
    public let isSaved: Bool
}

extension P2PUploadUsage {
    init(_ report: UploadReport) {
        bytesToday = report.usage.bytesToday
        bytesThisMonth = report.usage.bytesThisMonth
        isEstimated = report.usage.isEstimated
        isSaved = report.isSaved
    }
}
