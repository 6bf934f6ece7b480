import CCurl
import Primitives

/// Owns one easy handle of curl and sets what holds for every request.
///
/// Options that curl refuses here would be a fault of this build, not of any input.
@safe final class CurlEasy {
    /// Tells handles apart, also where curl names them.
    struct ID: Hashable {
        private let address: UInt

        init(_ handle: UnsafeMutableRawPointer) {
            address = UInt(bitPattern: handle)
        }
    }

    let handle: UnsafeMutableRawPointer
    /// curl reads the list for as long as the transfer lasts.
    private var headerList: UnsafeMutablePointer<curl_slist>?
    /// How radio stations of the first days begin their answers.
    private let statusAliases: UnsafeMutablePointer<curl_slist>?

    init(_ configuration: OriginConfiguration) {
        guard let handle = unsafe curl_easy_init() else {
            preconditionFailure("no memory for a curl handle")
        }
        unsafe self.handle = unsafe handle
        unsafe statusAliases = unsafe curl_slist_append(nil, "ICY ")
        setLimits(configuration)
        setHygiene()
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headerList)
        unsafe curl_slist_free_all(statusAliases)
    }

    var id: ID { unsafe ID(handle) }

    /// Sets what to ask next; the handle must not be in a multi handle.
    func prepare(_ request: OriginRequest, url: String, headers: [OriginHeader], decodes: Bool) {
        set(CURLOPT_URL, url)
        setMethod(request.method)
        unsafe shoal_easy_set_offset(
            handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.maxLength))
        if let range = request.byteRange { set(CURLOPT_RANGE, range.text) }
        // This both asks for the plain form and has curl decode what comes encoded all the same.
        set(CURLOPT_ACCEPT_ENCODING, decodes ? "identity" : nil)
        unsafe curl_slist_free_all(headerList)
        unsafe headerList = nil
        for header in headers {
            // To curl, "name:" means not to send the header at all.
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
            unsafe headerList = unsafe curl_slist_append(headerList, line)
        }
        unsafe shoal_easy_set_list(handle, CURLOPT_HTTPHEADER, headerList)
    }

    private func setMethod(_ method: OriginRequest.Method) {
        set(CURLOPT_NOBODY, method == .head ? 1 : 0)
        guard case .post(let body) = method else { return }
        set(CURLOPT_POST, 1)
        unsafe shoal_easy_set_offset(
            handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        unsafe body.withUnsafeBytes { body in
            let code = unsafe shoal_easy_copy_post(handle, body.baseAddress)
            precondition(code == CURLE_OK, "curl cannot copy a body")
        }
        // A connection that has served before may be dead, and curl would then send this twice.
        set(CURLOPT_FRESH_CONNECT, 1)
        set(CURLOPT_FORBID_REUSE, 1)
    }

    func set(_ option: CURLoption, _ value: Int) {
        let code = unsafe shoal_easy_set_long(handle, option, value)
        precondition(code == CURLE_OK, "curl option \(option.rawValue)")
    }

    func set(_ option: CURLoption, _ value: String?) {
        let code = unsafe shoal_easy_set_string(handle, option, value)
        precondition(code == CURLE_OK, "curl option \(option.rawValue)")
    }

    func setPointer(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
        let code = unsafe shoal_easy_set_pointer(handle, option, value)
        precondition(code == CURLE_OK, "curl option \(option.rawValue)")
    }

    private func setLimits(_ configuration: OriginConfiguration) {
        let milliseconds = configuration.connectTimeout.wholeNanoseconds / 1_000_000
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(milliseconds)))
        if let file = configuration.certificateAuthorities { set(CURLOPT_CAINFO, file) }
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        set(CURLOPT_BUFFERSIZE, 128 << 10)
    }

    /// Turns off all that curl would do by itself, on the environment's or the origin's word.
    private func setHygiene() {
        set(CURLOPT_NOSIGNAL, 1)
        // Without it, leaving a fetch waits for a name server that does not answer.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        // Redirects are followed by us: curl would send an app's own headers to any host.
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_AUTOREFERER, 0)
        set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "*")
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_HTTP09_ALLOWED, 0)
        unsafe shoal_easy_set_list(handle, CURLOPT_HTTP200ALIASES, statusAliases)
    }
}
