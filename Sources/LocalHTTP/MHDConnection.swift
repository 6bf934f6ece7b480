import CMicrohttpd
import Glibc

/// libmicrohttpd's side of one TCP connection, valid until its closing is notified.
@safe struct MHDConnection: Hashable {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    static func == (left: MHDConnection, right: MHDConnection) -> Bool {
        unsafe left.pointer == right.pointer
    }

    func hash(into hasher: inout Hasher) {
        unsafe hasher.combine(pointer)
    }

    /// What is known of it here, as it was given to libmicrohttpd: a look-up for each callback would be
    /// felt.
    var served: HTTPConnection? {
        unsafe shoal_mhd_socket_context(pointer).map {
            unsafe Unmanaged<HTTPConnection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    var descriptor: Int32 { unsafe shoal_mhd_descriptor(pointer) }
    var headerBytes: Int { unsafe shoal_mhd_header_size(pointer) }

    /// Has the system hold about so many bytes for the client, and not as many as it likes.
    func limitUnread(to bytes: Int) {
        var limit = Int32(bytes)
        // Refused, it would hold more: no answer suffers from that.
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_SNDBUF, &limit, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Takes the connection out of the daemon's hands; only inside one of its callbacks.
    func suspend() { unsafe MHD_suspend_connection(pointer) }

    /// Gives a suspended connection back; the daemon goes on with it in its next run.
    func resume() { unsafe MHD_resume_connection(pointer) }

    func hangUp() { unsafe shoal_mhd_hang_up(pointer) }

    func nudge() { unsafe shoal_mhd_nudge(pointer) }

    func reset() { unsafe shoal_mhd_reset(pointer) }

    /// False when the connection cannot take an answer any more.
    func queue(_ response: borrowing MHDResponse, status: Int) -> Bool {
        unsafe MHD_queue_response(pointer, UInt32(status), response.pointer) == .YES
    }

    /// The request as far as it can make a difference, if that is not more.
    func plainRequest(for target: String) -> PlainRequest? {
        var head = PlainHead()
        unsafe withUnsafeMutablePointer(to: &head) { head in
            _ = unsafe MHD_get_connection_values_n(
                pointer, .HEADER_KIND,
                { head, _, name, nameLength, value, valueLength in
                    let value = unsafe UnsafeRawBufferPointer(
                        start: value, count: value == nil ? 0 : valueLength)
                    unsafe head?.assumingMemoryBound(to: PlainHead.self).pointee.take(
                        text(name, count: nameLength), value)
                    return .YES
                }, head)
        }
        return head.request(for: target)
    }

    /// The headers in the order in which they came.
    func headers() -> [(String, String)] {
        var headers: [(String, String)] = []
        unsafe withUnsafeMutablePointer(to: &headers) { list in
            _ = unsafe MHD_get_connection_values_n(
                pointer, .HEADER_KIND,
                { list, _, name, nameLength, value, valueLength in
                    unsafe list?.assumingMemoryBound(to: [(String, String)].self).pointee.append(
                        (text(name, count: nameLength), text(value, count: valueLength)))
                    return .YES
                }, list)
        }
        return headers
    }
}

/// Without the white space that the parser leaves behind a value.
private func text(_ start: UnsafePointer<CChar>?, count: Int) -> String {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    let last = unsafe bytes.lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let length = last.map { $0 + 1 } ?? 0
    return unsafe String(decoding: bytes[..<length], as: UTF8.self)
}
