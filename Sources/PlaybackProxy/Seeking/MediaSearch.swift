import Manifests
import Primitives

/// Finds which playlist of a content names what a player asks for, when none that was read does.
///
/// That is so after a restart, and when a player comes from another node: it has a playlist that nobody
/// has read here. What the player opened is read first, and then of what that names the likeliest.
struct MediaSearch: Sendable {
    enum Action: Hashable, Sendable {
        /// The answer is `ended`.
        case fetch(ResolvedURI)
        case found(Int)
        /// Nothing that may be read names it.
        case missed(Int)
    }

    private struct Playlist {
        var isLoading = false
        var readAt: Moment?
        /// Nothing more will be named in it.
        var isEnded = false
    }

    private struct Quest {
        let uri: ResolvedURI
        var looked: Set<ResolvedURI> = []
        var awaited: ResolvedURI?
    }

    /// Playlists that are waited for at most, for one request.
    private static let mostPlaylists = 16
    /// One that was read so lately is not read again: to ask for what is not there costs the origin nothing.
    private static let pause = Duration.seconds(1)

    private let root: ResolvedURI
    private var playlists: [ResolvedURI: Playlist] = [:]
    private var named: [ResolvedURI] = []
    private var quests: [Int: Quest] = [:]

    init(from root: ResolvedURI) {
        self.root = root
    }

    /// A player waits for what is there, and is told under this number.
    mutating func look(
        for uri: ResolvedURI, as number: Int, at now: Moment, into actions: inout [Action]
    ) {
        quests[number] = Quest(uri: uri)
        goOn(number, at: now, into: &actions)
    }

    /// A playlist was read, for whomever.
    mutating func read(_ playlist: ResolvedURI, isEnded: Bool, at now: Moment) {
        guard playlist == root || playlists[playlist] != nil else { return }
        playlists[playlist, default: Playlist()].readAt = now
        playlists[playlist]?.isEnded = isEnded
    }

    /// The playlist that names all others was read.
    mutating func read(_ playlist: ResolvedURI, naming uris: Set<ResolvedURI>, at now: Moment) {
        guard playlist == root else { return }
        named = uris.sorted { $0.text < $1.text }
        let known = playlists
        playlists = [:]
        for uri in named { playlists[uri] = known[uri] ?? Playlist() }
        playlists[root] = known[root] ?? Playlist()
        read(root, isEnded: true, at: now)
    }

    /// What was fetched has been read, or could not be; `knows` says whether there is a name for something.
    mutating func ended(
        _ playlist: ResolvedURI, at now: Moment, into actions: inout [Action],
        knows: (ResolvedURI) -> Bool
    ) {
        playlists[playlist]?.isLoading = false
        playlists[playlist]?.readAt = now
        for number in quests.keys.sorted() {
            guard let quest = quests[number], quest.awaited == playlist else { continue }
            if knows(quest.uri) {
                quests[number] = nil
                actions.append(.found(number))
            } else {
                goOn(number, at: now, into: &actions)
            }
        }
    }

    private mutating func goOn(_ number: Int, at now: Moment, into actions: inout [Action]) {
        guard var quest = quests[number] else { return }
        guard quest.looked.count < Self.mostPlaylists, let next = next(for: quest, at: now) else {
            quests[number] = nil
            return actions.append(.missed(number))
        }
        quest.looked.insert(next)
        quest.awaited = next
        quests[number] = quest
        guard playlists[next]?.isLoading != true else { return }
        playlists[next, default: Playlist()].isLoading = true
        actions.append(.fetch(next))
    }

    private func next(for quest: Quest, at now: Moment) -> ResolvedURI? {
        if mayHelp(root, quest, at: now) { return root }
        // Media lies beside its playlist, or below a folder that both have in common.
        return named.lazy.filter { mayHelp($0, quest, at: now) }
            .map { ($0, Self.commonLength($0, quest.uri)) }.max { $0.1 < $1.1 }?.0
    }

    private func mayHelp(_ playlist: ResolvedURI, _ quest: Quest, at now: Moment) -> Bool {
        guard !quest.looked.contains(playlist) else { return false }
        guard let known = playlists[playlist], !known.isLoading, let readAt = known.readAt else {
            return true
        }
        return !known.isEnded && now - readAt >= Self.pause
    }

    private static func commonLength(_ left: ResolvedURI, _ right: ResolvedURI) -> Int {
        zip(left.text.utf8, right.text.utf8).prefix { $0 == $1 }.count
    }
}
