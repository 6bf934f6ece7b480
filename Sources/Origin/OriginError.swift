/// Why a fetch ended without its whole body.
///
/// An error status of the origin is none of these: it is a response like any other. No case
/// carries text, so that no URL and no header can reach a log through an error.
package enum OriginError: Error, Hashable, Sendable {
    /// The URL, or the one that a redirect led to, cannot be read.
    case malformedURL
    /// Neither http nor https, or plain http where the policy refuses it.
    case refusedScheme
    /// Every address of the host that was tried is one that the policy refuses.
    case forbiddenAddress
    case resolveFailed
    case connectFailed
    /// No connection within the connect time-out, or no byte within the progress time-out.
    case timedOut
    /// No TLS connection, or the certificate did not verify.
    case tls
    /// The connection broke before the end.
    case connectionLost
    /// The origin ended the body before the length that it had declared.
    case shortBody
    /// The whole resource came where a part of it was asked for; nothing of it was delivered.
    case rangeIgnored
    /// The origin answered another part than the one asked for.
    case wrongRange
    case tooManyRedirects
    /// More bytes than the request allows, declared or sent.
    case tooLarge
    /// What the origin sent is not HTTP, or contradicts itself.
    case protocolError
    /// The client was closed while the fetch was in flight.
    case cancelledByClose
    /// curl itself failed, with this code: out of memory, out of descriptors, a missing CA file.
    case internalFailure(Int32)
}
