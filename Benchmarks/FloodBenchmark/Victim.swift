import EventLoop
import Foundation
import Primitives
import TrackerServer
import Transport

/// The process that is flooded: serves until its input ends, and then says what it counted.
enum Victim {
    static let flag = "--victim"
    /// What a node answers: a chunk, as to a peer that asked for one.
    static let answer = [UInt8](repeating: 7, count: ChunkGeometry.chunkSize)

    static func run(_ kind: VictimKind) async throws {
        let loop = try UVEventLoop(name: "victim")
        DescriptorLimit.raise(to: 8_192)
        switch kind {
        case .node: try await runNode(on: loop)
        case .tracker: try await runTracker(on: loop)
        }
        await loop.shutdown()
    }

    private static func runNode(on loop: UVEventLoop) async throws {
        let listener = try await onLoop(loop) {
            try PeerListener(
                on: loop, address: SocketAddress(ip: .loopback, port: 0),
                local: VictimKind.nodeKeys, limits: VictimKind.nodeLimits,
                secret: { _, _ in VictimKind.secret }, admit: { _, _, _ in true },
                onAccept: { channel, _ in
                    channel.setHandler { event in
                        switch event {
                        case .message: channel.send(answer)
                        case .opened, .writable, .closed: break
                        }
                    }
                })
        }
        say(listener.localAddress.port)
        waitForEnd()
        say(try await onLoop(loop) { listener.counters.text })
    }

    private static func runTracker(on loop: UVEventLoop) async throws {
        let server = TrackerServer(
            TrackerServer.Configuration(
                keys: VictimKind.operatorKeys, apps: .everySigned,
                policy: VictimKind.trackerPolicy, randomSeed: 1),
            on: loop, unixSeconds: { UInt64(max(0, Date().timeIntervalSince1970)) },
            onEvent: { _ in })
        say(try await server.start(at: SocketAddress(ip: .loopback, port: 0)).port)
        waitForEnd()
        say(await server.counters.connections.text)
        await server.shutDown()
    }

    private static func waitForEnd() {
        while readLine() != nil {}
    }

    private static func say(_ line: some CustomStringConvertible) {
        print(line)
        fflush(nil)
    }

    private static func onLoop<Value: Sendable>(
        _ loop: UVEventLoop, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { waiter in
            loop.execute { waiter.resume(with: Result { try body() }) }
        }
    }
}

extension AcceptCounters {
    fileprivate var text: String {
        let refusals = AcceptRefusal.allCases.compactMap { refusal in
            refused[refusal].map { "\(refusal): \($0)" }
        }
        return
            (["opened: \(opened)", "abandoned: \(abandoned)", "displaced: \(displaced)"] + refusals)
            .joined(separator: ", ")
    }
}
