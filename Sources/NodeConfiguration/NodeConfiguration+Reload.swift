extension NodeConfiguration {
    /// What a running node makes of a configuration that was read again.
    package struct Reload: Hashable, Sendable {
        /// What the node goes on with: the new values where that is possible, the old ones elsewhere.
        package var configuration: NodeConfiguration
        /// Keys whose new values take effect.
        package var changed: [String] = []
        /// Keys that have new values which are not heeded before the node starts again.
        package var postponed: [String] = []
    }

    /// What to do about `next`, which was read while the node goes on with this.
    package func reload(to next: NodeConfiguration) -> Reload {
        var reload = Reload(configuration: next)
        for key in Self.keys where !key.isSame(self, next) {
            switch key.change {
            case .takesEffect:
                reload.changed.append(key.name)
            case .needsRestart:
                reload.postponed.append(key.name)
                key.copy(&reload.configuration, self)
            }
        }
        let names = Set(sites.keys).union(next.sites.keys).sorted()
        reload.changed += names.filter { sites[$0] != next.sites[$0] }.map {
            "\(Self.sitesKey).\($0)"
        }
        return reload
    }
}
