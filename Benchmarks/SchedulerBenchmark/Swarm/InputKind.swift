/// What a schedule can be told.
enum InputKind: Int, CaseIterable {
    /// A chunk that nothing is asked for after.
    case chunkArrived
    /// A chunk after which the peer is asked for more.
    case chunkArrivedAndAsked
    case leavesArrived
    case peerBusy
    case peerHas
    case peerReceives
    case peerEvicted
    case peerMoved
    case originStarted
    case originReceived
    case originFinished
    case playerMoved
    case playerRequested
    case playerReleased
    case timedOut
    case liveWindowMoved

    case filmBegan
    case peerJoined
    case peerHasMany
    case peerEvictedMany
    case peerLeft
    case playerSought
    case slotAssigned

    /// As it stands in tables.
    var name: String {
        switch self {
        case .chunkArrived: "chunk arrived"
        case .chunkArrivedAndAsked: "chunk, then a request"
        case .leavesArrived: "leaves arrived"
        case .peerBusy: "peer busy"
        case .peerHas: "peer has a segment"
        case .peerReceives: "peer receives"
        case .peerEvicted: "peer evicted"
        case .peerMoved: "peer's player"
        case .originStarted: "origin answered"
        case .originReceived: "origin delivers"
        case .originFinished: "origin finished"
        case .playerMoved: "player's report"
        case .playerRequested: "player asks"
        case .playerReleased: "player served"
        case .timedOut: "timer"
        case .liveWindowMoved: "live window moved"
        case .filmBegan: "film described"
        case .peerJoined: "peer joined"
        case .peerHasMany: "peer's first map"
        case .peerEvictedMany: "peer dropped a film"
        case .peerLeft: "peer left"
        case .playerSought: "seek"
        case .slotAssigned: "slot assigned"
        }
    }

    /// Happens now and then, and may cost what a start costs.
    var isRare: Bool {
        switch self {
        case .chunkArrived, .chunkArrivedAndAsked, .leavesArrived, .peerBusy, .peerHas,
            .peerReceives, .peerEvicted,
            .peerMoved, .originStarted, .originReceived, .originFinished, .playerMoved,
            .playerRequested, .playerReleased, .timedOut, .liveWindowMoved:
            false
        case .filmBegan, .peerJoined, .peerHasMany, .peerEvictedMany, .peerLeft, .playerSought,
            .slotAssigned:
            true
        }
    }
}

extension InputKind: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
