extension HLSParser {
    func attributes(_ value: Range<Int>) throws(NotUnderstood) -> AttributeList {
        guard let attributes = AttributeList(source, value) else { throw NotUnderstood() }
        return attributes
    }

    /// The value with variables substituted where the standard allows them; nil where one is unknown.
    func value(_ attribute: AttributeList.Attribute?) -> ArraySlice<UInt8>? {
        guard let attribute else { return nil }
        let text = source[attribute.value]
        guard attribute.isQuoted, HLSVariables.mayReference(text) else { return text }
        return variables.substituting(in: text)?[...]
    }

    func text(_ attribute: AttributeList.Attribute?) -> String? {
        value(attribute).map { String(decoding: $0, as: UTF8.self) }
    }

    func number(_ attribute: AttributeList.Attribute?) -> Int? {
        value(attribute).flatMap(ASCIINumber.integer)
    }

    func seconds(_ attribute: AttributeList.Attribute?) -> Duration? {
        value(attribute).flatMap(ASCIINumber.seconds)
    }

    func isYes(_ attribute: AttributeList.Attribute?) -> Bool {
        value(attribute)?.elementsEqual("YES".utf8) == true
    }

    /// Nil for an attribute that is absent or empty.
    mutating func addReference(
        _ role: HLSRole, _ attribute: AttributeList.Attribute?, byteRange: ByteRange? = nil
    ) -> HLSReference? {
        guard let attribute, !attribute.value.isEmpty else { return nil }
        return addReference(
            role, attribute.value, byteRange: byteRange, mayHaveVariables: attribute.isQuoted)
    }

    mutating func addReference(
        _ role: HLSRole, _ range: Range<Int>, byteRange: ByteRange? = nil, mayHaveVariables: Bool
    ) -> HLSReference {
        let reference = HLSReference(
            role: role, range: range, byteRange: byteRange,
            isSubstitutable: mayHaveVariables && HLSVariables.mayReference(source[range]))
        references.append(reference)
        return reference
    }

    mutating func readKey(_ attributes: AttributeList) throws(NotUnderstood) {
        let format = attributes["KEYFORMAT"]
        let isPlainKey = format == nil || text(format) == "identity"
        _ = addReference(isPlainKey ? .key : .licence, attributes["URI"])
    }

    /// Date ranges carry much that is private to their makers: what does not parse is passed over.
    mutating func readInterstitials(_ value: Range<Int>) {
        for attribute in AttributeList(source, value)?.attributes ?? [] {
            switch attribute.name {
            case "X-ASSET-URI": _ = addReference(.interstitial, attribute)
            case "X-ASSET-LIST": _ = addReference(.interstitialList, attribute)
            case _: break
            }
        }
    }

    /// An import or query parameter that is not there defines nothing, and its URIs are left alone.
    mutating func readDefinition(_ attributes: AttributeList) throws(NotUnderstood) {
        let definition: (name: String, value: [UInt8])?
        let position: Int
        if let attribute = attributes["NAME"], let name = text(attribute) {
            guard let value = value(attributes["VALUE"]) else { throw NotUnderstood() }
            definition = (name, Array(value))
            position = attribute.value.lowerBound
        } else if let attribute = attributes["IMPORT"], let name = text(attribute) {
            definition = imports.value(of: name).map { (name, $0) }
            position = attribute.value.lowerBound
        } else if let attribute = attributes["QUERYPARAM"], let name = text(attribute) {
            readsQuery = true
            definition = queryParameter(name).map { (name, $0) }
            position = attribute.value.lowerBound
        } else {
            throw NotUnderstood()
        }
        guard let definition else { return }
        guard variables.define(definition.name, as: definition.value, at: position)
        else { throw NotUnderstood() }
    }

    private func queryParameter(_ name: String) -> [UInt8]? {
        for parameter in (base.queryBytes ?? []).split(separator: UInt8(ascii: "&")) {
            let end = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
            if PercentEncoding.decoded(parameter[..<end]).elementsEqual(name.utf8) {
                return PercentEncoding.decoded(parameter[end...].dropFirst())
            }
        }
        return nil
    }

