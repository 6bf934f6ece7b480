/// The command line.
enum SignArguments: Equatable {
    case help
    /// Makes a key file there.
    case key(file: String)
    /// Prints the public key of a key file.
    case publicKey(file: String)
    case sign(SignCommand)

    private static let longestContent = 4096

    static func parse(_ words: [String]) throws(SignError) -> SignArguments {
        var rest = words[...]
        guard let name = rest.popFirst() else { throw .usage("no command given") }
        if words.contains("--help") || words.contains("-h") || name == "help" { return .help }
        switch name {
        case "key": return try key(&rest)
        case "public-key": return try publicKey(&rest)
        case "sign": return try sign(&rest)
        default: throw .usage("there is no command \"\(name)\"")
        }
    }

    private static func key(_ rest: inout ArraySlice<String>) throws(SignError) -> SignArguments {
        var file: String?
        while let word = rest.popFirst() {
            guard word == "--out" else { throw .usage("there is no option \"\(word)\"") }
            try set(&file, word, &rest)
        }
        return .key(file: file ?? "publisher.key")
    }

    private static func publicKey(
        _ rest: inout ArraySlice<String>
    ) throws(SignError) -> SignArguments {
        guard rest.count == 1, let file = rest.first, !file.hasPrefix("-") else {
            throw .usage("public-key takes one key file")
        }
        return .publicKey(file: file)
    }

    private static func sign(_ rest: inout ArraySlice<String>) throws(SignError) -> SignArguments {
        var command = SignCommand()
        var content: String?
        var isUnsigned = false
        while let word = rest.popFirst() {
            switch word {
            case "--key": try set(&command.keyFile, word, &rest)
            case "--content": try set(&content, word, &rest)
            case "--root": try set(&command.root, word, &rest)
            case "--unsigned": isUnsigned = true
            case let option where option.hasPrefix("-"):
                throw .usage("there is no option \"\(option)\"")
            case let path: command.paths.append(path)
            }
        }
        guard isUnsigned == (command.keyFile == nil) else {
            throw .usage(
                isUnsigned ? "--key and --unsigned exclude each other" : "--key is missing")
        }
        guard !command.paths.isEmpty else { throw .usage("nothing to sign is named") }
        command.content = content ?? ""
        guard command.content.utf8.count <= longestContent else {
            throw .usage("--content takes at most \(longestContent) bytes")
        }
        return .sign(command)
    }

    private static func set(
        _ value: inout String?, _ option: String, _ rest: inout ArraySlice<String>
    ) throws(SignError) {
        guard value == nil else { throw .usage("\(option) is given twice") }
        guard let text = rest.popFirst(), !text.hasPrefix("--") else {
            throw .usage("\(option) needs a value")
        }
        value = text
    }
}
