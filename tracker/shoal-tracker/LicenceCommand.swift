import Foundation
import Primitives
import TrackerServer
import TrackerWire

/// Prints the licence of an app.
struct LicenceCommand {
    private let keys: String
    private let app: String
    private let bundle: String
    private let expires: UInt32

    init(_ options: Options) throws(ToolError) {
        keys = try options.required(.keys)
        app = try options.required(.app)
        bundle = try options.required(.bundle)
        let day = try options.required(.until)
        guard let expires = Self.endOfDay(day) else {
            throw options.usageError("\"\(day)\" is no day: YYYY-MM-DD, to 2105-12-31")
        }
        guard Double(expires) >= Date().timeIntervalSince1970 else {
            throw options.usageError("\(day) is over, and so would be the licence")
        }
        self.expires = expires
    }

    func run() throws(ToolError) {
        let keys = try KeyFile.read(keys)
        do throws(WireError) {
            Output.line(try keys.licence(appID: app, bundleID: bundle, expires: expires).text)
        } catch {
            throw .usage(
                "app and bundle id are printable ASCII, at most \(AppPass.longestAppID) and "
                    + "\(Credentials.longestBundleID) characters", of: .licence)
        }
    }

    /// The last second of a day by UTC; nil if there is no such day, or none that a licence can name.
    private static func endOfDay(_ text: String) -> UInt32? {
        let style = Date.ISO8601FormatStyle().year().month().day()
        do {
            let day = try style.parse(text)
            // The style reads 31 February as 3 March, and stops where it has read enough.
            guard style.format(day) == text else { return nil }
            return UInt32(exactly: day.timeIntervalSince1970 + 86_399)
        } catch {
            return nil
        }
    }
}
