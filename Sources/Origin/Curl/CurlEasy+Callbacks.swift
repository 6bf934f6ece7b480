import CCurl
import Glibc
import Primitives

extension CurlEasy {
    enum BodyAnswer {
        case taken
        /// Keep the piece, and read nothing more, until `resume()`.
        case hold
        case stop
    }

    /// Connects curl's callbacks with `fetch`, which must outlive the handle's time in a multi
    /// handle.
    func setCallbacks(of fetch: OriginFetch) {
        let pointer = unsafe Unmanaged.passUnretained(fetch).toOpaque()
        unsafe setPointer(CURLOPT_HEADERDATA, pointer)
        unsafe setPointer(CURLOPT_WRITEDATA, pointer)
        unsafe setPointer(CURLOPT_OPENSOCKETDATA, pointer)
        unsafe setPointer(CURLOPT_PREREQDATA, pointer)
        unsafe shoal_easy_set_write_callback(handle, CURLOPT_HEADERFUNCTION) {
            bytes, size, count, fetch in
            guard let fetch = unsafe CurlEasy.fetch(fetch) else { return 0 }
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return fetch.headerArrived(unsafe CurlEasy.text(ofLine: line)) ? size * count : 0
        }
        unsafe shoal_easy_set_write_callback(handle, CURLOPT_WRITEFUNCTION) {
            bytes, size, count, fetch in
            guard let fetch = unsafe CurlEasy.fetch(fetch) else { return 0 }
            let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            switch unsafe fetch.bodyArrived(piece) {
            case .taken: return size * count
            case .hold: return Int(CURL_WRITEFUNC_PAUSE)
            case .stop: return size * count == 0 ? 1 : 0
            }
        }
        unsafe shoal_easy_set_open_socket_callback(handle) { fetch, _, address in
            guard let fetch = unsafe CurlEasy.fetch(fetch), let address = unsafe address,
                fetch.mayConnect(to: unsafe CurlEasy.ipAddress(address))
            else { return CURL_SOCKET_BAD }
            let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
            return unsafe socket(address.pointee.family, type, address.pointee.protocol)
        }
        unsafe shoal_easy_set_prereq_callback(handle) { fetch, _, _, _, _ in
            guard let fetch = unsafe CurlEasy.fetch(fetch) else { return CURL_PREREQFUNC_ABORT }
            fetch.requestGoesOut()
            return CURL_PREREQFUNC_OK
        }
    }

    func resume() {
        // An error of the piece that was held back is reported by the transfer's end.
        unsafe curl_easy_pause(handle, CURLPAUSE_CONT)
    }

    private static func fetch(_ pointer: UnsafeMutableRawPointer?) -> OriginFetch? {
        unsafe pointer.map { unsafe Unmanaged.fromOpaque($0).takeUnretainedValue() }
    }

    private static func text(ofLine line: UnsafeRawBufferPointer) -> String {
        var end = line.endIndex
        while end > 0, unsafe line[end - 1] == 0x0a || line[end - 1] == 0x0d { end -= 1 }
        return unsafe String(decoding: line[..<end], as: UTF8.self)
    }

    /// Nil for a family that is not of the internet.
    private static func ipAddress(_ address: UnsafeMutablePointer<curl_sockaddr>) -> IPAddress? {
        // The structure has room for one kind of address, but more of it lies behind.
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let raw = unsafe UnsafeRawPointer(address) + offset
        switch unsafe address.pointee.family {
        case AF_INET:
            let v4 = unsafe raw.loadUnaligned(as: sockaddr_in.self)
            return .v4(UInt32(bigEndian: v4.sin_addr.s_addr))
        case AF_INET6:
            let v6 = unsafe raw.loadUnaligned(as: sockaddr_in6.self)
            return unsafe withUnsafeBytes(of: v6.sin6_addr) { bytes in
                unsafe .v6(
                    high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
            }
        default:
            return nil
        }
    }
}
