import Crypto
import Foundation
import Primitives
import Shoal
import TestSupport
import Testing
import TrackerServer
import TrackerWire

@testable import Shoal

/// What a licence lets an app do, and what no licence does.
@Suite(.timeLimit(.minutes(1))) struct LicenceTests {
    @Test func `Tickets B1: the operator's licence starts the SDK, and nobody is asked`()
        async throws
    {
        try await LicenceScene.run { scene in
            #expect(throws: P2PStartError.notStarted) { try scene.starter.deviceValues() }
            try await scene.start(try scene.licence())
            #expect(try !scene.starter.deviceValues().unionInfo.isEmpty)
            // As a file that was written by hand may have it.
            let file = Data("\n ".utf8) + (try scene.licence()) + Data("\r\n".utf8)
            try await scene.start(file)
            #expect(try !scene.starter.deviceValues().drmKek.isEmpty)
        }
    }

    /// What is wrong with a licence, and what is said to that.
    private static let refusals: [(String, P2PStartError)] = [
        ("empty", .unreadableLicence), ("cut", .unreadableLicence), ("long", .unreadableLicence),
        ("SDK key", .unreadableLicence), ("other operator", .licenceNotOfOperator),
        ("expired", .expiredLicence), ("other app", .licenceOfOtherApp),
        ("other bundle", .licenceOfOtherApp),
    ]

    private static func file(_ what: String, in scene: LicenceScene) throws -> Data {
        switch what {
        case "empty": Data()
        case "cut": try scene.licence().dropLast(8)
        case "long": Data(repeating: UInt8(ascii: " "), count: 1 << 20) + (try scene.licence())
        case "SDK key": Data(try scene.sdkKey().text.utf8)
        case "other operator":
            try scene.licence(by: OperatorKeys(master: SecretBytes32()))
        case "expired": try scene.licence(expires: -1)
        case "other app": try scene.licence(app: "radio")
        case "other bundle": try scene.licence(bundle: "tv.example.copy")
        default: preconditionFailure(what)
        }
    }

    @Test(arguments: refusals)
    func `Tickets B1: a refusal comes before anything else, and is what values throw then`(
        what: String, error: P2PStartError
    ) async throws {
        try await LicenceScene.run { scene in
            let file = try Self.file(what, in: scene)
            await #expect(throws: error) { try await scene.start(file) }
            #expect(throws: error) { try scene.starter.deviceValues() }
            #expect(!scene.hasDeviceFile)
        }
    }

    @Test func `Tickets B1: app id, SDK key and licence name the same app`() async throws {
        try await LicenceScene.run { scene in
            for (app, keyOf) in [("radio", "radio"), ("radio", "tv"), ("tv", "radio")] {
                let check = try scene.check(app: app, keyOf: keyOf)
                #expect(throws: P2PStartError.licenceOfOtherApp) {
                    try check.read(try scene.licence(app: "tv"), at: scene.time)
                }
            }
        }
    }

    @Test func `Tickets B1: a licence is good up to its last second, also of one that runs`()
        async throws
    {
        try await LicenceScene.run { scene in
            let licence = try scene.licence(expires: 10)
            try await scene.start(licence)
            scene.advance(10.9)
            #expect(throws: Never.self) { try scene.starter.deviceValues() }
            try await scene.start(licence)
            scene.advance(0.1)
            #expect(throws: P2PStartError.expiredLicence) { try scene.starter.deviceValues() }
            await #expect(throws: P2PStartError.expiredLicence) { try await scene.start(licence) }
        }
    }

    @Test func `Tickets B1: the last start counts, and a shutdown ends it`() async throws {
        try await LicenceScene.run { scene in
            try await scene.start(try scene.licence())
            await #expect(throws: P2PStartError.unreadableLicence) {
                try await scene.start(Data())
            }
            #expect(throws: P2PStartError.unreadableLicence) { try scene.starter.deviceValues() }
            try await scene.start(try scene.licence())
            #expect(throws: Never.self) { try scene.starter.deviceValues() }
            scene.starter.shutDown()
            #expect(throws: P2PStartError.notStarted) { try scene.starter.deviceValues() }
        }
    }

    @Test func `Tickets B1: no start that another one, or a shutdown, came after counts`() throws {
        let licence = try Licence(appID: "a", bundleID: "b", expires: 10) { _ in
            [UInt8](repeating: 0, count: 64)
        }
        let values = try #require(DeviceValues(unionInfo: "device", drmKek: "key"))
        let now = Date(timeIntervalSince1970: 0)
        var state = StartState()
        let first = state.begin()
        let second = state.begin()
        state.succeeded(first, licence, values)
        #expect(throws: P2PStartError.notStarted) { try state.values(at: now) }
        state.succeeded(second, licence, values)
        state.failed(first, .unreadableLicence)
        #expect(try state.values(at: now) == values)
        let third = state.begin()
        #expect(throws: P2PStartError.notStarted) { try state.values(at: now) }
        state.shutDown()
        state.succeeded(third, licence, values)
        #expect(throws: P2PStartError.notStarted) { try state.values(at: now) }
    }

    @Test func `Tickets B1: each flipped bit refuses, of the text and of what it holds`()
        async throws
    {
        try await LicenceScene.run { scene in
            let check = try scene.check()
            let file = Array(try scene.licence())
            let prefix = Array("shoallicence1.".utf8)
            let bytes = try #require(
                [UInt8](base64url: String(decoding: file.dropFirst(prefix.count), as: UTF8.self)))
            func expectRefused(_ changed: [UInt8]) {
                #expect(throws: P2PStartError.self) {
                    try check.read(Data(changed), at: scene.time)
                }
            }
            for mask in (0..<8).map({ 1 << $0 as UInt8 }) {
                for index in file.indices {
                    var changed = file
                    changed[index] ^= mask
                    expectRefused(changed)
                }
                for index in bytes.indices {
                    var changed = bytes
                    changed[index] ^= mask
                    expectRefused(prefix + Array(changed.base64url.utf8))
                }
            }
            #expect(throws: Never.self) { try check.read(Data(file), at: scene.time) }
        }
    }

    @Test func `Tickets B1: what a stranger makes up is refused, and never traps`() async throws {
        try await LicenceScene.run { scene in
            let check = try scene.check()
            let stranger = OperatorKeys(master: SecretBytes32())
            var random = SeededRandom(seed: testSeed)
            let good = Array(try scene.licence())
            for round in 0..<3_000 {
                var file = good
                switch round % 4 {
                case 0: file = random.bytes(Int(random.next() % 300))
                case 1: file = Array("shoallicence1.".utf8) + random.bytes(200)
                case 2:
                    let bytes = [1] + random.bytes(Int(random.next() % 200))
                    file = Array("shoallicence1.\(bytes.base64url)".utf8)
                default:
                    let names = (0..<2).map { _ in random.bytes(3).hex }
                    file = Array(
                        try scene.licence(app: names[0], bundle: names[1], by: stranger))
                }
                #expect(throws: P2PStartError.self, "\(testSeed): \(file)") {
                    try check.read(Data(file), at: scene.time)
                }
            }
        }
    }

    @Test func `Tickets B1: every error says what is wrong, and has a fixed name`() throws {
        let errors: [P2PStartError] = [
            .unreadableLicence, .licenceNotOfOperator, .licenceOfOtherApp, .expiredLicence,
            .unusableDeviceFile, .notStarted,
        ]
        #expect(Set(errors.map { "\($0)" }).count == errors.count)
        #expect(Set(errors.map(\.shortDescription)).count == errors.count)
        let detailed = P2PStartError.licenceOfOtherApp.because("the licence is for radio")
        #expect(detailed == .licenceOfOtherApp)
        #expect("\(detailed)" == "the licence is for radio")
        #expect(detailed.shortDescription == "licenceOfOtherApp")
    }
}
