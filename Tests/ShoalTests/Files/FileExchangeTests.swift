import Foundation
import IOTestSupport
import Shoal
import Testing

extension ShoalTests {
    /// A file goes from device to device, and leaves the CDN once.
    @Suite(.timeLimit(.minutes(1))) struct FileExchangeTests {
        private static let bytes = FileOrigin.noise(5_000_001)
        private static let file = FileOrigin.File(bytes: bytes)

        /// Of what the second reads while it says what it holds, or says nothing: then every piece is
        /// asked for as if nothing were left, and the first may be late.
        @Test(arguments: [(true, 0.9), (false, 0.75)])
        func `A12: the second device gets it from the first`(_ reports: Bool, _ least: Double)
            async throws
        {
            try await FileScene.run(Self.file) { scene in
                let first = try await scene.session()
                #expect(try await scene.get(first).body == Self.bytes)
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                if reports {
                    second.updateCurrentPositionMs(0)
                    second.updateBufferedDurationMs(10_000)
                }
                #expect(try await scene.get(second).body == Self.bytes)
                let one = await first.statistics()
                let two = await second.statistics()
                #expect(one.cdnBytes <= Self.bytes.count + 4 * 1024 && one.wastedBytes == 0)
                #expect(two.deliveredBytes == Self.bytes.count)
                #expect(Double(two.peerBytes) >= least * Double(Self.bytes.count))
            }
        }

        @Test func `an edge node takes part in a file that it was named`() async throws {
            try await FileScene.run(Self.file) { scene in
                let edge = try await scene.session(role: .edge)
                let viewer = try await scene.session()
                try await scene.player.until(viewer) { $0.peers == 1 }
                #expect(try await scene.get(viewer, "Range: bytes=0-999999").status == 206)
                viewer.updateCurrentPositionMs(0)
                viewer.updateBufferedDurationMs(2_000)
                // Five megabytes are ten seconds, for all that is known: all within its window.
                try await scene.player.until(edge) {
                    $0.cdnBytes + $0.peerBytes >= Self.bytes.count
                }
                let cdn = await viewer.statistics().cdnBytes
                #expect(try await scene.get(viewer).body == Self.bytes)
                #expect(await viewer.statistics().cdnBytes <= cdn + 1 << 20)
            }
        }

        @Test func `switched off and on, the bytes stay the file's`() async throws {
            try await FileScene.run(Self.file) { scene in
                let first = try await scene.session()
                #expect(try await scene.get(first).body == Self.bytes)
                let second = try await scene.session()
                try await scene.player.until(second) { $0.peers == 1 }
                async let body = scene.get(second).body
                try await scene.player.until(second) { $0.deliveredBytes > 0 || $0.peerBytes > 0 }
                second.setP2PEnabled(false)
                #expect(try await body == Self.bytes)
                #expect(await second.unavailableReason() == .disabledBySession)
                second.setP2PEnabled(true)
                #expect(await second.unavailableReason() == nil)
            }
        }
    }
}
