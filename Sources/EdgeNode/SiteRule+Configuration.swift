import Foundation
import Manifests
package import NodeConfiguration
package import PlaybackProxy

extension SiteRule {
    /// The rule of one site, whose secrets are read now.
    ///
    /// Throws `ConfigurationProblem`.
    package init(
        _ name: String, _ site: SiteConfiguration, role: NodeConfiguration.Role
    ) throws(ConfigurationProblem) {
        let key = "sites.\(name)"
        guard let base = site.origin.flatMap({ ResolvedURI($0.absoluteString) }),
            var rule = SiteRule(name: name, base: base)
        else { throw ConfigurationProblem("\(key).origin", "it is no URL of a folder") }
        for (header, secret) in site.headers.sorted(by: { $0.key < $1.key }) {
            do {
                rule.headers.append((name: header, value: try secret.reveal()))
            } catch {
                throw ConfigurationProblem("\(key).headers.\(header)", error.reason)
            }
        }
        rule.volatileParameters = site.volatileParameters
        rule.publisherKeys = site.publisherKeys
        rule.trustsOriginRoots = site.trustsOriginRoots
        rule.isUploadEnabled = role.uploads
        rule.pages = site.pages.contains("*") ? nil : Set(site.pages)
        rule.bypass = site.bypass
        rule.files = Set(site.files.map { $0.lowercased() })
        rule.prefetch = site.prefetch
        rule.prefetchesWhole = site.prefetchesWhole
        rule.contents = site.contents
        // A seeder is there for those who come after the last viewer.
        rule.idle = role == .seeder ? nil : site.idle
        self = rule
    }
}
