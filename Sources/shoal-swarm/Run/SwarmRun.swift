import Foundation

/// One run: starts everything, plays the plan, watches, and adds up.
actor SwarmRun {
    private static let tick = Duration.milliseconds(250)

    let arguments: SwarmArguments
    let plan: RunPlan
    let folder: WorkFolder
    private let limit: ViewerLimit
    private let clock = ContinuousClock()
    private var begin: ContinuousClock.Instant
    private(set) var viewers: [PeerProcess] = []
    /// Of each viewer the one that begins with it and plays without an engine, if there are any.
    private var twins: [PeerProcess] = []
    var cdn: Nginx?
    var tracker: TrackerProcess?
    /// What the run did to the swarm.
    var faults: [SwarmReport.Fault] = []
    /// What went wrong that no viewer knows of.
    var problems: [String] = []

    init(_ arguments: SwarmArguments) throws {
        self.arguments = arguments
        folder = try WorkFolder(keepingLogsIn: arguments.logs)
        plan = RunPlan(arguments)
        limit = ViewerLimit(arguments)
        begin = clock.now
    }

    /// Runs to the end; whatever happens, no process and no file of the run is left.
    func run() async throws -> SwarmReport {
        do {
            let report = try await runToEnd()
            await cleanUp()
            return report
        } catch {
            // In a task of its own: a run that was cancelled has to clean up all the same.
            await Task { await cleanUp() }.value
            throw error
        }
    }

    private func runToEnd() async throws -> SwarmReport {
        let media = try await openMedia()
        let tracker = try await TrackerProcess.start(in: folder)
        self.tracker = tracker
        let settings = PeerArguments(
            sdkKey: tracker.sdkKey, url: media.url,
            way: arguments.usesPeers ? .swarm : .engineAlone, folder: media.folder?.path,
            speed: arguments.speed, buffer: arguments.buffer, duration: arguments.duration)
        begin = clock.now + .seconds(launchLead)
        try await withThrowingTaskGroup { group in
            if let channel = media.channel {
                group.addTask { try await channel.run() }
            }
            group.addTask { try await self.play(settings, twinURL: media.twinURL) }
            try await group.next()
            group.cancelAll()
        }
        return SwarmReport(
            arguments: arguments, seconds: elapsed, viewers: await states(viewers),
            twins: await states(twins), cdnLog: try cdn?.log(), faults: faults,
            problems: problems)
    }

    // MARK: - Parts

    /// Carries the plan out until every viewer is over, and lets their engines go.
    private func play(_ settings: PeerArguments, twinURL: String) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            var view = LiveView()
            var faults = plan.faults[...]
            var isOver = false
            while !isOver {
                while viewers.count < plan.arrivals.count,
                    plan.arrivals[viewers.count] <= elapsed + launchLead
                {
                    for process in try await launch(settings, twinURL: twinURL) {
                        group.addTask { await process.follow() }
                    }
                }
                while let fault = faults.first, fault.seconds <= elapsed {
                    faults.removeFirst()
                    await inject(fault.event)
                }
                await giveUpOverdue()
                let moment = await moment()
                isOver = moment.isOver
                try view.show(moment, isLast: isOver)
                try await Task.sleep(for: Self.tick)
            }
            noteMissed(faults)
            await noteServers()
            await stopViewers()
        }
        await noteComplaints()
    }

    /// Starts the next viewer's process ahead of time, and that of its twin if it has one.
    private func launch(
        _ settings: PeerArguments, twinURL: String
    ) async throws -> [PeerProcess] {
        var settings = settings
        let number = viewers.count + 1
        let arrival = plan.arrivals[viewers.count]
        settings.begin = Date.now.timeIntervalSince1970 + max(0, arrival - elapsed)
        settings.seeks = arguments.seeks.filter { $0.viewer == number }
            .map { PeerArguments.Seek(at: max(0, $0.at - arrival), target: $0.target) }
        var twin = settings
        twin.way = .direct(url: twinURL)
        if number == 1, arguments.faults.contains(.slowPeer) {
            settings.uploadLimit = SwarmArguments.slowUpload
        }
        let viewer = try await PeerProcess(
            number: number, settings: settings, log: LogFile(folder.log("peer-\(number).log")))
        viewers.append(viewer)
        guard arguments.compares else { return [viewer] }
        let companion = try await PeerProcess(
            number: number, settings: twin, log: LogFile(folder.log("twin-\(number).log")))
        twins.append(companion)
        return [viewer, companion]
    }

    /// Seconds by which processes are started before their viewers begin, so that to start them
    /// counts for nothing.
    private var launchLead: Double {
        0.5 + (arguments.arrival == 0 ? 0.05 * Double(processes) : 0)
    }

    private var processes: Int { arguments.peers * (arguments.compares ? 2 : 1) }

    // MARK: - Watching

    var elapsed: Double { (clock.now - begin) / .seconds(1) }

    func states(_ processes: [PeerProcess]) async -> [ViewerState] {
        var states: [ViewerState] = []
        for process in processes { states.append(await process.state) }
        return states
    }

    private func moment() async -> SwarmMoment {
        SwarmMoment(
            seconds: max(0, elapsed), expected: arguments.peers,
            viewers: await states(viewers), twins: await states(twins), notes: notes)
    }

    /// A viewer that hangs must not hang the run.
    private func giveUpOverdue() async {
        for process in viewers + twins {
            let state = await process.state
            let seconds = elapsed - plan.arrivals[process.number - 1]
            if !state.isOver, seconds > limit.seconds(for: state.report) {
                await process.giveUp(afterSeconds: seconds)
            }
        }
    }

    /// A server that ended by itself while it was needed.
    private func noteServers() async {
        if let cdn, !cdn.process.isRunning {
            problems.append("nginx ended by itself, \(await cdn.process.waitForEnd())")
            problems += cdn.errors.excerpt()
        }
        if let tracker, !tracker.process.isRunning, !isTrackerKilled {
            problems.append("the tracker ended by itself, \(await tracker.process.waitForEnd())")
            problems += tracker.log.excerpt()
        }
    }

    private func noteComplaints() async {
        for (processes, name) in [(viewers, "viewer"), (twins, "twin")] {
            for process in processes where await process.state.phase == .died {
                problems.append("\(name) \(process.number) wrote:")
                problems += await process.complaints
            }
        }
    }

    // MARK: - The end

    private func stopViewers() async {
        // What the CDN still sends it has to be able to log.
        cdn?.process.send(SIGCONT)
        await withDiscardingTaskGroup { group in
            for process in viewers + twins { group.addTask { await process.stop() } }
        }
    }

    private func cleanUp() async {
        await stopViewers()
        for process in [tracker?.process, cdn?.process].compactMap(\.self) {
            process.send(SIGTERM)
            await process.waitForEnd(within: .seconds(5))
        }
        folder.remove()
    }
}
