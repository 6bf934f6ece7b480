/// The removal of `.` and `..` from a path (RFC 3986, 5.2.4).
enum DotSegments {
    /// A `..` at the root stays at the root; escaped dots are ordinary characters.
    static func removed(from path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard mayHaveDots(path) else { return path }
        var output: [UInt8] = []
        output.reserveCapacity(path.count)
        // Where each complete segment of the output begins, so that `..` takes constant time.
        var starts: [Int] = []
        var index = path.startIndex
        if path.first == UInt8(ascii: "/") {
            output.append(UInt8(ascii: "/"))
            index += 1
        }
        while index < path.endIndex {
            let end = path[index...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
            let segment = path[index..<end]
            let hasSlash = end < path.endIndex
            switch segment.count {
            case 1 where segment.first == UInt8(ascii: "."):
                break
            case 2 where segment.allSatisfy { $0 == UInt8(ascii: ".") }:
                if let start = starts.popLast() { output.removeSubrange(start...) }
            case _:
                starts.append(output.count)
                output.append(contentsOf: segment)
                if hasSlash { output.append(UInt8(ascii: "/")) }
            }
            index = hasSlash ? end + 1 : end
        }
        return output[...]
    }

    /// Whether any segment begins with a dot: most paths have none, and cost no copy.
    private static func mayHaveDots(_ path: ArraySlice<UInt8>) -> Bool {
        var previous = UInt8(ascii: "/")
        for byte in path {
            if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return true }
            previous = byte
        }
        return false
    }
}
