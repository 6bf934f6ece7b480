import PeerWire
import Primitives
import SwarmCore

extension World {
    mutating func handle(_ event: Event) {
        switch event {
        case .message(let message, let sender, let receiver):
            guard viewers[receiver]?.isAlive == true else { return }
            receive(message, from: sender, by: receiver)
        case .tick(let id): play(id)
        case .alarm(let id, let at):
            guard viewers[id]?.isAlive == true, viewers[id]?.schedule.deadline == at else { return }
            viewers[id]?.alarm = nil
            feed(id) { $0.timedOut(at: $1, into: &$2) }
        case .origin(let id, let segment, let fetch): deliver(segment, fetch, to: id)
        case .send(let id): sendChunk(id)
        case .script(let script):
            scriptsLeft -= 1
            perform(script)
        }
    }

    /// Gives one input to a viewer's schedule and carries out what it asks for.
    mutating func feed(
        _ id: PeerID, _ input: (inout Schedule, Moment, inout [Schedule.Action]) -> Void
    ) {
        guard viewers[id]?.isAlive == true else { return }
        let actions = viewers[id]?.feed(input, at: now) ?? []
        for action in actions { perform(action, of: id) }
        if let alarm = viewers[id]?.schedule.deadline, viewers[id]?.alarm != alarm {
            precondition(alarm < now + .seconds(3_600), "an alarm that never rings")
            viewers[id]?.alarm = alarm
            queue.add(.alarm(id, at: alarm), at: max(alarm, now))
        }
    }

    mutating func send(_ message: Message, from sender: PeerID, to receiver: PeerID) {
        queue.add(.message(message, from: sender, to: receiver), at: now + options.latency)
    }

    // MARK: Player

    private mutating func play(_ id: PeerID) {
        guard viewers[id]?.isAlive == true else { return }
        let ticks = (now - .start) / Self.tick
        if let wanted = viewers[id]?.player.play(for: Self.tick) {
            request(options.film.id(wanted), for: id)
        }
        if Int(ticks.rounded()) % 20 == 0, let state = viewers[id]?.player.state {
            feed(id) { $0.playerMoved(state, at: $1, into: &$2) }
            for peer in members where peer != id { send(.moved(state), from: id, to: peer) }
        }
        queue.add(.tick(id), at: now + Self.tick)
    }

    private mutating func request(_ segment: SegmentID, for id: PeerID) {
        viewers[id]?.requests += 1
        feed(id) { $0.playerRequested(segment, at: $1, into: &$2) }
        if viewers[id]?.stored.contains(segment) == true { finish(segment, of: id) }
    }

    /// A whole segment reaches the player, if that waits for it.
    mutating func finish(_ segment: SegmentID, of id: PeerID) {
        guard let viewer = viewers[id], let number = viewer.player.waitsFor,
            options.film.id(number) == segment
        else { return }
        viewers[id]?.finishes += 1
        viewers[id]?.uploads.delivered(options.film.segmentLength)
        viewers[id]?.player.received(number)
        feed(id) { $0.playerReleased(segment, at: $1, into: &$2) }
    }

    // MARK: Script

    private mutating func perform(_ script: Script) {
        switch script {
        case .join(let traits): join(traits)
        case .leave(let index): leave(everyone[index])
        case .origin(let isUp): isOriginUp = isUp
        case .peers(let index, let enabled) where options.peersEnabled:
            feed(everyone[index]) { $0.peersEnabled(enabled, at: $1, into: &$2) }
        case .peers: break
        case .seek(let index, let segment):
            let id = everyone[index]
            if let left = viewers[id]?.player.seek(to: segment) {
                viewers[id]?.requests -= 1
                let segment = options.film.id(left)
                feed(id) { $0.playerReleased(segment, at: $1, into: &$2) }
            }
        case .drop(let index, let segment):
            let id = everyone[index]
            let segment = options.film.id(segment)
            guard viewers[id]?.stored.remove(segment) != nil else { return }
            viewers[id]?.assemblies[segment] = nil
            feed(id) { $0.segmentDropped(segment, at: $1, into: &$2) }
            for peer in members where peer != id { send(.evicted(segment), from: id, to: peer) }
        }
    }

    private mutating func join(_ traits: Viewer.Traits) {
        let id = PeerID(Bytes32(words: (random.next(), 0, 0, UInt64(everyone.count))))
        viewers[id] = Viewer(traits: traits, options: options)
        everyone.append(id)
        let film = options.film
        feed(id) {
            $0.trackDescribed(film.track, segments: film.timings, isLive: false, at: $1, into: &$2)
            $0.tracksSelected([film.track], at: $1, into: &$2)
        }
        let others = members
        members.append(id)
        assignSlots()
        for peer in others where options.peersEnabled {
            send(.hello, from: id, to: peer)
            send(.hello, from: peer, to: id)
        }
        queue.add(.tick(id), at: now)
    }

    private mutating func leave(_ id: PeerID) {
        viewers[id]?.isAlive = false
        members.removeAll { $0 == id }
        assignSlots()
        for peer in members { send(.gone, from: id, to: peer) }
    }

    private mutating func assignSlots() {
        for (slot, id) in members.enumerated() {
            let viewers = members.count
            feed(id) {
                $0.slotAssigned(slot: slot, viewers: viewers, edges: 0, at: $1, into: &$2)
            }
        }
    }
}
