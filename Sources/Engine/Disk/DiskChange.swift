import Primitives
import Store

/// One change of what is on disk; they are made one after the other.
enum DiskChange: Sendable {
    case write(StoreRow, [UInt8])
    case remove([SegmentKey])
    /// What is before it is found again whatever happens.
    case sync([StoreWorth])

    /// Bytes of memory that wait for the disk.
    var waitingBytes: Int {
        switch self {
        case .write(let row, _): row.length
        case .remove, .sync: 0
        }
    }

    /// Waits for the disk, and returns why it could not be made.
    func apply(to folder: StoreFolder) -> StoreFault? {
        do throws(StoreFault) {
            switch self {
            case .write(let row, let bytes): try folder.write(row, bytes)
            case .remove(let keys): try folder.remove(keys.map(\.value))
            case .sync(let worths):
                try folder.update(worths)
                try folder.sync()
            }
            return nil
        } catch {
            return error
        }
    }
}
