package import Origin

extension OriginError {
    /// Whether the same request may well succeed a moment later.
    package var isPassing: Bool {
        switch self {
        case .resolveFailed, .connectFailed, .timedOut, .connectionLost, .shortBody,
            .protocolError, .internalFailure:
            true
        case .malformedURL, .refusedScheme, .forbiddenAddress, .tls, .rangeIgnored, .wrongRange,
            .tooManyRedirects, .tooLarge, .cancelledByClose:
            false
        }
    }
}
