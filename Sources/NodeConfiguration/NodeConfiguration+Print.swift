extension NodeConfiguration {
    /// A file that says the same, with what each key means; secrets are not shown.
    package var printed: String {
        let lines = Self.keys.map { Self.line($0, of: self, indent: "  ") }
        let sites = sites.sorted { $0.key < $1.key }.map { name, site in
            let keys = SiteConfiguration.keys.map { Self.line($0, of: site, indent: "      ") }
            return "    \"\(name)\": {\n\(keys.joined())    },\n"
        }
        return "{\n\(lines.joined())  // what is served at /NAME/…, by that name\n"
            + "  \(Self.sitesKey): {\n\(sites.joined())  },\n}\n"
    }

    /// The flags, and what they mean.
    package static var flags: String {
        keys.map { key in
            let value = key.isSwitch ? "" : " VALUE"
            let several = key.isRepeated ? " (may be repeated)" : ""
            return "  --\(key.flag)\(value)\n      \(key.help)\(several)\n"
        }.joined()
            + SiteConfiguration.keys.map { key in
                "  --sites.NAME.\(key.name)\(key.isSwitch ? "" : " VALUE")\n      \(key.help)\n"
            }.joined()
    }

    private static func line<Root>(
        _ key: ConfigurationKey<Root>, of root: Root, indent: String
    ) -> String {
        "\(indent)// \(key.help)\n"
            + "\(indent)\(key.name): \(key.read(root).written),\n"
    }
}
