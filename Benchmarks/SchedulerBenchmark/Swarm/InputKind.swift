/// What a schedule can be told.
enum InputKind: Int, CaseIterable {
    case chunkArrived
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
        case .chunkArrived, .leavesArrived, .peerBusy, .peerHas,
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

extension InputKind {
    /// The input itself names all of the window, so that its cost may grow with it.
    var carriesWindow: Bool { self == .liveWindowMoved }
}

extension InputKind: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
