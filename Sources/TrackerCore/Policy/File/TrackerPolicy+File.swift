extension TrackerPolicy {
    private static let appsGroup = "apps"

    /// Reads a policy file: JSON5, in groups; what it leaves out has its default.
    ///
    /// The group `apps` holds, by app id, those settings of `client` that are the app's own.
    package init(file text: String) throws(PolicyFileError) {
        self.init()
        let node = try PolicyParser.parse(text)
        let groups = try Self.members(of: node, "a policy is groups of settings in braces")
        for group in groups where group.key != Self.appsGroup {
            let settings = try Self.members(
                of: group.node, "\(group.key) must be settings in braces")
            for setting in settings { try set(setting, in: group.key) }
        }
        // After all others, since an app begins with what holds for every client.
        for group in groups where group.key == Self.appsGroup {
            for app in try Self.members(of: group.node, "apps must be app ids in braces") {
                var own = self
                for setting in try Self.members(
                    of: app.node, "apps.\(app.key) must be settings in braces")
                {
                    try own.set(setting, in: PolicySetting.clientGroup)
                }
                apps[app.key] = own.client
            }
        }
    }

    /// The policy as a file that says all of it, but for what is an app's own.
    package var fileText: String { fileText { _ in true } }

    /// The same of one group.
    func fileText(of group: String) -> String { fileText { $0.hasPrefix(group + ".") } }

    private func fileText(_ isIncluded: (String) -> Bool) -> String {
        var lines = ["{"]
        var group: Substring?
        for setting in PolicySetting.all where isIncluded(setting.name) {
            let parts = setting.name.split(separator: ".")
            if parts[0] != group {
                if group != nil { lines.append("  },") }
                lines.append("  \(parts[0]): {")
                group = parts[0]
            }
            lines.append("    \(parts[1]): \(setting.kind.text(of: self)),")
        }
        return (lines + ["  },", "}"]).joined(separator: "\n")
    }

    private mutating func set(
        _ member: PolicyNode.Member, in group: String
    ) throws(PolicyFileError) {
        let name = "\(group).\(member.key)"
        guard let setting = PolicySetting.all.first(where: { $0.name == name }) else {
            throw PolicyFileError(place: member.place, problem: "there is no setting \(name)")
        }
        guard setting.kind.set(member.node.value, in: &self) else {
            throw PolicyFileError(
                place: member.node.place, problem: "\(name) must be \(setting.kind.expectation)")
        }
    }

    private static func members(
        of node: PolicyNode, _ problem: String
    ) throws(PolicyFileError) -> [PolicyNode.Member] {
        guard case .object(let members) = node.value else {
            throw PolicyFileError(place: node.place, problem: problem)
        }
        return members
    }
}
