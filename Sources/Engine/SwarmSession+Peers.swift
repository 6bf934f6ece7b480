import Crypto
import PeerWire
import Primitives
import EventLoop
import SwarmCore
import TrackerWire

extension SwarmSession {
    /// What a peer says or does.
    private func received(_ event: PeerEvent, from connection: PeerConnection) {
        let peer = connection.peer
        switch event {
        case .opened:
            let hello = presence.hello
            connection.assumeIsolated { $0.send(.hello(hello)) }
        case .greeted(let hello):
            greeted(hello, by: connection)
        case .has(let segments):
            if let last = segments.last { used(last.track) }
            feed { $0.peerHas(peer, segments, at: $1, into: &$2) }
        case .receives(let segment, let chunks):
            used(segment.track)
            feed { $0.peerReceives(peer, segment, chunks: chunks, at: $1, into: &$2) }
        case .dropped(let segments):
            feed { $0.peerEvicted(peer, segments, at: $1, into: &$2) }
            // While the peer held them, it was not told that they are here too.
            offer(segments.filter(announced.contains), to: connection)
        case .moved(let progress):
            used(progress.track)
            let player = player(progress)
            feed { $0.peerMoved(peer, to: player, at: $1, into: &$2) }
        case .asksLeaves(let request):
            used(request.segment.track)
            usedOnDisk(request.segment)
            onceInMemory(request.segment) { $0.answer(request, to: connection) }
        case .gaveLeaves(let page):
            proofs.assumeIsolated { $0.received(page, from: peer) }
        case .hasNoLeaves(let segment):
            feed { $0.leavesUnavailable(segment, from: peer, at: $1, into: &$2) }
        case .asksChunks(let request):
            onceInMemory(request.segment) { session in
                guard session.pool.assumeIsolated({ $0.member(peer) }) != nil else { return }
                session.uploader.assumeIsolated { $0.requested(request, by: peer) }
            }
        case .cancels(let segment, let run):
            uploader.assumeIsolated { $0.cancelled(segment, run, by: peer) }
        case .refuses(let segment, let run, let refusal):
            feed { $0.requestEnded(segment, run, from: peer, refusal, at: $1, into: &$2) }
        case .writable:
            uploader.assumeIsolated { $0.writable(peer) }
        case .ended(let violation, let fault):
            let wasMember = pool.assumeIsolated { $0.ended(connection, violation, fault) }
            if wasMember { left(peer) }
        }
    }

    /// A peer's player, as it reports itself, on the time line of this session.
    private func player(_ progress: Progress) -> PlayerState {
        let position = Duration.milliseconds(Int64(clamping: progress.position))
        return PlayerState(
            position: timeline.local(position, on: progress.track),
            buffer: .milliseconds(Int64(progress.buffer)),
            rate: Double(progress.ratePercent) / 100)
    }

    private func left(_ peer: PeerID) {
        uploader.assumeIsolated { $0.peerLeft(peer) }
        proofs.assumeIsolated { $0.peerLeft(peer) }
        feed { $0.peerLeft(peer, at: $1, into: &$2) }
        announceChange(isUrgent: false)
    }

    private func greeted(_ hello: Hello, by connection: PeerConnection) {
        let peer = connection.peer
        switch pool.assumeIsolated({ $0.enter(connection) }) {
        case .refused: return
        // What was asked over the other channel has no answer: the peer leaves and comes again.
        case .replaces: left(peer)
        case .joins: break
        }
        uploader.assumeIsolated { $0.peerJoined(peer) }
        let player = hello.progress.map(player)
        feed {
            $0.peerJoined(
                peer, uploads: hello.uploads, isEdge: hello.isEdge, at: $1, into: &$2)
            if let player { $0.peerMoved(peer, to: player, at: $1, into: &$2) }
        }
        if let progress = hello.progress { used(progress.track) }
        offer(Array(announced), to: connection)
        announceChange(isUrgent: false)
    }

    private func offer(_ segments: [SegmentID], to connection: PeerConnection) {
        for have in Have.pages(of: segments) {
            connection.assumeIsolated { $0.send(.have(have)) }
        }
    }

    func offerToAll(_ segments: [SegmentID]) {
        for have in Have.pages(of: segments) { pool.assumeIsolated { $0.broadcast(.have(have)) } }
    }

