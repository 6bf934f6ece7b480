import Glibc
import Primitives
import TrackerCore

/// The operator's command line.
@main struct Tool {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(ToolError) {
            try await run(arguments)
        } catch {
            Output.error("shoal-tracker: \(error.message)")
            exit(error.exitCode)
        }
    }

    private static func run(_ arguments: [String]) async throws(ToolError) {
        guard let name = arguments.first else { throw .usage("no command given", of: nil) }
        switch name {
        case "-h", "--help", "help":
            Output.line(Usage.text(of: arguments.dropFirst().first.flatMap(Command.init)))
            return
        case "--version":
            Output.line("shoal-tracker \(Release.version)")
            return
        case "--print-policy":
            Output.line(TrackerPolicy().fileText)
            return
        default:
            break
        }
        guard let command = Command(rawValue: name) else {
            throw .usage("there is no command \"\(name)\"", of: nil)
        }
        guard !arguments.contains("--help"), !arguments.contains("-h") else {
            Output.line(Usage.text(of: command))
            return
        }
        let options = try Options(Array(arguments.dropFirst()), of: command)
        switch command {
        case .keygen: try KeygenCommand(options).run()
        case .sdkKey: try SDKKeyCommand(options).run()
        case .serve: try await ServeCommand(options).run()
        case .key: try KeyCommand(options).run()
        case .grant: try GrantCommand(options).run()
        case .licence: try LicenceCommand(options).run()
        case .checkPolicy: try CheckPolicyCommand(options).run()
        }
    }
}
