/// Makes a key file.
struct KeygenCommand {
    private let path: String

    init(_ options: Options) {
        path = options[.out] ?? "operator.keys"
    }

    func run() throws(ToolError) {
        try KeyFile.create(.operatorKeys, at: path)
        Output.line(path)
    }
}
