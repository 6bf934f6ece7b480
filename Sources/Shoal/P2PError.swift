/// Why a client or a session could not be made.
///
/// An error of the media origin is never one of these: it reaches the player, unchanged.
public struct P2PError: Error, Hashable, Sendable {
    enum Code: Hashable, Sendable {
        case invalidSDKKey
        case invalidBundleId
        case malformedURL
        case unsupportedScheme
        case malformedPublisherKey
        case noPlayableSource
        case clientClosed
        case resourcesExhausted
        case addressUnavailable
    }

    let code: Code
    private let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The SDK key is not one, is damaged, or is of a version this engine does not know.
    public static let invalidSDKKey = P2PError(.invalidSDKKey, "the SDK key is not valid")
    /// The bundle id is empty, longer than 100 characters, or not printable ASCII.
    public static let invalidBundleId = P2PError(
        .invalidBundleId, "the bundle id must be 1 to 100 printable ASCII characters")
    /// The URL has no host, or is no URL at all.
    public static let malformedURL = P2PError(.malformedURL, "the URL names no host")
    /// The URL is neither `http` nor `https`.
    public static let unsupportedScheme = P2PError(
        .unsupportedScheme, "only http and https URLs can be played")
    /// A publisher's key is not 64 hexadecimal digits.
    public static let malformedPublisherKey = P2PError(
        .malformedPublisherKey, "a publisher's key must be 64 hexadecimal digits")
    /// None of the default sources is an `http` or `https` URL that names a host.
    public static let noPlayableSource = P2PError(
        .noPlayableSource, "none of the default sources can be played")
    /// The client was closed, or the SDK was shut down.
    public static let clientClosed = P2PError(.clientClosed, "the client is closed")
    /// The system refused a socket or a thread.
    public static let resourcesExhausted = P2PError(
        .resourcesExhausted, "the system has no socket or thread left")

    /// A node cannot listen on an address: somebody else does, or it is not one of this machine.
    package static let addressUnavailable = P2PError(
        .addressUnavailable, "the address to listen on is taken, or not one of this machine")

    /// A fixed name of the error without dynamic values, fit for a metric label.
    public var shortDescription: String { "\(code)" }

    public static func == (left: P2PError, right: P2PError) -> Bool { left.code == right.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension P2PError: CustomStringConvertible {
    public var description: String { detail }
}

extension P2PError {
    /// The same error with what exactly is wrong, for a person to read.
    func because(_ detail: String) -> P2PError { P2PError(code, detail) }
}
