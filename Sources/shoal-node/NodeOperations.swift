import Admin
import EdgeNode
import EventLoop
import Foundation
import NodeConfiguration
import Operations
import Primitives
import Shoal

/// Runs a node for its operator: shows how it is, reads its configuration again, and ends it gently.
actor NodeOperations {
    private static let drainLook = Duration.milliseconds(20)

    private let node: EdgeNode
    private let source: NodeCommand.Source
    private let log: NodeLog
    /// Why what the configuration says now is not what holds.
    private var problem: String?
    private var isDraining = false
    private var history = TrafficHistory()

    init(_ node: EdgeNode, _ source: NodeCommand.Source, _ log: NodeLog) {
        self.log = log
        self.node = node
        self.source = source
    }

    /// Calls `say` at intervals until a signal ends the node, and returns once it has drained.
    func run(
        until signals: NodeSignals, every interval: Duration,
        say: @escaping @Sendable () async -> Void
    ) async throws {
        let listener = try await listener()
        let watch = ServiceWatch(
            listener: listener?.server,
            manager: ServiceManager(environment: ProcessInfo.processInfo.environment))
        await watch.run {
            await self.report()
        } during: {
            await withTaskGroup { group in
                group.addTask {
                    while !Task.isCancelled {
                        do { try await Task.sleep(for: interval) } catch { return }
                        await say()
                    }
                }
                await serve(signals, watch)
                group.cancelAll()
            }
        }
        await listener?.close()
    }

    private func listener() async throws -> AdminListener? {
        guard let address = await node.configuration.admin else { return nil }
        // A node takes no commands: its configuration file says all.
        let listener = try AdminListener(token: nil) { _ in .unknown }
        let ip: IPAddress = address.host == "::1" ? .v6(high: 0, low: 1) : .loopback
        let bound = try await listener.start(at: SocketAddress(ip: ip, port: address.port))
        log.write("admin", own: "http://\(bound)/")
        return listener
    }

    private func serve(_ signals: NodeSignals, _ watch: ServiceWatch) async {
        var isStopping = false
        await withTaskGroup(of: Void.self) { group in
            for await signal in signals.all {
                switch signal {
                case .reload:
                    await watch.reload { await reload() }
                case .stop where isStopping:
                    // Whoever asks twice does not want to wait.
                    group.cancelAll()
                case .stop:
                    isStopping = true
                    isDraining = true
                    await watch.isStopping(report())
                    group.addTask { [end = signals.end] in await self.drain(then: end) }
                }
            }
        }
    }

    // MARK: - Reloading

    private func reload() async {
        do {
            let reload = try await node.reload(to: source.read())
            problem = nil
            log.write(
                "reloaded",
                [
                    "changed": .string(reload.changed.joined(separator: ",")),
                    "needs_restart": .string(reload.postponed.joined(separator: ",")),
                ])
        } catch {
            problem = "\(error)"
            log.complain("the configuration is not good, and the old one holds: \(error)")
        }
    }

    // MARK: - The end

    /// Leaves the swarms, and lets answers that are under way come to their ends, for a while.
    private func drain(then end: AsyncStream<NodeSignals.Signal>.Continuation) async {
        let clock = ContinuousClock()
        let deadline = clock.now + (await node.configuration.drain)
        await node.client.setP2PEnabled(false)
        var left = await node.client.answersInFlight()
        while left > 0, clock.now < deadline, !Task.isCancelled {
            do { try await Task.sleep(for: Self.drainLook) } catch { break }
            left = await node.client.answersInFlight()
        }
        log.write("drained", ["unfinished": .int(left)])
        end.finish()
    }

    // MARK: - What is to be seen

    func report() async -> ServiceReport {
        let process = ProcessUsage.current()
        var sight = NodeSight()
        for playback in await node.playbacks {
            let session = playback.session
            await sight.add(
                session.statistics(), session.inspect(), session.unavailableReason())
        }
        for content in await node.client.siteStatistics() {
            sight.add(content.statistics, content.inspection, content.unavailableReason)
        }
        let store = await node.client.storeUsage()
        var overview = Overview(health: health(sight, store, process))
        sight.fill(&overview)
        history.take(
            TrafficHistory.Point(
                seconds: Int(process.uptimeSeconds), peerBytes: overview.traffic.peerBytes,
                cdnBytes: overview.traffic.cdnBytes, bound: overview.traffic.bound))
        return ServiceReport(
            service: "node", overview: overview, process: process,
            metrics: MetricPage(sight, store, process), history: history)
    }

    private func health(
        _ sight: NodeSight, _ store: P2PStoreUsage?, _ process: ProcessUsage
    ) -> Health {
        var checks = [
            Health.Check("listener", .ok), sight.trackerCheck, sight.exchangeCheck,
            Health.Check(
                "configuration", problem == nil ? .ok : .degraded, note: problem ?? ""),
            process.descriptorCheck,
        ]
        if let store {
            checks.append(
                Health.Check(
                    "store", store.fault == nil ? .ok : .degraded,
                    note: store.fault.map { "\($0)" } ?? "\(store.segments) segments"))
        }
        var health = Health(checks)
        health.isDraining = isDraining
        return health
    }
}
