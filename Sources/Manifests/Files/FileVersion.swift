import Primitives

/// One version of a file as its origin names it: bytes of two versions are never mixed.
package struct FileVersion: Hashable, Sendable {
    /// What changes at the origin whenever the bytes do.
    package enum Validator: Hashable, Sendable {
        /// A strong entity tag, with its quotes.
        case entityTag(String)
        /// A date, word for word, where there is no such tag.
        case lastModified(String)
    }

    package let length: Int
    package let validator: Validator

    /// Nil without a validator: a weak tag need not change with every byte, and so is none.
    package init?(length: Int, entityTag: String?, lastModified: String?) {
        guard length > 0, let validator = Self.validator(entityTag, lastModified) else {
            return nil
        }
        self.length = length
        self.validator = validator
    }

    /// Whether an answer with these headers, of a file of that length, is of this version.
    ///
    /// What says nothing of its version might be of any.
    package func agrees(length: Int?, entityTag: String?, lastModified: String?) -> Bool {
        guard length == self.length else { return false }
        return switch validator {
        case .entityTag(let tag): entityTag.map(Self.trimmed) == tag
        case .lastModified(let date): lastModified.map(Self.trimmed) == date
        }
    }

    /// The strong tag, which is also what makes an origin answer with all of another version instead
    /// of a part of it.
    package var entityTag: String? {
        switch validator {
        case .entityTag(let tag): tag
        case .lastModified: nil
        }
    }

    /// Unambiguous also with other bytes behind them.
    package var bytes: [UInt8] {
        let (kind, text): (UInt8, String) =
            switch validator {
            case .entityTag(let tag): (1, tag)
            case .lastModified(let date): (2, date)
            }
        var writer = ByteWriter(capacity: 64)
        writer.write(UInt64(length))
        writer.write(kind)
        writer.write(UInt32(truncatingIfNeeded: text.utf8.count))
        writer.write(Array(text.utf8))
        return writer.bytes
    }

    private static func validator(_ entityTag: String?, _ lastModified: String?) -> Validator? {
        if let tag = entityTag.map(trimmed), tag.utf8.count > 2, tag.hasPrefix("\""),
            tag.hasSuffix("\"")
        {
            return .entityTag(tag)
        }
        guard let date = lastModified.map(trimmed), !date.isEmpty else { return nil }
        return .lastModified(date)
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        let start = text.drop(while: isSpace)
        return String(start.prefix(start.count - start.reversed().prefix(while: isSpace).count))
    }
}