    private func answer(_ request: LeavesRequest, to connection: PeerConnection) {
        let segment = request.segment
        guard presence.exchanges, let proof = store.assumeIsolated({ $0.proof(of: segment) }),
            request.root == nil || request.root == proof.root
        else {
            connection.assumeIsolated { $0.send(.absent(segment, .empty)) }
            return
        }
        let pages = LeavesPage.pages(
            segment: segment, attestation: proof.attestation, leaves: proof.leaves)
        for page in pages { connection.assumeIsolated { $0.send(.leaves(page)) } }
    }

    /// A chunk that this engine asked for.
    private func received(
        _ header: ChunkHeader, _ bytes: BorrowedBytes, isWanted: Bool,
        from connection: PeerConnection
    ) {
        let segment = header.segment
        let peer = connection.peer
        let verdict = store.assumeIsolated {
            $0.accept(bytes, chunk: Int(header.chunk), of: segment)
        }
        let count = bytes.count
        switch verdict {
        case .verified(let missing):
            enter {
                $0.received(missing, of: segment, from: .peer)
                $0.wasted(count - missing, .duplicate)
            }
            completed(segment)
            if store.assumeIsolated({ $0.completeLength(of: segment) }) != nil {
                auditIfDrawn(segment)
            }
        case .duplicate:
            enter { $0.wasted(count, isWanted ? .duplicate : .late) }
        case .unexpected:
            enter { $0.wasted(count, .late) }
            if isWanted { giveBack(header, to: peer) }
            return
        case .contradicted:
            enter { $0.wasted(count, .integrity) }
            dispute(segment)
            revoked(segment)
            giveBack(header, to: peer)
            return
        case .wrong:
            enter { $0.wasted(count, .integrity) }
            complain(of: peer, segment)
            connection.assumeIsolated { $0.end(because: .wrongChunk) }
            return
        }
        feed {
            _ = $0.chunkVerified(
                segment, chunk: Int(header.chunk), from: peer, at: $1, into: &$2)
        }
        offerIfProven(segment)
        announceArrival(of: segment)
    }

    /// The store could not take the chunk: for the schedule it is as if the peer had not had it.
    private func giveBack(_ header: ChunkHeader, to peer: PeerID) {
        let chunk = Int(header.chunk)
        feed {
            $0.requestEnded(
                header.segment, ChunkRun(chunk..<chunk + 1), from: peer, .absent, at: $1,
                into: &$2)
        }
    }

    private func complain(of peer: PeerID, _ segment: SegmentID) {
        guard let key = catalogue.key(of: segment) else { return }
        let complaint = Complaint(swarm: configuration.keys.swarm, key: key, accused: peer)
        tracker.assumeIsolated { $0.send(.complaint(complaint)) }
    }

    /// Tells peers that the origin has been asked, so that they need not.
    private func announceFetch(of segment: SegmentID) {
        guard presence.uploads, store.assumeIsolated({ $0.proof(of: segment) }) == nil else {
            return
        }
        pool.assumeIsolated {
            $0.broadcast(.inFlight(InFlight(fetching: segment)), toThoseWithout: segment)
        }
    }

    /// Tells peers that somebody has asked the origin, who may not be their peer.
    private func tellRumour(of segment: SegmentID) {
        guard presence.uploads else { return }
        pool.assumeIsolated {
            $0.broadcast(.inFlight(InFlight(rumourOf: segment)), toThoseWithout: segment)
        }
    }

    /// The fetch has ended without the segment: others are not to wait for it.
    func withdrawFetch(of segment: SegmentID) {
        let isHere = store.assumeIsolated {
            $0.proof(of: segment) != nil || $0.completeLength(of: segment) != nil
        }
        guard presence.uploads, !isHere else { return }
        pool.assumeIsolated { $0.broadcast(.evicted(Evicted(segment)), toThoseWithout: segment) }
    }

    /// Lets others ask for the chunks of a segment that is itself still arriving.
    func announceArrival(of segment: SegmentID) {
        guard !announced.contains(segment),
            let arrival = store.assumeIsolated({ $0.arrival(of: segment) }),
            let before = arrivals.grew(
                segment, to: arrival.count, of: arrival.chunks.chunkCount, at: loop.now)
        else { return }
        let update = InFlight(segment: segment, chunks: arrival.chunks)
        let hasRoom = uploader.assumeIsolated { $0.hasRoom }
        let isAll = scheduler.assumeIsolated { $0.isToldToAll(segment) }
        pool.assumeIsolated { $0.tell(update, before: before, hasRoom: hasRoom, isAll: isAll) }
    }

