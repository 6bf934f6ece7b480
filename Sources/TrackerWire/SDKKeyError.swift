import Primitives

/// What is wrong with a text that should have been an SDK key.
package enum SDKKeyError: Error, Hashable, Sendable {
    /// It does not begin with "shoal1.".
    case wrongPrefix
    /// What follows the prefix is not base64url, or a character was lost.
    case notBase64
    /// The key is of another version of the format.
    case unknownVersion(UInt8)
    /// The end is missing.
    case truncated
    /// There is more after the end.
    case trailingBytes
    /// A host or an app id is empty, too long or not printable.
    case invalidField
    /// It was changed since it was made: most likely mistyped.
    case wrongChecksum

    init(_ error: WireError) {
        self =
            switch error {
            case .truncated: .truncated
            case .trailingBytes: .trailingBytes
            case .unknownType(let version): .unknownVersion(version)
            case .invalidValue, .tooLarge: .invalidField
            }
    }
}

extension SDKKeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .wrongPrefix: "the SDK key does not begin with \"shoal1.\""
        case .notBase64: "the SDK key has characters that do not belong or one too few"
        case .unknownVersion(let version): "the SDK key is of unknown version \(version)"
        case .truncated: "the SDK key is cut short"
        case .trailingBytes: "the SDK key has something after its end"
        case .invalidField: "the SDK key holds an impossible host or app id"
        case .wrongChecksum: "the SDK key is mistyped: its checksum is wrong"
        }
    }
}
