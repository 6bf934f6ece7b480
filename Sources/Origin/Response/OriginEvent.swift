/// What a fetch reports: a response, its body in pieces, and one end.
///
/// `finished` or `failed` comes exactly once and last, unless the fetch is cancelled: then nothing
/// comes any more.
@safe package enum OriginEvent: @unchecked Sendable {
    case response(OriginResponse)
    /// Valid during the call only.
    case body(UnsafeRawBufferPointer)
    case finished
    case failed(OriginError)
}
