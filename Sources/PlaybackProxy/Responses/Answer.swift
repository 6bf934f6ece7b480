import LocalHTTP

/// One request under way: the exchange, and the headers that every answer to it carries.
struct Answer: Sendable {
    let exchange: HTTPExchange
    /// What the listener's rules add to every answer.
    let ruled: [(String, String)]
    /// Takes down where the answer came from, where players are told.
    var note: AnswerNote?
    /// Hears of each answer that is given to others as this one; nil where each is made for one player.
    var onShared: (@Sendable (HTTPOutcome, Duration) -> Void)?

    func refuse(_ status: Int) {
        exchange.respond(status: status, headers: ruled, body: [])
    }

    func give(
        _ status: Int, _ headers: [(String, String)], _ body: [UInt8],
        from source: AnswerSource = .cdn
    ) {
        exchange.respond(status: status, headers: told(source) + headers, body: body)
    }

    func give(_ missing: MissingMedia.Answer) {
        let type = missing.contentType.map { [("Content-Type", $0)] } ?? []
        give(missing.status, type, missing.body)
    }

    func stream(
        _ status: Int, _ headers: [(String, String)], length: Int?, _ body: HTTPBodySource,
        from source: AnswerSource = .cdn
    ) {
        exchange.respond(
            status: status, headers: told(source) + headers, length: length, source: body)
    }

    /// The headers of an answer, with those that every answer carries.
    func told(_ source: AnswerSource) -> [(String, String)] {
        guard let note else { return ruled }
        note.source = source
        return ruled + [("X-Cache", source.rawValue)]
    }
}
