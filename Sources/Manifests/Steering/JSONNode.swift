/// A value of a JSON document (RFC 8259), and where in its bytes it stands.
indirect enum JSONNode {
    struct Member {
        let name: String
        /// With its quotes.
        let nameRange: Range<Int>
        let value: JSONNode
    }

    /// The first byte of `range` is its brace.
    case object([Member], range: Range<Int>)
    case array([JSONNode])
    /// `range` is with its quotes.
    case string(String, range: Range<Int>)
    /// A number or a word.
    case other

    /// Nil if the bytes are no JSON, or are nested deeper than any document that is read here.
    init?(_ source: [UInt8]) {
        var reader = JSONReader(source)
        guard let node = reader.document() else { return nil }
        self = node
    }

    /// The last member of that name, as in players.
    func member(_ name: String) -> Member? {
        guard case .object(let members, _) = self else { return nil }
        return members.last { $0.name == name }
    }

    var members: [Member] {
        guard case .object(let members, _) = self else { return [] }
        return members
    }

    var elements: [JSONNode] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    var text: String? {
        guard case .string(let text, _) = self else { return nil }
        return text
    }
}
