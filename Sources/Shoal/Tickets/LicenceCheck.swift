import Crypto
import Foundation
import Primitives
import TrackerWire

/// Decides whether a licence is good for an app; asks nobody, and is told what time it is.
///
/// What a licence says of itself counts only once the operator whose key the app holds apart from it, in
/// its SDK key, has signed that.
struct LicenceCheck: Sendable {
    /// Many times what a licence can have.
    private static let longest = 4_096

    /// What the application calls itself.
    let appID: String
    let bundleID: String
    /// Signed by its operator.
    let pass: AppPass

    /// The licence that a file holds, if it is good at `now`.
    func read(_ file: Data, at now: Date) throws(P2PStartError) -> Licence {
        let licence: Licence
        do throws(WireError) {
            guard file.count <= Self.longest else { throw .tooLarge }
            licence = try Licence(parsing: String(decoding: file, as: UTF8.self))
        } catch {
            throw .unreadableLicence
        }
        let signer = VerifyingKey(pass.operatorKey)
        guard signer.verifies(signature: licence.signature, of: licence.signedBytes) else {
            throw .licenceNotOfOperator
        }
        try expectSame("app", licence: licence.appID, own: appID)
        try expectSame("bundle id", licence: licence.bundleID, own: bundleID)
        guard pass.appID == appID else {
            throw .licenceOfOtherApp.because(
                "the SDK key is of the app \(pass.appID), and not of \(appID)")
        }
        guard licence.isGood(at: now) else { throw .expiredLicence }
        return licence
    }

    private func expectSame(
        _ what: String, licence: String, own: String
    ) throws(P2PStartError) {
        guard licence == own else {
            throw .licenceOfOtherApp.because(
                "the licence is for the \(what) \(licence), and not for \(own)")
        }
    }
}

extension Licence {
    /// Whether its last second is not over.
    func isGood(at now: Date) -> Bool { now.timeIntervalSince1970 < Double(expires) + 1 }
}
