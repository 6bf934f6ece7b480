/// Says whether a policy file would do, before a running tracker is told to read it.
struct CheckPolicyCommand {
    private let file: PolicyFile

    init(_ options: Options) throws(ToolError) {
        file = PolicyFile(path: try options.operand("the policy file"))
    }

    func run() throws(ToolError) {
        _ = try file.read()
        Output.line("\(file.path) is valid")
    }
}
