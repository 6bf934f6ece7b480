import Admin
import Operations
import Primitives
import TrackerCore
import TrackerServer
import TrackerWire

/// What an operator does to a running tracker, and sees of it.
actor TrackerOperations {
    /// A shorter one could mean somebody else by accident.
    private static let shortestPrefix = 8

    private let server: TrackerServer
    private let file: PolicyFile?
    private let log: ServeLog
    /// As it was read, without the orders.
    private var policy: TrackerPolicy
    private var orders: OperatorOrders
    private let ordersFile: OrdersFile?
    /// Why the orders file does not say what was ordered.
    private var ordersProblem: String?
    /// Those who were banned here, the last first.
    private var banned: [PeerID] = []
    /// Why the policy file's text is not what holds.
    private var problem: String?
    private var isDraining = false
    private var history = TrafficHistory()

    /// `orders` are those that hold already, as they are kept in a file.
    init(
        of server: TrackerServer, policy: TrackerPolicy, file: PolicyFile?, orders: OperatorOrders,
        kept ordersFile: OrdersFile?, log: ServeLog
    ) {
        self.orders = orders
        self.ordersFile = ordersFile
        banned = orders.revoked.clients.sorted { $0.value.hex < $1.value.hex }
        self.server = server
        self.policy = policy
        self.file = file
        self.log = log
    }

    /// Nobody is to be sent here any more.
    func drain() { isDraining = true }

    /// Reads the policy file again; if it is not valid, what held goes on to hold.
    func reload() async {
        guard let file else { return keep("there is no --policy") }
        do throws(ToolError) {
            await use(try file.read())
            log.policyRead()
            problem = nil
        } catch {
            problem = error.message
            keep(error.message)
        }
    }

    private func keep(_ reason: String) { log.policyKept(reason) }

    private func use(_ policy: TrackerPolicy) async {
        self.policy = policy
        await server.use(orders.applied(to: policy))
    }

    // MARK: - Commands

    func perform(_ command: AdminCommand) async -> AdminAnswer {
        if command.name == "show policy" {
            return .done(await server.policy.fileText)
        }
        let answer = await change(by: command)
        let what = command.arguments.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        log.ordered(command.name, what.joined(separator: " "), answer.text)
        return answer
    }

    private func change(by command: AdminCommand) async -> AdminAnswer {
        switch command.name {
        case "ban": await ban(command.arguments["peer"] ?? "")
        case "revoke": await revoke(command.arguments)
        case "lift": await lift(command.arguments)
        case "policy": await usePolicy(command.body)
        case "reload": await reloadByOrder()
        default: .unknown
        }
    }

    private func reloadByOrder() async -> AdminAnswer {
        guard file != nil else { return .refused("there is no policy file") }
        await reload()
        return problem.map { .refused($0) } ?? .done("the policy file was read")
    }

    private func usePolicy(_ text: String) async -> AdminAnswer {
        do throws(PolicyFileError) {
            await use(try TrackerPolicy(file: text))
            return .done("this policy holds until it is read from its file again")
        } catch {
            return .refused("\(error)")
        }
    }

    /// Has what was ordered hold, from now on and after the tracker's end.
    private func apply(_ done: String) async -> AdminAnswer {
        await use(policy)
        do throws(ToolError) {
            try ordersFile?.write(orders)
            ordersProblem = nil
            return .done(done)
        } catch {
            ordersProblem = error.message
            return .done("\(done), until the tracker ends: \(error.message)")
        }
    }

    private func ban(_ prefix: String) async -> AdminAnswer {
        guard prefix.count >= Self.shortestPrefix else {
            return .refused("peer is the beginning of a client's key: 8 hexadecimal digits or more")
        }
        let meant: PeerID
        if let whole = Bytes32(hex: prefix) {
            meant = PeerID(whole)
        } else {
            let found = await server.clients(withPrefix: prefix.lowercased())
            guard let only = found.first, found.count == 1 else {
                return .refused("\(found.count) clients that are here have such a key")
            }
            meant = only
        }
        orders.ban(meant)
        banned.removeAll { $0 == meant }
        banned.insert(meant, at: 0)
        return await apply("banned \(meant.value.hex)")
    }

    private func revoke(_ arguments: [String: String]) async -> AdminAnswer {
        switch (arguments["app"], arguments["grant"].map { GrantID(hex: $0) }) {
        case (let app?, nil):
            guard orders.revoke(app: app) else { return .refused("no app can be called that") }
            return await apply("nobody of app \(app) is let in any more")
        case (nil, let grant??):
            orders.revoke(grant: grant)
            return await apply("that grant counts no more")
        default:
            return .refused("say app=ID or grant=ID, 32 hexadecimal digits")
        }
    }

    private func lift(_ arguments: [String: String]) async -> AdminAnswer {
        var isLifted = false
        if let app = arguments["app"] { isLifted = orders.lift(app: app) }
        if let grant = arguments["grant"].flatMap({ GrantID(hex: $0) }) {
            isLifted = orders.lift(grant: grant) || isLifted
        }
        if let key = arguments["peer"] {
            // Who is banned is not here: the prefix is of those who are known to be banned.
            let meant = banned.filter { $0.value.hex.hasPrefix(key.lowercased()) }
            if let only = meant.first, meant.count == 1, key.count >= Self.shortestPrefix {
                banned.removeAll { $0 == only }
                isLifted = orders.lift(only) || isLifted
            }
        }
        guard isLifted else { return .refused("no order made here says that") }
        return await apply("lifted")
    }

    // MARK: - What is to be seen

    func report() async -> ServiceReport {
        let counters = await server.counters
        let seen = await server.overview(
            mostSwarms: Overview.mostSwarms, mostMembers: Overview.mostPeers)
        let process = ProcessUsage.current()
        var overview = Overview(health: health(process))
        overview.take(counters, seen)
        overview.trust.bannedCount = (await server.policy).revoked.clients.count
        overview.trust.banned = banned.map { String($0.value.hex.prefix(16)) }
        let traffic = overview.traffic
        history.take(
            TrafficHistory.Point(
                seconds: Int(process.uptimeSeconds), peerBytes: traffic.peerBytes,
                cdnBytes: traffic.cdnBytes, bound: traffic.bound))
        return ServiceReport(
            service: "tracker", overview: overview, process: process,
            metrics: MetricPage(counters, bans: overview.trust.bannedCount, process),
            history: history)
    }

    private func health(_ process: ProcessUsage) -> Health {
        let policy = Health.Check(
            "policy", problem == nil ? .ok : .degraded, note: problem ?? "")
        let orders = Health.Check(
            "orders", ordersProblem == nil ? .ok : .degraded, note: ordersProblem ?? "")
        let kept = ordersFile == nil ? [] : [orders]
        var health = Health([.init("listener", .ok), policy] + kept + [process.descriptorCheck])
        health.isDraining = isDraining
        return health
    }
}
