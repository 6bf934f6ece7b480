/// One fetch, from its first request over the redirects to the last byte.
///
/// It is told what the connection brings, in order, and says what that means; what it throws ends
/// the fetch.
package struct FetchMachine: Sendable {
    package enum Head {
        case incomplete
        /// Its cookies count; its body does not, and another request follows.
        case passing(cookies: [String])
        case response(OriginResponse, cookies: [String])
    }

    package enum Piece: Hashable {
        case deliver
        case discard
        /// Drop the connection rather than read on; `ended(_:)` then says how to go on.
        case abandon
    }

    package enum End: Hashable {
        /// Ask for `url`, with the headers of now.
        case askAgain
        case finished
    }

    private enum State {
        case awaitingHead
        case readingHead(ResponseHead)
        case redirecting(to: String, discarded: Int)
        /// Refused: its credential is to be replaced.
        case refused(discarded: Int)
        /// The body names an encoding that is none, and curl would fail on it: ask without decoding.
        case repeating
        case readingBody(ResponseCheck)
    }

    /// A redirect's body is read up to here, so that its connection can serve again.
    private static let longestDiscard = 64 << 10
    private static let maxInterimHeads = 16
    /// What curl decodes.
    private static let knownEncodings: Set<String> = ["gzip", "x-gzip", "deflate", "br", "zstd"]

    private let request: OriginRequest
    private let headers: RequestHeaders
    private var redirects: RedirectPolicy
    private var state = State.awaitingHead
    private var interimHeads = 0

    package init(_ request: OriginRequest, under policy: OriginPolicy) throws(OriginError) {
        let url = try OriginURL(request.url)
        redirects = try RedirectPolicy(from: url, under: policy)
        headers = RequestHeaders(request.headers, for: url.site)
        decodesBody = request.byteRange == nil
        self.request = request
    }

    /// What to ask next.
    package var url: OriginURL { redirects.current }

    /// Whether what comes now is for the consumer.
    package var isInBody: Bool {
        switch state {
        case .readingBody: true
        case .awaitingHead, .readingHead, .redirecting, .refused, .repeating: false
        }
    }

    /// Whether curl shall decode a body that the origin encodes unasked; a part cannot be decoded.
    package private(set) var decodesBody: Bool

    /// The headers to send with the request to `url`, to which `credential` may go.
    package func requestHeaders(
        jar: CookieJar, credential: OriginCredential = .none, at unixTime: Int
    ) -> [OriginHeader] {
        let site = url.site
        let shown = RequestHeaders(credential.headers, for: site)
        let names = Set(credential.headers.map { $0.name.asciiLowercased })
        var sent =
            headers.headers(for: site).filter { !names.contains($0.name.asciiLowercased) }
            + shown.headers(for: site)
        let own = shown.cookies(for: site) ?? headers.cookies(for: site)
        if let cookies = jar.header(for: url, own: own, at: unixTime) {
            sent.append(("Cookie", cookies))
        }
        if !decodesBody { sent.append(("Accept-Encoding", "identity")) }
        return sent
    }

    /// Takes one line of a response head, without its line break; the empty line ends the head.
    package mutating func headerLine(_ line: String) throws(OriginError) -> Head {
        switch state {
        case .awaitingHead:
            guard let head = ResponseHead(statusLine: line) else { throw .protocolError }
            state = .readingHead(head)
            return .incomplete
        case .readingHead(var head):
            guard line.isEmpty else {
                try head.append(line)
                state = .readingHead(head)
                return .incomplete
            }
            return try headEnded(head)
        case .redirecting, .refused, .repeating, .readingBody:
            // Trailers of a chunked body: nobody has asked for them.
            return .incomplete
        }
    }

    package mutating func body(_ count: Int) throws(OriginError) -> Piece {
        switch state {
        case .awaitingHead, .readingHead:
            throw .protocolError
        case .redirecting(let location, let discarded):
            state = .redirecting(to: location, discarded: discarded + count)
            return discarded + count > Self.longestDiscard ? .abandon : .discard
        case .refused(let discarded):
            state = .refused(discarded: discarded + count)
            return discarded + count > Self.longestDiscard ? .abandon : .discard
        case .repeating:
            return .abandon
        case .readingBody(var check):
            try check.received(count)
            state = .readingBody(check)
            return .deliver
        }
    }

    /// The response that has just begun is not wanted: the same is to be asked again.
    package mutating func repeats() {
        guard case .readingBody = state else { return }
        state = .refused(discarded: 0)
    }

    /// Takes the end of the transfer; `error` is what curl says, or nil if all went well.
    package mutating func ended(_ error: OriginError?) throws(OriginError) -> End {
        switch state {
        case .redirecting(let location, _):
            // However its body ended: where it points to is known.
            try redirects.follow(location)
            state = .awaitingHead
            return .askAgain
        case .refused:
            state = .awaitingHead
            return .askAgain
        case .repeating:
            decodesBody = false
            state = .awaitingHead
            return .askAgain
        case .awaitingHead, .readingHead:
            throw error ?? .protocolError
        case .readingBody(let check):
            if let error { throw error }
            try check.end()
            return .finished
        }
    }

    private mutating func headEnded(_ head: ResponseHead) throws(OriginError) -> Head {
        guard !head.isInterim else {
            interimHeads += 1
            guard interimHeads <= Self.maxInterimHeads else { throw .protocolError }
            state = .awaitingHead
            return .incomplete
        }
        let cookies = head.values("set-cookie")
        if let location = head.redirect, request.method.mayRepeat {
            state = .redirecting(to: location, discarded: 0)
            return .passing(cookies: cookies)
        }
        let encodings = head.contentEncodings
        let isKnown = Self.knownEncodings.isSuperset(of: encodings)
        // A HEAD speaks of the body that a GET would bring, which is the decoded one.
        let isDecoded =
            decodesBody && !encodings.isEmpty && (isKnown || request.method != .head)
        guard !isDecoded || isKnown else {
            guard request.method.mayRepeat else { throw .protocolError }
            state = .repeating
            return .passing(cookies: cookies)
        }
        let check = try ResponseCheck(
            head, to: request, allowsWhole: headers.allowWholeForRange, isDecoded: isDecoded)
        state = .readingBody(check)
        let response = OriginResponse(
            status: head.status,
            headers: isDecoded ? head.headersOfDecodedBody : head.headers,
            finalURL: url.text,
            contentLength: check.contentLength,
            contentRange: check.contentRange,
            endIsCertain: check.endIsCertain)
        return .response(response, cookies: cookies)
    }
}
