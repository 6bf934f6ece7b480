/// Numbers as playlists write them; no input traps, and none is out of range.
enum ASCIINumber {
    /// A decimal-integer between optional blanks; nil if it is anything else or does not fit.
    static func unsigned(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        let digits = trimmed(bytes)
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = scaled.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }

    /// An integer that also fits the platform's own.
    static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
        unsigned(bytes).flatMap(Int.init(exactly:))
    }

    /// The decimal number of seconds that the bytes begin with, to the nanosecond; nil if there is none.
    ///
    /// May be negative. Saturates at three thousand million seconds, as `Duration.clamped(seconds:)` does.
    static func seconds(_ bytes: ArraySlice<UInt8>) -> Duration? {
        var rest = trimmed(bytes)
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let most: Int64 = 3_000_000_000
        var whole: Int64 = 0
        var digits = 0
        while let digit = rest.first, digit.isASCIIDigit {
            whole = min(whole * 10 + Int64(digit - UInt8(ascii: "0")), most)
            digits += 1
            rest.removeFirst()
        }
        var nanoseconds: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            var scale: Int64 = 100_000_000
            while let digit = rest.first, digit.isASCIIDigit {
                nanoseconds += Int64(digit - UInt8(ascii: "0")) * scale
                scale /= 10
                digits += 1
                rest.removeFirst()
            }
        }
        guard digits > 0 else { return nil }
        let duration = Duration.nanoseconds(whole * 1_000_000_000 + nanoseconds)
        return isNegative ? .zero - duration : duration
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while bytes.first?.isBlank == true { bytes.removeFirst() }
        while bytes.last?.isBlank == true { bytes.removeLast() }
        return bytes
    }
}
