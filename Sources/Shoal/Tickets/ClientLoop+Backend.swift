import EventLoop
import Manifests
import Origin

extension ClientLoop {
    /// Sends JSON to a server of the application's, once, and gives the body of what it answers.
    ///
    /// The bearer's token goes to that server alone, and the question to no other: redirects are not
    /// followed. A task that is cancelled waits no longer.
    func ask(
        _ uri: ResolvedURI, _ question: [UInt8], bearer: String?, within limit: Duration
    ) async throws(BackendError) -> [UInt8] {
        if case .closed = state { throw .clientClosed }
        var configuration = Self.originConfiguration(for: uri)
        configuration.connectTimeout = limit
        let origin = OriginClient(on: loop, configuration: configuration)
        downloads[ObjectIdentifier(origin)] = origin
        defer {
            downloads[ObjectIdentifier(origin)] = nil
            origin.close()
        }
        var headers: [OriginHeader] = [
            ("Content-Type", "application/json"), ("Accept", "application/json"),
        ]
        if let bearer { headers.append(("Authorization", "Bearer \(bearer)")) }
        let request = OriginRequest(
            url: uri.text, headers: headers, method: .post(question), progressTimeout: limit,
            maxLength: BackendCall.longestAnswer)
        let call = BackendCall(at: loop.now, limit: limit)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let exchange = BackendExchange(call, on: loop) {
                    continuation.resume(returning: $0)
                }
                exchange.assumeIsolated { $0.begin(request, client: origin) }
            }
        } onCancel: {
            loop.execute { origin.close() }
        }
        if Task.isCancelled { throw .cancelled }
        return try outcome.get()
    }
}
