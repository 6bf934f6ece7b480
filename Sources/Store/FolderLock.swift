import Glibc

/// Keeps others out of a folder for as long as it is held, which ends with the process at the latest.
final class FolderLock: Sendable {
    private let file: Descriptor

    /// Throws `inUse` if somebody else holds it.
    init(path: String) throws(StoreFault) {
        file = try Descriptor(path, O_RDWR | O_CREAT)
        guard try file.lock() else { throw .inUse }
    }
}
