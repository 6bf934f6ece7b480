import Foundation
import LocalHTTP

/// What a request to the admin listener is about, or why it is refused.
enum AdminRoute: Hashable {
    case page(Asset)
    case liveness
    case readiness
    case metrics
    case status
    case events
    /// A command that only reads, which needs no token either.
    case reading(AdminCommand)
    case command(AdminCommand)
    case refused(Int, String)

    enum Asset: String, CaseIterable {
        case html = "/"
        case style = "/dashboard.css"
        case script = "/dashboard.js"
    }

    private static let commandPrefix = "/admin/"

    /// `token` is what changes need; without one there are none.
    init(_ request: HTTPRequest, token: AdminToken?) {
        // Pages of other sites are told nothing, and have nothing done: also where they cannot read it.
        switch request.first("Sec-Fetch-Site") {
        case nil, "same-origin", "none": break
        default:
            self = .refused(403, "other sites may not ask here")
            return
        }
        if request.method == "POST" {
            self = Self.change(request, token)
        } else if request.method == "OPTIONS" {
            self = .refused(405, "GET, HEAD and POST alone")
        } else {
            self = Self.reading(request)
        }
    }

    private static func reading(_ request: HTTPRequest) -> AdminRoute {
        if let asset = Asset(rawValue: request.path) { return .page(asset) }
        switch request.path {
        case "/healthz": return .liveness
        case "/readyz": return .readiness
        case "/metrics": return .metrics
        case "/debug/status": return .status
        case "/events": return .events
        default:
            guard let command = command(request) else { return .refused(404, "nothing is there") }
            return .reading(command)
        }
    }

    private static func change(_ request: HTTPRequest, _ token: AdminToken?) -> AdminRoute {
        guard request.path.hasPrefix(commandPrefix) else {
            return .refused(405, "this can be read alone")
        }
        guard let token else {
            return .refused(403, "changes are switched off: there is no token file")
        }
        guard token.isShown(by: request.first("Authorization")) else {
            return .refused(401, "changes need the token: Authorization: Bearer TOKEN")
        }
        guard let command = command(request) else { return .refused(404, "nothing is there") }
        return .command(command)
    }

    private static func command(_ request: HTTPRequest) -> AdminCommand? {
        guard request.path.hasPrefix(commandPrefix) else { return nil }
        let name = String(request.path.dropFirst(commandPrefix.count))
        var arguments: [String: String] = [:]
        for pair in (request.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = String(parts[0]).removingPercentEncoding,
                let value = (parts.count == 2 ? String(parts[1]) : "").removingPercentEncoding,
                arguments.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        return AdminCommand(
            name: name, arguments: arguments,
            body: String(decoding: request.body, as: UTF8.self))
    }
}
