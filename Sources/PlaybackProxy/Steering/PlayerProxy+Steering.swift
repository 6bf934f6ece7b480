import Engine
import LocalHTTP
import Manifests
import Origin

extension PlayerProxy {
    private static let longestManifest = 1 << 20

    /// Passes on what a steering server says, with clones that lead through us.
    func steering(_ resource: Resource, _ answer: Answer) {
        if let manifest = DataURI(resource.uri) {
            return answer.give(
                200, [("Content-Type", "application/json")],
                steered(manifest.bytes, from: resource.uri, resource, answer))
        }
        let query = answer.exchange.request.query
        let request = playlistRequest(for: resource.uri, DeliveryDirectives(query: query))
        let fetch = BodyFetch(atMost: Self.longestManifest, on: loop) { _, body in
            body.count == Self.longestManifest
        } onOutcome: { [weak self] outcome in
            self?.assumeIsolated { $0.give(outcome, of: resource, answer) }
        }
        fetch.assumeIsolated { $0.begin(request, client: client) }
        answer.exchange.onClosed { _ in fetch.assumeIsolated { $0.cancel() } }
    }

    /// What is meant by a request, where a player has made the URI of a clone out of ours.
    func cloned(_ resource: Resource, query: String?) -> Resource {
        guard case .playlist(let uri) = resource,
            let clone = pathways.uri(of: uri, query: query)
        else { return resource }
        let playlist = Resource.playlist(clone)
        if !resources.knows(playlist) { keep([playlist], for: resource) }
        return playlist
    }

    private func give(_ outcome: BodyFetch.Outcome, of resource: Resource, _ answer: Answer) {
        switch outcome {
        case .failed, .begun:
            answer.refuse(502)
        case .whole(let response, let body):
            count(body.count)
            let base = ResolvedURI(response.finalURL) ?? resource.uri
            let given =
                response.status == 200 ? steered(body, from: base, resource, answer) : body
            let type = response.first("Content-Type").map { [("Content-Type", $0)] } ?? []
            let headers = HeaderForwarding.downstream(
                response.headers.map { ($0.name, $0.value) }, isRewritten: true)
            answer.give(response.status, headers + type, given)
        }
    }

    /// What is no steering manifest, or no JSON to begin with, is the player's to find out.
    private func steered(
        _ body: [UInt8], from base: ResolvedURI, _ resource: Resource, _ answer: Answer
    ) -> [UInt8] {
        guard let manifest = SteeringManifest(json: body, from: base),
            let host = answer.exchange.request.first("Host")
        else { return body }
        var named: [Resource] = []
        let rewritten = manifest.rewriting(
            reload: { uri in
                named.append(.steering(uri))
                return self.path(.steering(uri))
            },
            playlist: { uri in
                named.append(.playlist(uri))
                return "http://\(host)\(self.path(.playlist(uri)))"
            }, number: { self.pathways.number(of: $0) })
        keep(named, for: resource)
        // What is in a playlist itself is its word.
        let place = base.origin == nil ? multivariantBase ?? base : base
        let uris = manifest.clones.flatMap { clone in
            Array(clone.uris) + (clone.uri(of: place).map { [$0] } ?? [])
        }
        allow(Set(uris.compactMap { $0.origin?.host }), from: place)
        do {
            return try rewritten.json()
        } catch {
            return body
        }
    }

    /// What something has led to stays known for as long as itself is.
    private func keep(_ named: [Resource], for resource: Resource) {
        names(of: resource, added: named.map { resources.number(of: $0) }, left: [])
    }
}
