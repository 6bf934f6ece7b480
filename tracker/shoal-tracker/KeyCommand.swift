import Crypto
import Primitives

/// Makes the key file of an issuer of grants, and prints the key that a policy trusts it by.
struct KeyCommand {
    private let path: String

    init(_ options: Options) {
        path = options[.out] ?? "issuer.key"
    }

    func run() throws(ToolError) {
        try KeyFile.create(.issuer, at: path)
        Output.line(try KeyFile.readIssuer(path).publicKey.value.hex)
    }
}
