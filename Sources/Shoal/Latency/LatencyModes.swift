import PlaybackProxy
import Primitives

/// Which latency modes one content has and which of them is in effect.
///
/// It does no I/O and reads no clock: inputs say what was asked for and what sources turned out to be,
/// and the actions that an input appends are to be carried out before the next one.
struct LatencyModes: Sendable {
    enum Action: Hashable, Sendable {
        /// Find out what the default source is: `learned(_:)`.
        case askDefault
        /// Open this low-latency source, and find out what it is: `learned(_:ofLow:at:into:)`.
        case openLow(Int)
        /// Nobody needs this low-latency source.
        case closeLow(Int)
        /// The mode in which to begin is certain.
        case begin
        case tell(LatencyMode, LatencyAvailability)
    }

    struct Content: Hashable, Sendable {
        var initialMode = LatencyMode.def
        var isLowAllowed = true
        /// Sources that a player could open.
        var lowSources = 0
        /// The default source is a file, which is never live.
        var isFile = false

        fileprivate var canBeLow: Bool { isLowAllowed && lowSources > 0 && !isFile }
    }

    private enum Phase {
        /// Low latency is wanted and it is not known yet whether there is any; ends with `begin`.
        case deciding(until: Moment)
        /// Waits to be shown to the viewer; nothing is told before.
        case decided
        case shown
        case closed
    }

    private enum Low {
        /// Nor will there be one.
        case none
        case asking(Int, hasFailed: Bool)
        case found(Int)
        /// None could be read; the first is asked again then.
        case resting(until: Moment)
    }

    /// For how long a start waits until low latency is known to be available.
    static let patience = Duration.seconds(3)
    static let firstRest = Duration.seconds(2)
    static let longestRest = Duration.seconds(30)

    private let content: Content
    private var phase: Phase
    private var low: Low
    private var defaultNature: MediaNature?
    private var rest = Self.firstRest
    /// What the viewer has asked for, which behind the live edge has to wait.
    private var wanted: LatencyMode
    private var isAtLiveEdge = true
    /// What listeners take for the mode; nil before they have heard of any content.
    private var toldMode: LatencyMode?
    /// What listeners have heard of this content.
    private var toldAvailability: LatencyAvailability?

    init(_ content: Content, at now: Moment, into actions: inout [Action]) {
        self.content = content
        wanted = content.canBeLow ? content.initialMode : .def
        phase = wanted == .low ? .deciding(until: now + Self.patience) : .decided
        low = content.canBeLow ? .asking(0, hasFailed: false) : .none
        if content.canBeLow { actions += [.askDefault, .openLow(0)] }
        switch phase {
        case .decided: actions.append(.begin)
        case .deciding, .shown, .closed: break
        }
    }

    // MARK: - What is the case

    /// The mode in effect.
    var mode: LatencyMode { availability.low && isAtLiveEdge ? wanted : .def }

    var availability: LatencyAvailability {
        switch low {
        case .found: LatencyAvailability(low: defaultNature != nil && defaultNature != .onDemand)
        case .none, .asking, .resting: LatencyAvailability(low: false)
        }
    }

    /// When `timedOut` is next due.
    var deadline: Moment? {
        switch (phase, low) {
        case (.closed, _): nil
        case (.deciding(let until), .resting(let due)): min(until, due)
        case (.deciding(let until), _): until
        case (_, .resting(let due)): due
        case (.decided, _), (.shown, _): nil
        }
    }

    /// Whether it is still of use to find out what this low-latency source is.
    func isAsking(_ index: Int) -> Bool {
        if isOpen, case .asking(index, _) = low { true } else { false }
    }

    private var isKnown: Bool {
        switch low {
        case .none: true
        case .asking: false
        case .found, .resting: defaultNature != nil
        }
    }

    // MARK: - Inputs

    /// The viewer sees this content now, instead of one in that mode.
    mutating func show(replacing mode: LatencyMode?, into actions: inout [Action]) {
        switch phase {
        case .decided:
            phase = .shown
            toldMode = mode
            tell(into: &actions)
        case .closed: break
        case .deciding, .shown: preconditionFailure("nobody waits to be shown: \(phase)")
        }
    }

    /// The default source turned out to be this.
    mutating func learned(_ nature: MediaNature, into actions: inout [Action]) {
        guard isOpen, defaultNature == nil else { return }
        defaultNature = nature
        if nature == .onDemand { giveUpLow(into: &actions) }
        decide(into: &actions)
    }

    /// A low-latency source turned out to be this.
    mutating func learned(
        _ nature: MediaNature, ofLow index: Int, at now: Moment, into actions: inout [Action]
    ) {
        guard isOpen, case .asking(index, var hasFailed) = low else { return }
        hasFailed = hasFailed || nature == .unreadable
        if nature == .live {
            low = .found(index)
        } else {
            actions.append(.closeLow(index))
            if index + 1 < content.lowSources {
                low = .asking(index + 1, hasFailed: hasFailed)
                actions.append(.openLow(index + 1))
            } else if hasFailed {
                low = .resting(until: now + rest)
                rest = min(rest * 2, Self.longestRest)
            } else {
                low = .none
            }
        }
        decide(into: &actions)
    }

    mutating func timedOut(at now: Moment, into actions: inout [Action]) {
        guard isOpen else { return }
        if case .resting(let due) = low, due <= now {
            low = .asking(0, hasFailed: false)
            actions.append(.openLow(0))
        }
        if case .deciding(let until) = phase, until <= now { begin(into: &actions) }
    }

    /// What is not available, or in effect already, changes nothing to be seen.
    ///
    /// Low latency is at the live edge: who asks for it behind goes there. Who asks for the default there
    /// does not come back to low latency by himself.
    mutating func set(_ mode: LatencyMode, into actions: inout [Action]) {
        guard isOpen, availability[mode] else { return }
        wanted = mode
        if mode == .low { isAtLiveEdge = true }
        tell(into: &actions)
    }

    /// The viewer has gone back in a live channel, or has come to its edge again.
    mutating func moved(toLiveEdge isThere: Bool, into actions: inout [Action]) {
        guard isOpen else { return }
        isAtLiveEdge = isThere
        tell(into: &actions)
    }

    mutating func close() { phase = .closed }

    // MARK: - Steps

    private var isOpen: Bool {
        switch phase {
        case .deciding, .decided, .shown: true
        case .closed: false
        }
    }

    private mutating func giveUpLow(into actions: inout [Action]) {
        switch low {
        case .asking(let index, _), .found(let index): actions.append(.closeLow(index))
        case .none, .resting: break
        }
        low = .none
    }

    private mutating func decide(into actions: inout [Action]) {
        if case .deciding = phase, isKnown { begin(into: &actions) }
        tell(into: &actions)
    }

    private mutating func begin(into actions: inout [Action]) {
        phase = .decided
        // What turns out to be available later is for the viewer to ask for.
        if !availability.low { wanted = .def }
        actions.append(.begin)
    }

    private mutating func tell(into actions: inout [Action]) {
        guard case .shown = phase else { return }
        let isOther = toldMode.map { $0 != mode } ?? false
        guard isOther || (isKnown && availability != toldAvailability) else { return }
        toldMode = mode
        if isKnown { toldAvailability = availability }
        actions.append(.tell(mode, availability))
    }
}
