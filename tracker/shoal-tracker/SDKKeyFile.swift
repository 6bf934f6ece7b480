import EventLoop
import TrackerServer

/// The SDK key that `serve` writes once it knows its port.
struct SDKKeyFile {
    private let path: String
    private let app: String
    private let host: String

    /// Nil when none is asked for.
    init?(_ options: Options, listening address: ListenAddress) throws(ToolError) {
        guard let path = options[.sdkKeyFile] else {
            guard options[.publicHost] == nil else {
                throw options.usageError("--public-host goes with --sdk-key-file")
            }
            return nil
        }
        guard let app = options[.app] else {
            throw options.usageError("--sdk-key-file needs --app")
        }
        guard options[.publicHost] != nil || !address.isWildcard else {
            throw options.usageError(
                "--sdk-key-file needs --public-host, since no app can dial \(address.host)")
        }
        self.path = path
        self.app = app
        host = options[.publicHost] ?? address.host
    }

    func write(_ keys: OperatorKeys, port: UInt16) throws(ToolError) {
        let text = try SDKKeyCommand.text(keys, host: host, port: port, app: app)
        try TextFile.write(text + "\n", to: path)
    }
}
