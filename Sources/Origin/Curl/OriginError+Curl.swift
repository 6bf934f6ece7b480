import CCurl

extension OriginError {
    /// What a code of curl means; nil for success.
    init?(_ code: CURLcode) {
        switch code {
        case CURLE_OK: return nil
        case CURLE_URL_MALFORMAT: self = .malformedURL
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .resolveFailed
        case CURLE_COULDNT_CONNECT: self = .connectFailed
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut
        case CURLE_PARTIAL_FILE: self = .shortBody
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND:
            self = .connectionLost
        case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_CLIENTCERT:
            self = .tls
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM,
            CURLE_CHUNK_FAILED,
            CURLE_BAD_CONTENT_ENCODING, CURLE_RANGE_ERROR:
            // The scheme has been looked at before: what is unsupported is the answer, HTTP/0.9.
            self = .protocolError
        default: self = .internalFailure(Int32(bitPattern: code.rawValue))
        }
    }
}
