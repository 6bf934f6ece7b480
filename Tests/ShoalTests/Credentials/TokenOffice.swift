import EventLoop
import Foundation
import IOTestSupport
import Shoal
import SwarmTestSupport

/// Hands out tokens that are good until they are said to have expired, and knows who may come in.
final class TokenOffice: Sendable {
    /// No name that is known to be a token's.
    static let parameter = "ticketkey"

    private struct State {
        var issued = 0
        var good: Set<String> = []
        var asked: [String: [OriginCredentialRequest.Reason]] = [:]
    }

    let canary = "canary-\(UInt64.random(in: 0 ... .max))"
    private let state = Locked(State())

    /// What each viewer's engine has asked for so far.
    func asked(by viewer: String) -> [OriginCredentialRequest.Reason] {
        state.withLock { $0.asked[viewer] ?? [] }
    }

    func expireAll() { state.withLock { $0.good = [] } }

    /// Credentials of one viewer, each another one, which say that they end at `expires`.
    func credentials(of viewer: String, expires: Date? = nil) -> OriginCredentials {
        .provided(queryParameter: Self.parameter) { [self] request in
            let token = state.withLock { state in
                state.issued += 1
                // With bytes that a query cannot hold as they are.
                let token = "\(canary)+\(viewer)/\(state.issued)=&"
                state.good.insert(token)
                state.asked[viewer, default: []].append(request.reason)
                return token
            }
            return OriginCredential(
                queryToken: token, headers: ["X-Ticket": token], expires: expires)
        }
    }

    /// Lets in who shows the same good token in query and header, and shows it once.
    func isGood(_ request: ScriptedOrigin.Request) -> Bool {
        let shown = Self.tokens(request)
        guard shown.count == 1, request.values("X-Ticket") == shown else { return false }
        return state.withLock { $0.good.contains(shown[0]) }
    }

    static func tokens(_ request: ScriptedOrigin.Request) -> [String] {
        URLComponents(string: request.target)?.queryItems?
            .filter { $0.name == parameter }.compactMap(\.value) ?? []
    }
}
