import LocalHTTP

/// One request under way: the exchange, and the headers that every answer to it carries.
struct Answer: Sendable {
    let exchange: HTTPExchange
    /// What the listener's rules add to every answer.
    let ruled: [(String, String)]

    func refuse(_ status: Int) {
        exchange.respond(status: status, headers: ruled, body: [])
    }

    func give(_ status: Int, _ headers: [(String, String)], _ body: [UInt8]) {
        exchange.respond(status: status, headers: ruled + headers, body: body)
    }

    func give(_ missing: MissingMedia.Answer) {
        let type = missing.contentType.map { [("Content-Type", $0)] } ?? []
        give(missing.status, type, missing.body)
    }

    func stream(
        _ status: Int, _ headers: [(String, String)], length: Int?, _ source: HTTPBodySource
    ) {
        exchange.respond(
            status: status, headers: ruled + headers, length: length, source: source)
    }
}
