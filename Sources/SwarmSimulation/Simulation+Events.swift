extension Simulation {
    mutating func handle(_ what: Happening) {
        switch what {
        case .join(let member): join(member)
        case .leave(let member): leave(Int(member))
        case .playlist(let member): playlistArrived(Int(member))
        case .alarm(let member): alarmRang(Int(member))
        case .playerAsks(let member, let generation): playerAsks(Int(member), generation)
        case .playerDry(let member, let generation): playerDry(Int(member), generation)
        case .seek(let member, let segment): seek(Int(member), to: segment)
        case .origin(let member, let segment, let fetch):
            originAnswers(Int(member), segment, fetch)
        case .attested(let member, let segment): attested(Int(member), segment)
        case .challenged(let member, let segment): answerChallenge(Int(member), segment)
        case .uplinkFree(let member): sendChunks(Int(member))
        case .message(let message, let end): received(message, at: end)
        case .dialled(let member, let peer): dialled(Int(member), Int(peer))
        case .announce(let member): announce(Int(member))
        case .slot(let member, let slot, let viewers, let edges):
            slotAssigned(
                Int(member), slot: Int(slot), viewers: Int(viewers), edges: Int(edges))
        case .trackerTimer: trackerTimedOut()
        case .incident(let number): perform(plan.incidents[Int(number)].kind)
        case .sample: sample()
        }
    }

    mutating func add(_ what: Happening, after delay: Int64) {
        queue.add(what, at: time + max(0, delay))
    }
}
