/// The options of one call, each at most once and each one that the command has.
struct Options: Sendable {
    private let command: Command
    private var values: [Option: String] = [:]
    private var operand: String?

    /// Takes `--name VALUE` and `--name=VALUE`.
    init(_ arguments: [String], of command: Command) throws(ToolError) {
        self.command = command
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if command.takesOperand, operand == nil, !argument.hasPrefix("-") {
                operand = argument
                continue
            }
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first, let option = Option(rawValue: String(name)),
                command.options.contains(option)
            else { throw .usage("there is no option \"\(argument)\"", of: command) }
            guard values[option] == nil else {
                throw .usage("\(option.rawValue) is given twice", of: command)
            }
            switch (option.takesValue, parts.count == 2) {
            case (true, true): values[option] = String(parts[1])
            case (true, false): values[option] = try Self.value(of: option, &rest, command)
            case (false, false): values[option] = ""
            case (false, true): throw .usage("\(option.rawValue) takes no value", of: command)
            }
        }
    }

    subscript(option: Option) -> String? { values[option] }

    func required(_ option: Option) throws(ToolError) -> String {
        guard let value = values[option] else {
            throw .usage("\(option.rawValue) is missing", of: command)
        }
        return value
    }

    /// What is named without an option: `what`.
    func operand(_ what: String) throws(ToolError) -> String {
        guard let operand else { throw .usage("\(what) is missing", of: command) }
        return operand
    }

    /// A whole number, or nil where it is not given.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(ToolError) -> Int? {
        guard let text = values[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .usage(
                "\(option.rawValue) is a number from \(range.lowerBound) to \(range.upperBound)",
                of: command)
        }
        return number
    }

    func usageError(_ problem: String) -> ToolError { .usage(problem, of: command) }

    private static func value(
        of option: Option, _ rest: inout ArraySlice<String>, _ command: Command
    ) throws(ToolError) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
            throw .usage("\(option.rawValue) needs a value", of: command)
        }
        return value
    }
}
