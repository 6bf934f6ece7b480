import TrackerServer
import TrackerWire
import Primitives

/// Prints the key of an app.
struct SDKKeyCommand {
    private let keys: String
    private let host: String
    private let port: UInt16
    private let app: String

    init(_ options: Options) throws(ToolError) {
        keys = try options.required(.keys)
        host = try options.required(.host)
        app = try options.required(.app)
        let text = try options.required(.port)
        guard let port = UInt16(text), port > 0 else {
            throw options.usageError("\"\(text)\" is no port: 1 to 65535")
        }
        self.port = port
    }

    func run() throws(ToolError) {
        let keys = try KeyFile.read(keys)
        Output.line(try Self.text(keys, host: host, port: port, app: app))
    }

    static func text(
        _ keys: OperatorKeys, host: String, port: UInt16, app: String
    ) throws(ToolError) -> String {
        do throws(WireError) {
            return try keys.sdkKey(trackerHost: host, trackerPort: port, appID: app).text
        } catch {
            throw .usage(
                "host and app id are printable ASCII, at most \(AppPass.longestHost) and "
                    + "\(AppPass.longestAppID) characters", of: .sdkKey)
        }
    }
}