    mutating func readMediaAttributes(
        _ tag: HLSTag, _ attributes: AttributeList
    ) throws(NotUnderstood) {
        switch tag {
        case .map:
            let byteRange = try byteRange(attributes["BYTERANGE"], continuingAt: 0)
            media.addInitSegment(
                addReference(.initSegment, attributes["URI"], byteRange: byteRange))
        case .part:
            try readPart(attributes)
        case .preloadHint:
            try readPreloadHint(attributes)
        case .renditionReport:
            _ = addReference(.renditionReport, attributes["URI"])
        case .skip:
            guard let count = number(attributes["SKIPPED-SEGMENTS"]) else { throw NotUnderstood() }
            try media.skip(UInt64(count))
        case .segmentInfo, .byteRange, .partInfo, .serverControl, .gap, .discontinuity, .bitrate,
            .key, .dateRange, .targetDuration, .mediaSequence, .playlistType, .allowCache, .endList,
            .version,
            .define, .streamInfo, .iFrameStreamInfo, .imageStreamInfo, .media, .sessionData,
            .sessionKey, .contentSteering:
            preconditionFailure("\(tag) has no attributes about segments")
        }
    }

    /// What the origin offers beyond files; no URI depends on it, and so a fault is passed over.
    mutating func readServerAttributes(_ tag: HLSTag, _ value: Range<Int>) {
        guard let attributes = AttributeList(source, value) else { return }
        if tag == .partInfo {
            media.readPartInfo(target: seconds(attributes["PART-TARGET"]))
        } else {
            media.readServerControl(
                canBlockReload: isYes(attributes["CAN-BLOCK-RELOAD"]),
                canSkip: seconds(attributes["CAN-SKIP-UNTIL"]) != nil)
        }
    }

    private mutating func readPart(_ attributes: AttributeList) throws(NotUnderstood) {
        let byteRange = try byteRange(
            attributes["BYTERANGE"], continuingAt: media.progress.nextPartOffset)
        guard let reference = addReference(.part, attributes["URI"], byteRange: byteRange)
        else { return }
        try media.addPart(
            reference, duration: seconds(attributes["DURATION"]), isGap: isYes(attributes["GAP"]),
            isIndependent: isYes(attributes["INDEPENDENT"]))
    }

    private mutating func readPreloadHint(_ attributes: AttributeList) throws(NotUnderstood) {
        let offset = try optionalNumber(attributes["BYTERANGE-START"]) ?? 0
        let length = try optionalNumber(attributes["BYTERANGE-LENGTH"])
        let byteRange = length.flatMap { ByteRange(offset: offset, length: $0) }
        guard (byteRange == nil) == (length == nil) else { throw NotUnderstood() }
        guard let reference = addReference(.preloadHint, attributes["URI"], byteRange: byteRange)
        else { return }
        let kind: HLSPreloadHint.Kind =
            switch text(attributes["TYPE"]) {
            case "PART": .part
            case "MAP": .initSegment
            case _: .other
            }
        media.addPreloadHint(
            HLSPreloadHint(
                reference: reference, kind: kind, offset: offset,
                part: kind == .part ? media.nextPlace : nil))
    }

    private func byteRange(
        _ attribute: AttributeList.Attribute?, continuingAt next: Int
    ) throws(NotUnderstood) -> ByteRange? {
        guard let attribute else { return nil }
        guard let value = value(attribute), let range = ByteRange(value, continuingAt: next)
        else { throw NotUnderstood() }
        return range
    }

    private func optionalNumber(
        _ attribute: AttributeList.Attribute?
    ) throws(NotUnderstood) -> Int? {
        guard let attribute else { return nil }
        guard let number = number(attribute) else { throw NotUnderstood() }
        return number
    }
}
