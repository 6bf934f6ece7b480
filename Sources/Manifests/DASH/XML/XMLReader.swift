import CExpat

/// What reads a document hears of it; false ends the reading.
protocol XMLHandler: AnyObject {
    func began(_ tag: XMLTag) -> Bool
    func read(text: UnsafeBufferPointer<UInt8>)
    /// `position` is where the end tag begins; for an empty-element tag, where that ends.
    func ended(at position: Int)
}

/// Reads one XML document with expat, which knows where in the bytes each thing stands.
///
/// Neither Foundation's `XMLParser` nor libxml2 tells that: the one counts lines and columns of tags,
/// the other gives copies of values whose entities it has replaced.
///
/// A document with a DOCTYPE is refused at its first byte, so that no entity is ever declared: nothing
/// expands, and nothing outside is read. So is one whose bytes are not ASCII where they look so
/// (UTF-16), since what is put into it would not fit. Time and memory are in proportion to the text.
@safe final class XMLReader {
    private static let deepest = 128

    private let handler: any XMLHandler
    private let parser: XML_Parser
    private let source: [UInt8]
    private var depth = 0
    private var isRefused = false

    /// Whether all of it is well-formed, and neither refused by the handler.
    static func read(_ source: [UInt8], _ handler: any XMLHandler) -> Bool {
        let isWide = source.starts(with: [0xfe, 0xff]) || source.starts(with: [0xff, 0xfe])
        guard !isWide, !source.prefix(4).contains(0), let length = CInt(exactly: source.count),
            let parser = unsafe XML_ParserCreate(nil)
        else { return false }
        let reader = unsafe XMLReader(parser, source, handler)
        return reader.run(length)
    }

    private init(_ parser: XML_Parser, _ source: [UInt8], _ handler: any XMLHandler) {
        unsafe self.parser = unsafe parser
        self.source = source
        self.handler = handler
    }

    deinit {
        unsafe XML_ParserFree(parser)
    }

    private func run(_ length: CInt) -> Bool {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let name = unsafe name, let attributes = unsafe attributes else { return }
                unsafe XMLReader.from(context)?.began(name, attributes)
            },
            { context, _ in unsafe XMLReader.from(context)?.ended() })
        unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
            guard let text = unsafe text else { return }
            unsafe text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { text in
                unsafe XMLReader.from(context)?.handler.read(
                    text: UnsafeBufferPointer(start: text, count: Int(count)))
            }
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            unsafe XMLReader.from(context)?.refuse()
        }
        let status = unsafe source.withUnsafeBytes { bytes in
            unsafe XML_Parse(
                parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length, 1)
        }
        return status == XML_STATUS_OK && !isRefused
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> XMLReader? {
        unsafe context.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private func began(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) {
        guard !isRefused else { return }
        let start = unsafe Int(XML_GetCurrentByteIndex(parser))
        let count = unsafe Int(XML_GetCurrentByteCount(parser))
        depth += 1
        guard depth <= Self.deepest, start >= 0, count > 0, start + count <= source.count,
            source[start] == UInt8(ascii: "<")
        else { return refuse() }
        var list: [XMLTag.Attribute] = []
        var next = unsafe attributes
        while let name = unsafe next[0], let value = unsafe next[1] {
            unsafe list.append(
                XMLTag.Attribute(name: String(cString: name), value: String(cString: value)))
            unsafe next += 2
        }
        let full = unsafe String(cString: name)
        let local = full.utf8.lastIndex(of: UInt8(ascii: ":")).map {
            String(full[full.utf8.index(after: $0)...])
        }
        let tag = XMLTag(name: local ?? full, attributes: list, range: start..<start + count)
        if !handler.began(tag) { refuse() }
    }

    private func ended() {
        guard !isRefused else { return }
        depth -= 1
        handler.ended(at: unsafe Int(XML_GetCurrentByteIndex(parser)))
    }

    private func refuse() {
        isRefused = true
        unsafe XML_StopParser(parser, 0)
    }
}
