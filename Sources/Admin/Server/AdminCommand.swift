/// Something that an operator wants changed: `POST /admin/NAME?argument=value`.
package struct AdminCommand: Hashable, Sendable {
    package let name: String
    package let arguments: [String: String]
    package let body: String

    package init(name: String, arguments: [String: String] = [:], body: String = "") {
        self.name = name
        self.arguments = arguments
        self.body = body
    }
}

/// What became of it, in a line for a person.
package struct AdminAnswer: Hashable, Sendable {
    package let status: Int
    package let text: String

    /// It was done.
    package static func done(_ text: String) -> AdminAnswer { AdminAnswer(status: 200, text: text) }

    /// The caller is to say it otherwise; nothing has changed.
    package static func refused(_ text: String) -> AdminAnswer {
        AdminAnswer(status: 400, text: text)
    }

    /// There is no such command here.
    package static var unknown: AdminAnswer {
        AdminAnswer(status: 404, text: "there is no such command")
    }
}
