import Admin
import Crypto
import EventLoop
import Foundation
import Primitives
import TrackerCore
import TrackerServer

/// Runs the tracker until it is told to stop.
struct ServeCommand {
    private static let defaultAddress = "0.0.0.0:7400"
    private static let countersInterval: Duration = .seconds(60)

    private let keys: String
    private let address: ListenAddress
    private let policy: PolicyFile?
    private let orders: OrdersFile?
    private let isLocalSwarm: Bool
    private let app: String?
    private let portFile: String?
    private let sdkKeyFile: SDKKeyFile?
    private let admin: AdminOptions?
    private let log: ServeLog

    init(_ options: Options) throws(ToolError) {
        keys = try options.required(.keys)
        app = options[.app]
        portFile = options[.portFile]
        policy = options[.policy].map(PolicyFile.init)
        orders = options[.orders].map(OrdersFile.init)
        isLocalSwarm = options[.localSwarm] != nil
        guard policy == nil || !isLocalSwarm else {
            throw options.usageError("--policy and --local-swarm exclude each other")
        }
        let text = options[.listen] ?? Self.defaultAddress
        guard let address = ListenAddress(text) else {
            throw options.usageError(
                "\"\(text)\" is no address to listen on: write 127.0.0.1:7400 or [::1]:7400")
        }
        self.address = address
        sdkKeyFile = try SDKKeyFile(options, listening: address)
        admin = try AdminOptions(options)
        log = try ServeLog(options)
    }

    func run() async throws(ToolError) {
        let keys = try KeyFile.read(keys)
        let policy = try chosenPolicy()
        let orders = try orders?.read() ?? OperatorOrders()
        // The listener leaves a fifth of them alone.
        let connections = [policy.sessions.total, policy.sessions.pending].map { min($0, 1 << 20) }
        DescriptorLimit.raise(to: connections.reduce(64, +) / 4 * 5)
        let configuration = TrackerServer.Configuration(
            keys: keys, apps: app.map { .only([$0]) } ?? .everySigned,
            policy: orders.applied(to: policy),
            randomSeed: randomBytes32().prefix64)
        // Before any thread starts, so that a signal finds nobody who would die of it.
        let signals = ToolSignals()
        let loop: UVEventLoop
        do throws(LoopError) {
            loop = try UVEventLoop(name: "tracker")
        } catch {
            throw .failed("the event loop does not start: \(error)")
        }
        let log = log
        let server = TrackerServer(
            configuration, on: loop,
            unixSeconds: { UInt64(max(0, Date().timeIntervalSince1970)) },
            onEvent: { log.write($0) })
        let operations = TrackerOperations(
            of: server, policy: policy, file: self.policy, orders: orders, kept: self.orders,
            log: log)
        let listener: AdminListener?
        do throws(ToolError) {
            listener = try await admin?.open(for: operations, log)
            try await listen(server, keys, log)
        } catch {
            await loop.shutdown()
            throw error
        }
        let watch = ServiceWatch(
            listener: listener?.server,
            manager: ServiceManager(environment: ProcessInfo.processInfo.environment))
        let signal = await watch.run {
            await operations.report()
        } during: {
            await withCounters(of: server, log) {
                await serve(operations, watch, until: signals)
            }
        }
        log.stopping(signal)
        await server.shutDown()
        log.write(await server.counters)
        await listener?.close()
        await loop.shutdown()
        log.stopped()
    }

    private func chosenPolicy() throws(ToolError) -> TrackerPolicy {
        if isLocalSwarm { return .localSwarm }
        guard let policy else { return TrackerPolicy() }
        return try policy.read()
    }

    /// Returns the name of the signal that ends the tracker; another has it read its policy again.
    private func serve(
        _ operations: TrackerOperations, _ watch: ServiceWatch, until signals: ToolSignals
    ) async -> String {
        defer { signals.cancel() }
        for await signal in signals.all {
            switch signal {
            case .terminate, .interrupt:
                await operations.drain()
                await watch.isStopping(operations.report())
                return signal.rawValue
            case .hangUp:
                await watch.reload { await operations.reload() }
            }
        }
        return "none"
    }

    private func listen(
        _ server: TrackerServer, _ keys: OperatorKeys, _ log: ServeLog
    ) async throws(ToolError) {
        let bound: SocketAddress
        do throws(LoopError) {
            bound = try await server.start(at: address.socketAddress)
        } catch {
            throw .failed("cannot listen on \(address.socketAddress): \(error)")
        }
        try sdkKeyFile?.write(keys, port: bound.port)
        if let portFile { try TextFile.write("\(bound.port)\n", to: portFile) }
        log.listening(at: bound)
    }

    /// Logs the counters now and then while `body` runs.
    private func withCounters(
        of server: TrackerServer, _ log: ServeLog, _ body: () async -> String
    ) async -> String {
        await withTaskGroup { group in
            group.addTask {
                do {
                    while true {
                        try await Task.sleep(for: Self.countersInterval)
                        log.write(await server.counters)
                    }
                } catch {
                    // Cancelled: the tracker stops.
                }
            }
            defer { group.cancelAll() }
            return await body()
        }
    }
}
