import EventLoop
package import Foundation
import Manifests
package import NodeConfiguration
import Origin
import PlaybackProxy

extension EdgeNode {
    /// What the node would make of a manifest, for a person to read; nothing is opened for it.
    ///
    /// Throws `ConfigurationProblem`, or `LoopError` without threads.
    package static func probe(
        _ url: URL, with configuration: NodeConfiguration
    ) async throws -> String {
        guard let uri = ResolvedURI(url.absoluteString), let host = uri.origin?.host else {
            throw ConfigurationProblem("probe", "\(url.absoluteString) is no URL of a server")
        }
        let rule = try rule(for: uri, configuration)
        var policy = OriginPolicy(plainHTTP: uri.origin?.scheme == .http ? .allowed : .refused)
        policy.allowPrivate(host: host)
        let loop = try UVEventLoop(name: "probe")
        let client = await onLoop(loop) { [policy] in
            OriginClient(on: loop, configuration: OriginConfiguration(policy: policy))
        }
        let report = await Probe(rule, client: client, on: loop).report(on: uri)
        await onLoop(loop) { client.close() }
        await loop.shutdown()
        return report
    }

    /// The rule of the site that has the URL, or of one that would have it alone.
    private static func rule(
        for uri: ResolvedURI, _ configuration: NodeConfiguration
    ) throws(ConfigurationProblem) -> SiteRule {
        for (name, site) in configuration.sites.sorted(by: { $0.key < $1.key }) {
            let rule = try SiteRule(name, site, role: configuration.role)
            if uri.text.hasPrefix(rule.base.text) { return rule }
        }
        guard let folder = uri.resolving("./"), let rule = SiteRule(name: "site", base: folder)
        else { throw ConfigurationProblem("probe", "\(uri.text) is in no folder") }
        return rule
    }

    private static func onLoop<Value: Sendable>(
        _ loop: UVEventLoop, _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { waiter in
            loop.execute { waiter.resume(returning: body()) }
        }
    }
}
