import Foundation

/// One run: starts everything, injects the faults, watches, and adds up.
actor SwarmRun {
    private let arguments: SwarmArguments
    private let folder: URL
    private let clock = ContinuousClock()
    private let begin: ContinuousClock.Instant
    private var random: SystemSeeded
    private var peers: [PeerProcess] = []
    private var tracker: TrackerProcess?
    private var cdn: Nginx?
    private var media: URL?
    private var notes: [String] = []

    init(_ arguments: SwarmArguments) throws {
        self.arguments = arguments
        folder = FileManager.default.temporaryDirectory
            .appending(path: "shoal-swarm-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        begin = clock.now
        random = SystemSeeded(seed: arguments.seed)
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
        let url = try await openMedia()
        let tracker = try await TrackerProcess.start(in: folder)
        self.tracker = tracker
        let settings = PeerArguments(
            sdkKey: tracker.sdkKey, url: url, folder: media?.path, speed: arguments.speed,
            buffer: arguments.buffer, duration: arguments.duration,
            usesPeers: arguments.usesPeers, uploadLimit: nil)
        let followed = try await withThrowingTaskGroup { group in
            group.addTask { try await self.inject() }
            group.addTask { try await self.admit(settings) }
            group.addTask { try await self.watch() }
            // Arrivals and faults end by themselves; the watch ends with the last viewer.
            var moment: SwarmMoment?
            while let next = try await group.next() { moment = next ?? moment }
            return moment
        }
        for peer in peers { await peer.stop() }
        let last = await self.moment()
        return SwarmReport(
            arguments: arguments, seconds: followed?.seconds ?? 0, peers: last.peers,
            copies: try copies())
    }

    // MARK: - Parts

    private func openMedia() async throws -> String {
        switch arguments.media {
        case .url(let url):
            return url
        case .folder(let path):
            return try await serve(URL(filePath: path).standardizedFileURL)
        case .generated:
            Output.say("media: making a video of one minute if there is none yet")
            return try await serve(try await GeneratedMedia.folder())
        }
    }

    private func serve(_ media: URL) async throws -> String {
        self.media = media
        let cdn = try await Nginx.start(serving: media, in: folder)
        self.cdn = cdn
        return "http://127.0.0.1:\(cdn.port)/\(try PlaylistFile.name(in: media))"
    }

    private func admit(_ settings: PeerArguments) async throws -> SwarmMoment? {
        let slow = arguments.faults.contains(.slowPeer) ? 1 : nil
        for number in 1...arguments.peers {
            var settings = settings
            if number == slow { settings.uploadLimit = 16 }
            let log = try LogFile.create(folder.appending(path: "peer-\(number).log"))
            let peer = try PeerProcess(number: number, settings: settings, log: log)
            peers.append(peer)
            Task { await peer.follow() }
            guard number < arguments.peers else { break }
            try await sleep(arguments.arrival * Double.random(in: 0.5...1.5, using: &random))
        }
        return nil
    }

    private func watch() async throws -> SwarmMoment? {
        var view = LiveView()
        while true {
            let moment = await moment()
            view.show(moment)
            var over = peers.count == arguments.peers
            for peer in peers where over { over = await peer.isOver }
            if over { return moment }
            try await sleep(0.25)
        }
    }

    private func moment() async -> SwarmMoment {
        var now: [SwarmMoment.Peer] = []
        for peer in peers {
            let report = await peer.report
            let state =
                switch await peer.fate {
                case .killed: "killed"
                case .died: "died"
                case .running: report.phase.rawValue
                }
            now.append(SwarmMoment.Peer(number: peer.number, state: state, report: report))
        }
        return SwarmMoment(
            seconds: (clock.now - begin) / .seconds(1), expected: arguments.peers, peers: now,
            notes: notes)
    }

    // MARK: - Faults

    private func inject() async throws -> SwarmMoment? {
        try await withThrowingDiscardingTaskGroup { group in
            for fault in arguments.faults {
                group.addTask { try await self.inject(fault) }
            }
        }
        return nil
    }

    private func inject(_ fault: SwarmArguments.Fault) async throws {
        switch fault {
        case .killPeer(let at):
            try await sleep(at)
            await killPeer()
        case .killTracker(let at):
            try await sleep(at)
            tracker?.process.send(SIGKILL)
            notes.append("tracker killed")
        case .stopCDN(let at, let seconds):
            try await sleep(at)
            cdn?.process.send(SIGSTOP)
            notes.append("CDN stopped")
            try await sleep(seconds)
            cdn?.process.send(SIGCONT)
            notes.removeAll { $0 == "CDN stopped" }
        case .slowPeer:
            notes.append("peer 1 uploads slowly")
        }
    }

    private func killPeer() async {
        var running: [PeerProcess] = []
        for peer in peers {
            if case .running = await peer.fate { running.append(peer) }
        }
        guard let victim = running.randomElement(using: &random) else { return }
        await victim.kill()
        notes.append("peer \(victim.number) killed")
    }

    private func sleep(_ seconds: Double) async throws {
        try await Task.sleep(for: .seconds(seconds))
    }

    // MARK: - The end

    /// For each segment of the content, how many copies of it left the CDN.
    private func copies() throws -> [Double]? {
        guard let cdn, let media else { return nil }
        return try cdn.bytesSent().compactMap { path, sent in
            guard !path.hasSuffix(".m3u8") else { return nil }
            let attributes = try FileManager.default.attributesOfItem(atPath: media.path + path)
            guard let size = attributes[.size] as? Int, size > 0 else { return nil }
            return Double(sent) / Double(size)
        }
    }

    private func cleanUp() async {
        for peer in peers { await peer.stop() }
        await tracker?.process.stop()
        cdn?.process.send(SIGCONT)
        await cdn?.process.stop()
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            Output.complain("could not remove \(folder.path)")
        }
    }
}
