/// What shows an origin that a request is allowed: headers, a token in the query, or both.
package struct OriginCredential: Sendable {
    package static let none = OriginCredential(headers: [], token: nil)

    let headers: [OriginHeader]
    let token: QueryToken?

    package init(headers: [OriginHeader], token: QueryToken?) {
        self.headers = headers
        self.token = token
    }

    /// A parameter of the query, which replaces every one of that name.
    package struct QueryToken: Hashable, Sendable {
        package let parameter: String
        package let value: String

        package init(parameter: String, value: String) {
            self.parameter = parameter
            self.value = value
        }
    }

    func url(_ url: OriginURL) -> String {
        token.map { url.text(replacing: $0.parameter, with: $0.value) } ?? url.text
    }
}

extension OriginCredential: CustomStringConvertible, CustomReflectable {
    package var description: String { "‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension OriginCredential.QueryToken: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(parameter)=‹redacted›" }
    package var customMirror: Mirror { Mirror(self, children: ["parameter": parameter]) }
}
