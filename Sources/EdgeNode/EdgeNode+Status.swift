import EventLoop
package import NodeConfiguration
import Origin

/// Why a node's status cannot be had.
package struct StatusProblem: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension EdgeNode {
    /// More is no status.
    private static let longestStatus = 16 << 20

    /// What a node that runs says of itself at its operator's listener, as JSON.
    ///
    /// Throws `StatusProblem`, or `LoopError` without threads.
    package static func status(at address: ListenAddress) async throws -> [UInt8] {
        let loop = try UVEventLoop(name: "status")
        let answer = await status(at: address, on: loop)
        await loop.shutdown()
        return try answer.get()
    }

    private static func status(
        at address: ListenAddress, on loop: UVEventLoop
    ) async -> Result<[UInt8], StatusProblem> {
        await withCheckedContinuation { waiter in
            loop.execute {
                var policy = OriginPolicy(plainHTTP: .allowed)
                policy.allowPrivate(host: address.host)
                let client = OriginClient(
                    on: loop, configuration: OriginConfiguration(policy: policy))
                var request = OriginRequest(url: "http://\(address)/debug/status", headers: [])
                request.maxLength = longestStatus
                let answer = Locked<(status: Int, body: [UInt8])>((0, []))
                client.fetch(request) { event in
                    let problem: String?
                    switch event {
                    case .response(let response):
                        answer.withLock { $0.status = response.status }
                        return
                    case .body(let bytes):
                        answer.withLock { unsafe $0.body += bytes }
                        return
                    case .finished:
                        let status = answer.withLock { $0.status }
                        problem = status == 200 ? nil : "the answer at \(address) is \(status)"
                    case .failed(let error):
                        problem = "no node answers at \(address): \(error)"
                    }
                    waiter.resume(
                        returning: problem.map { .failure(StatusProblem($0)) }
                            ?? .success(answer.withLock { $0.body }))
                    loop.execute { client.close() }
                }
            }
        }
    }
}
