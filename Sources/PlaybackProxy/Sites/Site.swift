import Engine
import Manifests
import Origin
import Primitives

/// One site as it is served at the moment.
struct Site {
    struct Content {
        let session: SwarmSession
        let player: PlayerProxy
        let root: ResolvedURI
        /// When somebody last asked for something that was not ready.
        var askedAt: Moment
        /// Whether it stays open without anybody.
        var isKept = false

        var usedAt: Moment { max(askedAt, player.assumeIsolated { $0.lastGiven } ?? askedAt) }
    }

    /// Folders of which it is known what content they belong to.
    private static let mostFolders = 1_024
    private static let mostManifests = 1_024

    let rule: SiteRule
    let naming: SiteNaming
    let access: SiteAccess
    /// For what is passed through.
    let client: OriginClient
    private let originHeaders: OriginHeaders
    var contents: [[UInt8]: Content] = [:]
    /// Requests that are being passed through.
    var passing = 0
    /// Which content was last asked for something in a folder: others are asked only if it knows nothing.
    private var folders: [String: PlayerProxy] = [:]
    /// What the origin calls manifests, although their names do not.
    private var manifests: Set<ResolvedURI> = []
    private var keys: [ObjectIdentifier: [UInt8]] = [:]

    init(_ rule: SiteRule, key: Bytes32, client: OriginClient) {
        self.rule = rule
        self.client = client
        naming = SiteNaming(rule, key: key)
        access = SiteAccess(pages: rule.pages)
        originHeaders = OriginHeaders(site: rule.base.origin, application: rule.headers)
    }

    func headers(for uri: ResolvedURI) -> [OriginHeader] { originHeaders.headers(for: uri) }

    var isFull: Bool { contents.count >= rule.contents }

    /// The content that was asked for longest ago, of those that may be ended.
    var oldestIdle: [UInt8]? {
        contents.filter { !$0.value.isKept }.min { $0.value.usedAt < $1.value.usedAt }?.key
    }

    func idle(at now: Moment) -> [[UInt8]] {
        guard let idle = rule.idle else { return [] }
        return contents.filter { !$0.value.isKept && now - $0.value.usedAt > idle }.map(\.key)
    }

    /// Who plays what is there.
    mutating func player(knowing uri: ResolvedURI) -> PlayerProxy? {
        let folder = Self.folder(of: uri)
        if let player = folders[folder], player.assumeIsolated({ $0.knows(uri) }) { return player }
        guard
            let player = contents.values.lazy.map(\.player).first(where: { player in
                player.assumeIsolated { $0.knows(uri) }
            })
        else { return nil }
        if folders.count >= Self.mostFolders { folders = [:] }
        folders[folder] = player
        return player
    }

    /// What to open for a request of something that nobody plays yet; nil where its path names nothing that
    /// led there, and it is neither a playlist nor a media file.
    func root(of target: SiteNaming.Target) -> ResolvedURI? {
        if let root = target.root, mayBeManifest(root) { return root }
        if manifests.contains(target.uri) { return target.uri }
        let name = target.uri.lastPathComponent
        switch MediaName(of: name) {
        case .manifest: return target.uri
        case .file:
            let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
            return rule.files.contains(suffix ?? "") ? target.uri : nil
        case nil: return nil
        }
    }

    /// Whether it is opened as a playlist where a path says that a content led there.
    func isManifest(_ uri: ResolvedURI) -> Bool {
        manifests.contains(uri) || Self.isNamedManifest(uri)
    }

    /// The origin has called it one.
    mutating func learnManifest(_ uri: ResolvedURI) {
        if manifests.count >= Self.mostManifests { manifests = [] }
        manifests.insert(uri)
    }

    /// A name that says nothing may be of one: what is remembered of it ends with the process.
    private func mayBeManifest(_ uri: ResolvedURI) -> Bool {
        let name = uri.lastPathComponent
        switch MediaName(of: name) {
        case .manifest: return true
        case .file: return false
        case nil: return MediaType.ofSegment(named: name) == nil
        }
    }

    mutating func touch(_ player: PlayerProxy, at now: Moment) {
        change(player) { $0.askedAt = now }
    }

    mutating func keep(_ player: PlayerProxy) { change(player) { $0.isKept = true } }

    mutating func forget(_ player: PlayerProxy) {
        keys[ObjectIdentifier(player)] = nil
        folders = folders.filter { $0.value !== player }
    }

    private mutating func change(_ player: PlayerProxy, _ change: (inout Content) -> Void) {
        let id = ObjectIdentifier(player)
        if keys[id] == nil {
            keys[id] = contents.first { $0.value.player === player }?.key
        }
        guard let key = keys[id], var content = contents[key] else { return }
        change(&content)
        contents[key] = content
    }

    private static func isNamedManifest(_ uri: ResolvedURI) -> Bool {
        MediaName(of: uri.lastPathComponent) == .manifest
    }

    private static func folder(of uri: ResolvedURI) -> String {
        let path = uri.path
        return String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    }
}
