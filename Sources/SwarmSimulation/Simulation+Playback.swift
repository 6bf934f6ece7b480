import Primitives
import SwarmCore

extension Simulation {
    // MARK: Playlists

    /// How often an edge node looks for new segments.
    private static let edgePoll: Int64 = 1_000_000_000

    mutating func playlistArrived(_ member: Int) {
        guard members[member].isPresent else { return }
        let latest = media.latest(at: time)
        let isNew = members[member].playlist?.upperBound != latest
        if isNew { describe(member, upTo: latest) }
        guard media.isLive else { return }
        // One that came too early looks again after half a segment, as players do.
        let wait = isNew ? media.segmentTime : media.segmentTime / 2
        add(
            .playlist(MemberIndex(member)),
            after: members[member].person.isEdge ? Self.edgePoll : wait)
    }

    private mutating func describe(_ member: Int, upTo latest: SegmentNumber) {
        let playlist = media.playlist(upTo: latest)
        if timings.playlist != playlist { timings = (playlist, media.timings(of: playlist)) }
        let before = members[member].playlist
        members[member].playlist = playlist
        if let before, before.lowerBound < playlist.lowerBound {
            for segment in before.lowerBound..<playlist.lowerBound { forget(member, segment) }
        }
        members[member].schedule.uplinkMeasured(
            secondsPerChunk: members[member].uploads.secondsPerChunk)
        members[member].schedule.trackDescribed(
            Media.track, segments: timings.segments, isLive: media.isLive, at: now, into: &actions)
        settle(member)
        misbehave(member, before.map { $0.upperBound + 1...latest } ?? playlist)
        if before == nil { begin(member) } else { askNext(member) }
    }

    /// The first playlist is here: an edge node goes to work, a viewer's player starts.
    private mutating func begin(_ member: Int) {
        guard !members[member].person.isEdge else {
            select(member)
            return
        }
        let first = media.isLive ? media.latest(at: time) - 2 : 0
        members[member].player = SimulatedPlayer(at: first, plan, now: time)
        askNext(member)
    }

    private mutating func select(_ member: Int) {
        members[member].hasPlayed = true
        members[member].schedule.tracksSelected([Media.track], at: now, into: &actions)
        settle(member)
        announceSoon(member)
    }

    /// A segment has left the live window: nobody needs it, so nobody is told.
    private mutating func forget(_ member: Int, _ segment: SegmentNumber) {
        guard members[member].waitsFor != segment else { return }
        members[member][segment] = SegmentCopy()
        members[member].schedule.segmentDropped(Media.id(segment), at: now, into: &actions)
        settle(member)
        members[member].arrivals.ended(Media.id(segment))
        refuseUploads(member, of: segment)
        for place in members[member].links.indices {
            members[member].links[place].state.outdated(Media.id(segment))
        }
    }

    // MARK: The player

    /// Asks for as many segments as the player wants now and has at once.
    mutating func askNext(_ member: Int) {
        while let player = members[member].player, player.waitsFor == nil, !player.hasEnded {
            guard let playlist = members[member].playlist else { return }
            if player.next < playlist.lowerBound {
                // It has fallen out of the window, and goes on at the edge.
                seek(member, to: playlist.upperBound - 2)
                return
            }
            guard player.next <= playlist.upperBound, let at = player.asksAt(time) else { return }
            guard at <= time else {
                queue.add(
                    .playerAsks(MemberIndex(member), generation: player.generation), at: at)
                return
            }
            ask(member, for: player.next)
        }
    }

    mutating func playerAsks(_ member: Int, _ generation: UInt32) {
        guard members[member].isPresent, members[member].player?.generation == generation else {
            return
        }
        askNext(member)
    }

    private mutating func ask(_ member: Int, for segment: SegmentNumber) {
        members[member].player?.asked(for: segment)
        if !members[member].hasPlayed { select(member) }
        playerMoved(member)
        members[member].schedule.playerRequested(Media.id(segment), at: now, into: &actions)
        settle(member)
        if members[member][segment].isComplete { give(member, segment) }
    }

    /// What the player says of itself, as it does with every request.
    private mutating func playerMoved(_ member: Int) {
        guard let report = members[member].player?.report(at: time) else { return }
        members[member].schedule.playerMoved(report, at: now, into: &actions)
        settle(member)
        tellProgress(member, report)
    }

    /// A whole segment reaches the player that waits for it.
    mutating func give(_ member: Int, _ segment: SegmentNumber) {
        guard var player = members[member].player, player.waitsFor == segment else { return }
        let wait = player.received(at: time)
        members[member].player = player
        showed(member, segment)
        members[member].uploads.delivered(media.segmentLength, at: now)
        switch wait {
        case .none: break
        case .start where isHonest(member):
            measures.started(after: time - members[member].joinedAt)
        case .stall(let wait) where isHonest(member): measures.stalled(wait)
        case .seek(let wait) where isHonest(member): measures.sought(wait)
        case .start, .stall, .seek: break
        }
        release(member, segment)
        if let dries = player.driesAt(time) {
            queue.add(
                .playerDry(MemberIndex(member), generation: player.generation), at: dries)
        }
    }

    /// A player was given a segment.
    private mutating func showed(_ member: Int, _ segment: SegmentNumber) {
        guard isHonest(member) else { return }
        measures.played(media.segmentLength)
        if members[member][segment].isSpoiled { harm.wrongBytes += media.segmentLength }
    }

    /// Gives a segment that has become whole to the player, which then asks for the next.
    mutating func giveIfAwaited(_ member: Int, _ segment: SegmentNumber) {
        guard members[member].waitsFor == segment else { return }
        give(member, segment)
        askNext(member)
    }

    mutating func release(_ member: Int, _ segment: SegmentNumber) {
        members[member].schedule.playerReleased(Media.id(segment), at: now, into: &actions)
        settle(member)
    }

    mutating func playerDry(_ member: Int, _ generation: UInt32) {
        guard members[member].isPresent, let player = members[member].player,
            player.generation == generation
        else { return }
        let isEnd = !media.isLive && player.next >= SegmentNumber(media.playlistLength)
        members[member].player?.ranDry(isEnd: isEnd, at: time)
        if isEnd {
            if isHonest(member) { measures.finished() }
            let stay = plan.filmDuration.inSeconds * plan.seeding * 1e9
            add(.leave(MemberIndex(member)), after: Int64(stay))
        } else if isHonest(member) {
            measures.stallBegan(of: MemberIndex(member))
        }
        playerMoved(member)
    }
}
