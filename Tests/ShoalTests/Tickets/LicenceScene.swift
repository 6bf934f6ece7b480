import Crypto
import EventLoop
import Foundation
import Primitives
import TrackerServer
import TrackerWire

@testable import Shoal

/// An operator, an app of its, a device that was never started, and a clock that a test moves.
struct LicenceScene: Sendable {
    static let app = "tv"
    static let bundle = "tv.example.test"

    let keys = OperatorKeys(master: SecretBytes32())
    let device: DeviceFile
    let starter: Starter
    private let now: Locked<Date>

    /// The folder is there for as long as the body runs.
    static func run(_ body: (LicenceScene) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "device-\(UUID())")
        do {
            try await body(LicenceScene(folder: folder))
        } catch {
            try remove(folder)
            throw error
        }
        try remove(folder)
    }

    private static func remove(_ folder: URL) throws {
        if FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder)
        }
    }

    private init(folder: URL) {
        device = DeviceFile(path: folder.appending(path: "state/shoal/tv.device").path)
        let now = Locked(Date(timeIntervalSince1970: 1_800_000_000))
        self.now = now
        starter = Starter(clock: { now.withLock { $0 } })
    }

    var time: Date { now.withLock { $0 } }

    func advance(_ seconds: Double) {
        now.withLock { $0 += seconds }
    }

    /// Good for an hour, unless it says otherwise.
    func licence(
        app: String = app, bundle: String = bundle, expires: Double = 3_600,
        by keys: OperatorKeys? = nil
    ) throws -> Data {
        let last = UInt32(time.timeIntervalSince1970 + expires)
        let licence = try (keys ?? self.keys).licence(
            appID: app, bundleID: bundle, expires: last)
        return Data(licence.text.utf8)
    }

    func sdkKey(app: String = app) throws -> SDKKey {
        try keys.sdkKey(trackerHost: "tracker.invalid", trackerPort: 7_400, appID: app)
    }

    /// As an app of this name, with the SDK key of one of that name.
    func check(app: String = app, keyOf other: String = app) throws -> LicenceCheck {
        LicenceCheck(appID: app, bundleID: Self.bundle, pass: try sdkKey(app: other).pass)
    }

    func start(_ licence: Data) async throws {
        try await starter.start(try check(), licence: licence, device: device)
    }

    var hasDeviceFile: Bool { FileManager.default.fileExists(atPath: device.path) }
}
