import Crypto
import Glibc
import Primitives

/// A file of the tree, of which parts are hashed.
final class TreeFile {
    private let path: String
    private let descriptor: Int32
    /// Bytes when it was opened.
    let length: Int

    init(_ path: String) throws(SignError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? .badFile("\(path) is missing") : .failed("\(path): \(systemError())")
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .badFile("\(path) is no file")
        }
        length = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// The root of a segment that lies there, which must be one that can be shared.
    func root(of range: Range<Int>) throws(SignError) -> Root {
        guard let geometry = ChunkGeometry(length: range.count) else {
            throw .badFile("\(path): \(range.count) bytes are no segment")
        }
        var leaves: [Leaf] = []
        leaves.reserveCapacity(geometry.chunkCount)
        for index in 0..<geometry.chunkCount {
            let chunk = geometry.bytes(ofChunk: index)
            let bytes = try read(
                range.lowerBound + chunk.lowerBound..<range.lowerBound + chunk.upperBound)
            leaves.append(
                unsafe bytes.withUnsafeBytes {
                    unsafe HashTree.leaf(chunkIndex: index, bytes: $0)
                })
        }
        guard let root = HashTree.root(leaves: leaves, length: range.count) else {
            preconditionFailure("a segment of \(range.count) bytes has \(leaves.count) leaves")
        }
        return root
    }

    func read(_ range: Range<Int>) throws(SignError) -> [UInt8] {
        guard range.upperBound <= length else {
            throw .badFile("\(path) has \(length) bytes, and its manifest names \(range)")
        }
        var bytes = [UInt8](repeating: 0, count: range.count)
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(
                    descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled,
                    off_t(range.lowerBound + filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .failed("\(path) \(count == 0 ? "has become shorter" : systemError())")
            }
            filled += count
        }
        return bytes
    }
}
