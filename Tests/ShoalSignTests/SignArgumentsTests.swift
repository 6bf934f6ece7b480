import Testing

@testable import shoal_sign

@Suite struct SignArgumentsTests {
    @Test func `commands and options`() throws {
        #expect(try SignArguments.parse(["--help"]) == .help)
        #expect(try SignArguments.parse(["sign", "--help"]) == .help)
        #expect(try SignArguments.parse(["key"]) == .key(file: "publisher.key"))
        #expect(try SignArguments.parse(["key", "--out", "k"]) == .key(file: "k"))
        #expect(try SignArguments.parse(["public-key", "k"]) == .publicKey(file: "k"))
        var command = SignCommand(keyFile: "k", paths: ["a", "b"])
        #expect(try SignArguments.parse(["sign", "a", "--key", "k", "b"]) == .sign(command))
        command.content = "film"
        command.root = "/srv"
        #expect(
            try SignArguments.parse(
                ["sign", "--key", "k", "--content", "film", "--root", "/srv", "a", "b"])
                == .sign(command))
        #expect(
            try SignArguments.parse(["sign", "--unsigned", "a"])
                == .sign(SignCommand(keyFile: nil, paths: ["a"])))
    }

    @Test(arguments: [
        [], ["nonsense"], ["key", "--out"], ["key", "file"], ["key", "--out", "a", "--out", "b"],
        ["public-key"], ["public-key", "a", "b"], ["public-key", "--out"], ["sign"],
        ["sign", "a"], ["sign", "--key", "k"], ["sign", "--key", "k", "--unsigned", "a"],
        ["sign", "--key", "k", "--nonsense", "a"], ["sign", "--key", "--content", "x", "a"],
    ])
    func `what makes no sense is said to`(_ words: [String]) {
        let error = #expect(throws: SignError.self) { try SignArguments.parse(words) }
        #expect(error?.exitCode == 64)
    }
}
