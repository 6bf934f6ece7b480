import Crypto
import Glibc
import Primitives

/// The publisher's command line.
@main struct Tool {
    static func main() {
        do throws(SignError) {
            switch try SignArguments.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help: Output.line(Usage.text)
            case .key(let file):
                Output.line(try PublisherKeyFile.create(at: file).publicKey.value.hex)
            case .publicKey(let file):
                Output.line(try PublisherKeyFile.read(file).publicKey.value.hex)
            case .sign(let command): try command.run()
            }
        } catch {
            Output.note(error.message)
            exit(error.exitCode)
        }
    }
}
