/// How much two texts have in common from where they begin.
enum CommonPrefix {
    private static let block = 64

    static func length(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                let count = min(left.count, right.count)
                var length = 0
                while length + block <= count, unsafe isSame(left, right, at: length) {
                    length += block
                }
                while length < count, unsafe left[length] == right[length] { length += 1 }
                return length
            }
        }
    }

    /// Without a branch inside of the block, which the compiler then compares with vectors.
    private static func isSame(
        _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, at start: Int
    ) -> Bool {
        var difference: UInt64 = 0
        for offset in stride(from: start, to: start + block, by: 8) {
            difference |=
                unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                ^ right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        return difference == 0
    }
}
