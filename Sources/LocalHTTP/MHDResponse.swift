import CMicrohttpd
import EventLoop

/// An answer in libmicrohttpd's form; a connection that it was queued on keeps it alive.
@safe struct MHDResponse: ~Copyable {
    /// One read of a body; a segment's chunk is 32 KiB, and the rest of a segment is at hand or not.
    private static let blockSize = 128 * 1024
    /// Up to this size a body is handed over at once and leaves in one packet with its head.
    private static let smallBody = 32 * 1024

    let pointer: OpaquePointer

    /// Nil when memory is short.
    init?(_ response: HTTPResponse, for exchange: HTTPExchange) {
        switch response.body {
        case .bytes(let bytes) where bytes.count > Self.smallBody:
            let reader = BodyReader(
                source: HTTPBodySource(bytes), length: bytes.count, exchange: exchange)
            unsafe self.init(Self.make(reader), headers: response.headers)
        case .stream(let length, let source) where length != 0:
            let reader = BodyReader(source: source, length: length, exchange: exchange)
            unsafe self.init(Self.make(reader), headers: response.headers)
        case .bytes(let bytes):
            exchange.hands(over: bytes.count)
            unsafe self.init(Self.make(bytes), headers: response.headers)
        case .stream:
            unsafe self.init(Self.make([]), headers: response.headers)
        }
    }

    /// For any number of connections.
    init?(_ head: ReadyAnswer.Head, _ body: HeldBytes) {
        unsafe self.init(Self.make(body), headers: HTTPResponse.unframed(head.headers))
    }

    init?(_ refusal: RequestRefusal, _ limits: HTTPLimits) {
        unsafe self.init(Self.make([]), headers: refusal.headers(limits))
    }

    deinit {
        unsafe MHD_destroy_response(pointer)
    }

    private init?(_ pointer: OpaquePointer?, headers: [(String, String)]) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
        for (name, value) in headers {
            // What does not fit on one line is refused there, and the answer goes without it.
            _ = unsafe MHD_add_response_header(pointer, name, value)
        }
    }

    private static func make(_ bytes: [UInt8]) -> OpaquePointer? {
        var bytes = bytes
        return unsafe bytes.withUnsafeMutableBytes { body in
            unsafe MHD_create_response_from_buffer(
                body.count, body.baseAddress, .RESPMEM_MUST_COPY)
        }
    }

    private static func make(_ held: HeldBytes) -> OpaquePointer? {
        let context = unsafe Unmanaged.passRetained(held)
        let made = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
            held.count,
            // It reads them only, although its type says more.
            UnsafeMutableRawPointer(mutating: held.bytes.baseAddress),
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<HeldBytes>.fromOpaque(context).release()
            },
            context.toOpaque())
        if unsafe made == nil { unsafe context.release() }
        return unsafe made
    }

    private static func make(_ reader: BodyReader) -> OpaquePointer? {
        let length = reader.length.map(UInt64.init) ?? .max
        let context = unsafe Unmanaged.passRetained(reader)
        let made = unsafe MHD_create_response_from_callback(
            length, min(Self.blockSize, reader.length ?? Self.blockSize),
            { context, position, buffer, count in
                guard let context = unsafe context, let buffer = unsafe buffer else {
                    return BodyReader.failed
                }
                return unsafe Unmanaged<BodyReader>.fromOpaque(context).takeUnretainedValue().read(
                    at: Int(position),
                    into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
            },
            context.toOpaque(),
            { context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<BodyReader>.fromOpaque(context).release()
            })
        if unsafe made == nil { unsafe context.release() }
        return unsafe made
    }
}
