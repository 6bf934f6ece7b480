import Engine
import Store

/// What a client's store on disk holds, and whether it can be used.
public struct P2PStoreUsage: Hashable, Sendable {
    /// Why nothing is stored at present; what is stored already may still be read.
    public enum Fault: Hashable, Sendable {
        /// Another client has the folder.
        case inUse
        /// The folder belongs to somebody else, or others may write in it.
        case notPrivate
        /// The disk is full.
        case full
        /// The disk or the folder may not be written.
        case readOnly
        /// What is on the disk is not what was written.
        case damaged
        /// Anything else, by the number that the system has for it.
        case failed(code: Int)
    }

    /// Segments on disk.
    public let segments: Int
    /// Bytes of them.
    public let bytes: Int
    /// Whether anything can be read.
    public let isOpen: Bool
    /// What went wrong last, or nil; writing is tried again every half minute.
    public let fault: Fault?
    /// Whether what was there had to be thrown away as the client opened it.
    public let wasRebuilt: Bool
}

extension P2PStoreUsage {
    init(_ report: DiskReport) {
        segments = report.segments
        bytes = report.bytes
        isOpen = report.isOpen
        fault = report.fault.map { Fault($0) }
        wasRebuilt = report.wasRebuilt
    }
}

extension P2PStoreUsage.Fault {
    fileprivate init(_ fault: StoreFault) {
        self =
            switch fault {
            case .inUse: .inUse
            case .notPrivate: .notPrivate
            case .full: .full
            case .readOnly: .readOnly
            case .damaged: .damaged
            case .failed(let code): .failed(code: Int(code))
            }
    }
}