    // MARK: - Parts

    func makePool() -> PeerPool {
        PeerPool(
            swarm: configuration.keys.swarm, identity: configuration.identity,
            operatorKey: configuration.operatorKey,
            links: PeerConnection.Links(
                onEvent: { [weak self] connection, event in
                    self?.assumeIsolated { $0.received(event, from: connection) }
                },
                onChunk: { [weak self] connection, header, bytes, isWanted in
                    self?.assumeIsolated {
                        $0.received(header, bytes, isWanted: isWanted, from: connection)
                    }
                },
                onControl: { [ledger] count in
                    ledger.assumeIsolated { $0.enter { $0.control(count) } }
                }),
            on: loop)
    }

    func makeUploader() -> Uploader {
        Uploader(
            store: store, share: uploadShare,
            configuration: configuration.isEdge ? .edge : UploadConfiguration(),
            links: Uploader.Links(
                connection: { [pool] peer in pool.assumeIsolated { $0.member(peer) } },
                isSpare: { [weak self] peer in
                    self?.assumeIsolated { session in
                        session.scheduler.assumeIsolated { $0.isSomebodyNearer(to: peer) }
                    } ?? false
                },
                stock: { [weak self] segment, peer in
                    self?.assumeIsolated { session in
                        session.scheduler.assumeIsolated { $0.stock(of: segment, besides: peer) }
                    } ?? .scarce
                },
                onUploaded: { [ledger] count in
                    ledger.assumeIsolated { $0.enter { $0.uploaded(count) } }
                },
                onAllowance: { [weak self] isLeft in
                    self?.assumeIsolated { $0.allowanceChanged(isLeft) }
                }),
            on: loop)
    }

    private func allowanceChanged(_ isLeft: Bool) {
        guard presence.hasAllowance != isLeft else { return }
        presence.hasAllowance = isLeft
        announceChange(isUrgent: true)
    }

    func makeScheduler() -> SegmentScheduler {
        var configuration = ScheduleConfiguration()
        configuration.isEdge = self.configuration.isEdge
        configuration.hasManyPlayers = self.configuration.hasManyPlayers
        configuration.diversity = self.configuration.identity.publicKey.prefix64
        return SegmentScheduler(
            schedule: Schedule(configuration: configuration, peersEnabled: presence.exchanges),
            links: SegmentScheduler.Links(
                fetchFromOrigin: { [weak self, origin] segment, offset, end, reason in
                    self?.assumeIsolated { $0.announceFetch(of: segment) }
                    origin.assumeIsolated {
                        $0.fetch(segment, offset: offset, end: end, reason: reason)
                    }
                },
                cancelOrigin: { [weak self, origin] segment in
                    origin.assumeIsolated { $0.cancel(segment) }
                    self?.assumeIsolated { $0.withdrawFetch(of: segment) }
                },
                requestLeaves: { [weak self] segment, peer in
                    self?.assumeIsolated { $0.requestLeaves(of: segment, from: peer) }
                },
                requestChunks: { [pool, loop] segment, run, peer, deadline in
                    pool.assumeIsolated { $0.member(peer) }?.assumeIsolated {
                        $0.request(segment, run, within: deadline - loop.now)
                    }
                },
                cancelChunks: { [pool] segment, run, peer in
                    pool.assumeIsolated { $0.member(peer) }?.assumeIsolated {
                        $0.cancel(segment, run)
                    }
                },
                tellRumour: { [weak self] segment in
                    self?.assumeIsolated { $0.tellRumour(of: segment) }
                }),
            on: loop)
    }

    private func requestLeaves(of segment: SegmentID, from peer: PeerID) {
        guard !store.assumeIsolated({ $0.isQuarantined(segment) }),
            let connection = pool.assumeIsolated({ $0.member(peer) })
        else {
            feed { $0.leavesUnavailable(segment, from: peer, at: $1, into: &$2) }
            return
        }
        proofs.assumeIsolated { $0.asked(peer, for: segment) }
        connection.assumeIsolated {
            $0.send(.leavesRequest(LeavesRequest(segment: segment, root: nil)))
        }
    }
}

extension Have {
    fileprivate static func pages(of segments: [SegmentID]) -> [Have] {
        let offered = Dictionary(grouping: segments.sorted(), by: \.track)
        return offered.sorted { $0.key < $1.key }.flatMap { track, segments in
            pages(track: track, numbers: segments.map(\.number))
        }
    }
}
