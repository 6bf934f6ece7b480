/// Why the SDK was not started, and so has no device values to give.
public struct P2PStartError: Error, Hashable, Sendable {
    enum Code: Hashable, Sendable {
        case unreadableLicence
        case licenceNotOfOperator
        case licenceOfOtherApp
        case expiredLicence
        case unusableDeviceFile
        case notStarted
    }

    let code: Code
    private let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// What was given is no licence, or is cut short.
    public static let unreadableLicence = P2PStartError(
        .unreadableLicence, "what was given is no licence, or not all of one")
    /// The operator of the client's SDK key has not signed the licence, or not as it now is.
    public static let licenceNotOfOperator = P2PStartError(
        .licenceNotOfOperator, "the operator of the SDK key has not signed this licence")
    /// Licence, SDK key and application do not all name the same app id, or not the same bundle id.
    public static let licenceOfOtherApp = P2PStartError(
        .licenceOfOtherApp, "the licence is for another app")
    /// The licence's last day is over, by the clock of the device.
    public static let expiredLicence = P2PStartError(
        .expiredLicence, "the licence has expired")
    /// The file of the device's secret cannot be read or made, holds something else, or is not its
    /// owner's alone; it is left as it is.
    public static let unusableDeviceFile = P2PStartError(
        .unusableDeviceFile, "the file of the device's secret cannot be used")
    /// `P2PSDK.start` was not called, has not returned yet, or a shutdown came after it.
    public static let notStarted = P2PStartError(.notStarted, "the SDK is not started")

    /// A fixed name of the error without dynamic values, fit for a metric label.
    public var shortDescription: String { "\(code)" }

    public static func == (left: P2PStartError, right: P2PStartError) -> Bool {
        left.code == right.code
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension P2PStartError: CustomStringConvertible {
    public var description: String { detail }
}

extension P2PStartError {
    /// The same error with what exactly is wrong, for a person to read.
    func because(_ detail: String) -> P2PStartError { P2PStartError(code, detail) }
}
