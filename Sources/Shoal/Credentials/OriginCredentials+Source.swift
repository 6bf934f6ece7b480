import EventLoop
import Foundation
import Manifests
import Origin

extension OriginCredentials {
    /// The source as the origin's client asks it; nil of a URL that it would not ask for anyway.
    func source(for uri: ResolvedURI) -> OriginCredentialSource? {
        do throws(OriginError) {
            return try OriginCredentialSource(sourceKind, for: uri.text)
        } catch {
            return nil
        }
    }

    private var sourceKind: OriginCredentialSource.Kind {
        switch kind {
        case .fixed(let credential): .fixed(sent(credential))
        case .provided(let provider): .provided(asked(provider))
        }
    }

    private func asked(_ provider: @escaping Provider) -> OriginCredentialSource.Provider {
        let last = Locked<OriginCredential?>(nil)
        return { reason, answer in
            let request = OriginCredentialRequest(
                reason: OriginCredentialRequest.Reason(reason),
                replacing: last.withLock { $0 })
            // What it throws does not get lost: the origin's own answer says it to the player.
            return ask(
                {
                    let credential = try await provider(request)
                    last.withLock { $0 = credential }
                    return OriginCredentialSource.Issued(
                        sent(credential), lifetime: credential.lifetime)
                }, answer: answer)
        }
    }

    private func sent(_ credential: OriginCredential) -> Origin.OriginCredential {
        Origin.OriginCredential(
            headers: credential.headers.sorted { $0.key < $1.key }
                .map { (name: $0.key, value: $0.value) },
            token: queryParameter.flatMap { parameter in
                credential.queryToken.map {
                    Origin.OriginCredential.QueryToken(parameter: parameter, value: $0)
                }
            })
    }
}

extension OriginCredential {
    /// From now on.
    fileprivate var lifetime: Duration? {
        // A date may lie anywhere; a century is as good as for ever.
        expires.map { .seconds(min(max($0.timeIntervalSinceNow, 0), 3e9)) }
    }
}

extension OriginCredentialRequest.Reason {
    fileprivate init(_ reason: CredentialReason) {
        switch reason {
        case .first: self = .first
        case .expired: self = .expired
        case .refused: self = .refused
        }
    }
}
