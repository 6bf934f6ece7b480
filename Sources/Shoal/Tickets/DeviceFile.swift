import Crypto
import Foundation
import KeyFiles

/// The file of a device's secret: made once, and its owner's alone.
struct DeviceFile: Sendable {
    private static let kind = "shoal-device-1"
    private static let comment =
        "The secret of this device. Who has this file is the device: let it not leave it."

    let path: String

    /// Where the device's secret of an app is unless it says otherwise, in the user's folder for state.
    static func standard(bundleID: String, environment: [String: String]) -> DeviceFile {
        let named = environment["XDG_STATE_HOME"] ?? ""
        let folder =
            // A relative path there is to be ignored, by the specification of those folders.
            named.hasPrefix("/")
            ? URL(fileURLWithPath: named)
            : FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state")
        let name = bundleID.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-_.")))
        return DeviceFile(
            path: folder.appending(path: "shoal/\(name ?? "app").device").path)
    }

    /// Reads the file, or makes it with its folder; never changes one that is there.
    func readOrCreate() throws(P2PStartError) -> DeviceIdentity {
        try makeFolder()
        let file: SecretFile
        do throws(SecretFile.Failure) {
            file = try SecretFile.readOrCreate(Self.kind, comment: Self.comment, at: path)
        } catch {
            throw .unusableDeviceFile.because(text(of: error))
        }
        guard file.kind == Self.kind else {
            throw .unusableDeviceFile.because(text(of: .otherContent))
        }
        guard !file.isOpenToOthers, !file.isOfAnotherUser else {
            throw .unusableDeviceFile.because(
                "\(path) is open to others, who may know the device's secret")
        }
        return DeviceIdentity(secret: SecretBytes32(file.secret))
    }

    private func makeFolder() throws(P2PStartError) {
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusableDeviceFile.because(
                "the folder of \(path) cannot be made: \(error.localizedDescription)")
        }
    }

    private func text(of failure: SecretFile.Failure) -> String {
        switch failure {
        case .failed(let problem): problem
        case .otherContent: "\(path) is no file of a device's secret, or not all of one"
        }
    }
}
