import Admin
import EventLoop
import Primitives

/// Where the operator's listener is to be, and who may change things there.
struct AdminOptions {
    private let address: ListenAddress
    private let portFile: String?
    private let tokenFile: String?

    /// Nil where there is to be none.
    init?(_ options: Options) throws(ToolError) {
        portFile = options[.adminPortFile]
        tokenFile = options[.adminTokenFile]
        guard let text = options[.admin] else {
            guard portFile == nil, tokenFile == nil else {
                throw options.usageError("--admin-port-file and --admin-token-file need --admin")
            }
            return nil
        }
        guard let address = ListenAddress(text), address.isLoopback else {
            throw options.usageError(
                "\"\(text)\" is no loopback address: write 127.0.0.1:7401 or [::1]:7401")
        }
        self.address = address
    }

    func open(
        for operations: TrackerOperations, _ log: ServeLog
    ) async throws(ToolError) -> AdminListener {
        let token: AdminToken?
        do throws(AdminToken.Failure) {
            if let tokenFile { token = try AdminToken(file: tokenFile) } else { token = nil }
        } catch {
            throw .failed("\(error)")
        }
        let listener: AdminListener
        let bound: SocketAddress
        do throws(LoopError) {
            listener = try AdminListener(token: token) { await operations.perform($0) }
            bound = try await listener.start(at: address.socketAddress)
        } catch {
            throw .failed("cannot listen on \(address.socketAddress): \(error)")
        }
        log.adminListening(at: bound)
        if let portFile { try TextFile.write("\(bound.port)\n", to: portFile) }
        return listener
    }
}
