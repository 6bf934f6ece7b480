/// How it is with tracker and peers while a session starts.
enum Surroundings: String, CaseIterable, Sendable {
    case reachable = "tracker and peers are there"
    case trackerRefuses = "nobody listens at the tracker's port"
    case trackerIsSilent = "the tracker takes connections and says nothing"
    case trackerIsFull = "the tracker's port takes no connection"
    case peersRefuse = "nobody listens at the peers' port"
    case peersAreSilent = "peers take connections and say nothing"
    case peersAreFull = "the peers' port takes no connection"
    case peersFallSilent = "peers that were met say nothing more"
}
