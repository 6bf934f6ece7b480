import Crypto
import EventLoop
import Foundation
import Primitives
import Transport

/// An initiator over a bare connection, which a test can make misbehave; used on the loop's thread.
final class ScriptedInitiator: @unchecked Sendable {
    private(set) var connection: TCPConnection?
    private(set) var received = 0
    private(set) var hasEnded = false
    private(set) var opening: [UInt8] = []
    private var side: MachineSide

    private init(_ side: consuming MachineSide) {
        self.side = side
    }

    /// Connects and sends a peer's opening, or `opening` instead.
    static func start(
        _ fixture: ChannelFixture, to address: SocketAddress, opening: [UInt8]? = nil,
        clockOffset: Int64 = 0
    ) async throws -> ScriptedInitiator {
        try await withCheckedThrowingContinuation { waiter in
            fixture.loop.execute {
                let script = ScriptedInitiator(
                    MachineSide(
                        ChannelMachine(
                            dialling: .peer(fixture.peerDial), limits: ChannelLimits(),
                            ephemeral: SecretBytes32(), at: fixture.loop.now)))
                TCPConnection.connect(to: address, on: fixture.loop) { result in
                    waiter.resume(
                        with: Result {
                            script.begin(try result.get(), opening, clockOffset)
                            return script
                        })
                }
            }
        }
    }

    private func begin(_ connection: TCPConnection, _ opening: [UInt8]?, _ clockOffset: Int64) {
        self.connection = connection
        let now = UInt64(Int64(Date().timeIntervalSince1970 * 1_000) + clockOffset)
        let ours = side.connect(unixMilliseconds: now)
        self.opening = opening ?? ours
        connection.start { [self] event in
            switch event {
            case .bytes(let bytes):
                received += bytes.count
                guard opening == nil else { return }
                side.receive(unsafe Array(bytes))
                connection.write(side.takeOutgoing())
            case .drained: break
            case .end:
                hasEnded = true
                connection.close()
            case .failed: hasEnded = true
            }
        }
        connection.write(self.opening)
    }
}
