import Foundation

/// One run: starts everything, plays the plan, watches, and adds up.
actor SwarmRun {
    private static let tick = Duration.milliseconds(250)

    let arguments: SwarmArguments
    let plan: RunPlan
    private let folder: WorkFolder
    private let limit: ViewerLimit
    private let clock = ContinuousClock()
    private var begin: ContinuousClock.Instant
    private(set) var viewers: [PeerProcess] = []
    private var arrivals: [Double] = []
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
            sdkKey: tracker.sdkKey, url: media.url, folder: media.folder?.path,
            speed: arguments.speed, buffer: arguments.buffer, duration: arguments.duration,
            usesPeers: arguments.usesPeers)
        begin = clock.now
        try await play(settings)
        return SwarmReport(
            arguments: arguments, seconds: elapsed, viewers: await states(),
            cdnLog: try cdn?.log(), faults: faults, problems: problems)
    }

    // MARK: - Parts

    private func openMedia() async throws -> (url: String, folder: URL?) {
        switch arguments.media {
        case .url(let url):
            return (url, nil)
        case .folder(let path):
            return try await serve(URL(filePath: path).standardizedFileURL)
        case .generated:
            var view = LiveView()
            let media = try await GeneratedMedia.folder(log: LogFile(folder.log("ffmpeg.log"))) {
                try view.show("making a video of one minute", share: $0, at: elapsed)
            }
            return try await serve(media)
        }
    }

    private func serve(_ media: URL) async throws -> (url: String, folder: URL?) {
        let playlist = try PlaylistFile.name(in: media)
        let cdn = try await Nginx.start(serving: media, in: folder)
        self.cdn = cdn
        return (try cdn.url(of: playlist).absoluteString, media)
    }

    /// Carries the plan out until every viewer is over, and lets their engines go.
    private func play(_ settings: PeerArguments) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            var view = LiveView()
            var faults = plan.faults[...]
            var isOver = false
            while !isOver {
                while viewers.count < plan.arrivals.count, plan.arrivals[viewers.count] <= elapsed {
                    let viewer = try await start(settings)
                    group.addTask { await viewer.follow() }
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

    private func start(_ settings: PeerArguments) async throws -> PeerProcess {
        var settings = settings
        let number = viewers.count + 1
        if number == 1, arguments.faults.contains(.slowPeer) {
            settings.uploadLimit = SwarmArguments.slowUpload
        }
        let log = try LogFile(folder.log("peer-\(number).log"))
        let viewer = try await PeerProcess(number: number, settings: settings, log: log)
        viewers.append(viewer)
        arrivals.append(elapsed)
        return viewer
    }

    // MARK: - Watching

    var elapsed: Double { (clock.now - begin) / .seconds(1) }

    func states() async -> [ViewerState] {
        var states: [ViewerState] = []
        for viewer in viewers { states.append(await viewer.state) }
        return states
    }

    private func moment() async -> SwarmMoment {
        SwarmMoment(
            seconds: elapsed, expected: arguments.peers, viewers: await states(),
            notes: notes)
    }

    /// A viewer that hangs must not hang the run.
    private func giveUpOverdue() async {
        for (viewer, arrival) in zip(viewers, arrivals) {
            let state = await viewer.state
            let seconds = elapsed - arrival
            if !state.isOver, seconds > limit.seconds(for: state.report.duration) {
                await viewer.giveUp(afterSeconds: seconds)
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
        for viewer in viewers where await viewer.state.phase == .died {
            problems.append("viewer \(viewer.number) wrote:")
            problems += await viewer.complaints
        }
    }

    // MARK: - The end

    private func stopViewers() async {
        // What the CDN still sends it has to be able to log.
        cdn?.process.send(SIGCONT)
        await withDiscardingTaskGroup { group in
            for viewer in viewers { group.addTask { await viewer.stop() } }
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
