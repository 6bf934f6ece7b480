import Crypto
import Foundation
import Glibc
import KeyFiles
import Primitives
import TestSupport
import Testing
import TrackerServer
import TrackerWire

@testable import Shoal

/// What a device says of itself, and the file that it follows from.
@Suite(.timeLimit(.minutes(1))) struct DeviceValuesTests {
    private static let digits = Set("0123456789abcdef")

    private func put(_ text: String, mode: Int = 0o600, as file: DeviceFile) throws {
        let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `Tickets B2: the values are the same for an installation, and others elsewhere`()
        async throws
    {
        try await LicenceScene.run { scene in
            try await scene.start(try scene.licence())
            let values = try scene.starter.deviceValues()
            #expect(values.unionInfo.count == 32 && values.drmKek.count == 64)
            #expect(Self.digits.isSuperset(of: values.unionInfo + values.drmKek))

            // Another process, another licence, the same file.
            let restarted = Starter(clock: { scene.time })
            try await restarted.start(
                try scene.check(), licence: try scene.licence(expires: 50), device: scene.device)
            #expect(try restarted.deviceValues() == values)

            let elsewhere = DeviceFile(path: scene.device.path + "-2")
            try await restarted.start(
                try scene.check(), licence: try scene.licence(), device: elsewhere)
            let other = try restarted.deviceValues()
            #expect(other.unionInfo != values.unionInfo && other.drmKek != values.drmKek)
        }
    }

    @Test
    func `Tickets B2: file and folders are the owner's alone, and nothing is beside them`()
        async throws
    {
        try await LicenceScene.run { scene in
            _ = try scene.device.readOrCreate()
            #expect(try mode(scene.device.path) == 0o600)
            let folder = URL(fileURLWithPath: scene.device.path).deletingLastPathComponent()
            #expect(try mode(folder.path) == 0o700)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["tv.device"])
        }
    }

    @Test(arguments: [
        "", "shoal-device-1", "shoal-device-1 00", "nil", "(null)", "\u{0}\u{1}",
        "shoal-operator-1 \(String(repeating: "a", count: 64))",
        "shoal-device-1 \(String(repeating: "g", count: 64))",
        "shoal-device-1 \(String(repeating: "a", count: 64))\nshoal-device-1 00",
    ])
    func `Tickets B2: a file that holds something else is an error, and stays as it is`(
        text: String
    ) async throws {
        try await LicenceScene.run { scene in
            try put(text, as: scene.device)
            let licence = try scene.licence()
            await #expect(throws: P2PStartError.unusableDeviceFile) {
                try await scene.start(licence)
            }
            #expect(throws: P2PStartError.unusableDeviceFile) { try scene.starter.deviceValues() }
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: scene.device.path)) == Data(text.utf8))
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o601, 0o666])
    func `Tickets B2: a file that is open to others is an error that does not show it`(
        mode: Int
    ) async throws {
        try await LicenceScene.run { scene in
            let secret = randomBytes32().hex
            try put("shoal-device-1 \(secret)\n", mode: mode, as: scene.device)
            do throws(P2PStartError) {
                _ = try scene.device.readOrCreate()
                Issue.record("was read")
            } catch {
                #expect(error == .unusableDeviceFile)
                #expect("\(error)".contains("open to others"))
                #expect(!"\(error) \(String(reflecting: error))".contains(secret))
            }
            #expect(try self.mode(scene.device.path) == mode)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: scene.device.path)
            #expect(throws: Never.self) { try scene.device.readOrCreate() }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `Tickets B2: another user's file is an error`() async throws {
        try await LicenceScene.run { scene in
            _ = try scene.device.readOrCreate()
            #expect(unsafe chown(scene.device.path, 1, 1) == 0)
            #expect(throws: P2PStartError.unusableDeviceFile) { try scene.device.readOrCreate() }
        }
    }

    @Test(arguments: ["/proc/shoal/device", "/dev/null/device", "/proc/self/device", "/"])
    func `Tickets B2: where no file can be, that is said`(path: String) {
        #expect(throws: P2PStartError.unusableDeviceFile) {
            try DeviceFile(path: path).readOrCreate()
        }
    }

    @Test func `Tickets B2: random bytes are no device, and never trap`() async throws {
        try await LicenceScene.run { scene in
            var random = SeededRandom(seed: testSeed)
            try put("", as: scene.device)
            for _ in 0..<200 {
                let bytes = random.bytes(Int(random.next() % 6_000))
                try Data(bytes).write(to: URL(fileURLWithPath: scene.device.path))
                #expect(throws: P2PStartError.unusableDeviceFile, "\(testSeed)") {
                    try scene.device.readOrCreate()
                }
            }
        }
    }

    @Test func `Tickets B2: who starts at the same moment is the same device`() async throws {
        try await LicenceScene.run { scene in
            for round in 0..<20 {
                let file = DeviceFile(path: "\(scene.device.path)-\(round)")
                let values = try await withThrowingTaskGroup(of: DeviceValues.self) { group in
                    for _ in 0..<8 {
                        group.addTask { @concurrent in try file.readOrCreate().values }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(values.count == 1)
            }
        }
    }

    /// Each prints what it is; the file is not there when they are started.
    @Test func `Tickets B2: two processes that start at the same moment are the same device`()
        async throws
    {
        try await LicenceScene.run { scene in
            let path = scene.device.path
            @Sendable func child() async throws -> String {
                let result = try await #require(
                    processExitsWith: .success, observing: [\.standardOutputContent]
                ) { [path = path as String] in
                    let values = try DeviceFile(path: path).readOrCreate().values
                    print("device:\(values.unionInfo):\(values.drmKek):")
                }
                let output = String(decoding: result.standardOutputContent, as: UTF8.self)
                return try #require(output.split(separator: ":").dropFirst().prefix(2).last)
                    .description
            }
            async let first = child()
            async let second = child()
            let keys = try await [first, second]
            #expect(keys[0] == keys[1])
            #expect(keys[0] == (try scene.device.readOrCreate().values.drmKek))
        }
    }

    @Test func `Tickets B2: no description shows the secret or what is private of it`()
        async throws
    {
        try await LicenceScene.run { scene in
            try await scene.start(try scene.licence())
            let file = try String(contentsOfFile: scene.device.path, encoding: .utf8)
            let secret = try #require(file.split(whereSeparator: \.isWhitespace).last)
            var dumped = ""
            dump(scene.starter, to: &dumped)
            dump(try scene.device.readOrCreate(), to: &dumped)
            dump(try scene.starter.deviceValues(), to: &dumped)
            #expect(secret.count == 64)
            #expect(!dumped.contains(secret))
            let words = try #require(Bytes32(hex: String(secret))).words
            #expect(!dumped.contains("\(words.0)"))
        }
    }

    @Test func `Tickets B2: the usual place is in the user's folder for state, one for each app`() {
        func path(_ bundle: String, _ environment: [String: String] = [:]) -> String {
            DeviceFile.standard(bundleID: bundle, environment: environment).path
        }
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        #expect(path("tv.example") == "\(home)/.local/state/shoal/tv.example.device")
        #expect(
            path("tv.example", ["XDG_STATE_HOME": "/srv/state"])
                == "/srv/state/shoal/tv.example.device")
        #expect(path("tv.example", ["XDG_STATE_HOME": "state"]) == path("tv.example"))
        #expect(
            path("../../etc/x", ["XDG_STATE_HOME": "/s"])
                == "/s/shoal/..%2F..%2Fetc%2Fx.device")
        #expect(path("..", ["XDG_STATE_HOME": "/s"]) == "/s/shoal/...device")
    }

    @Test func `Tickets B1, Tickets B2: a process starts with its client's key and bundle id`()
        async throws
    {
        try await LicenceScene.run { scene in
            let client = try P2PClient(
                sdkKey: try scene.sdkKey().text, bundleId: LicenceScene.bundle)
            let file = URL(fileURLWithPath: scene.device.path)
            // The clock is the system's here.
            let now = UInt32(Date().timeIntervalSince1970)
            let licence = try scene.keys.licence(
                appID: LicenceScene.app, bundleID: LicenceScene.bundle, expires: now + 600)
            try await P2PSDK.start(
                appID: LicenceScene.app, licence: Data(licence.text.utf8), client: client,
                deviceFile: file)
            #expect(try P2PSDK.deviceValues() == (try scene.device.readOrCreate().values))
            await #expect(throws: P2PStartError.licenceOfOtherApp) {
                try await P2PSDK.start(
                    appID: "radio", licence: Data(licence.text.utf8), client: client,
                    deviceFile: file)
            }
            #expect(throws: P2PStartError.licenceOfOtherApp) { try P2PSDK.deviceValues() }
        }
    }
}
