import CLibUV

/// An error of the operating system, as libuv numbers it.
package struct LoopError: Error, Hashable, Sendable {
    /// A negative `uv_errno_t`.
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    private init(_ code: uv_errno_t) {
        self.code = code.rawValue
    }

    /// The loop stopped, or the attempt was given up.
    package static let canceled = LoopError(UV_ECANCELED)
    package static let connectionRefused = LoopError(UV_ECONNREFUSED)
    package static let connectionReset = LoopError(UV_ECONNRESET)
    package static let addressInUse = LoopError(UV_EADDRINUSE)
    package static let brokenPipe = LoopError(UV_EPIPE)
    package static let tooManyFiles = LoopError(UV_EMFILE)

    /// Throws what a libuv call returned when that is an error.
    @discardableResult
    static func check(_ result: Int32) throws(LoopError) -> Int32 {
        guard result >= 0 else { throw LoopError(code: result) }
        return result
    }

    /// The symbolic name, such as `ECONNREFUSED`.
    package var name: String { unsafe String(cString: uv_err_name(code)) }
}

extension LoopError: CustomStringConvertible {
    package var description: String {
        "\(name): \(unsafe String(cString: uv_strerror(code)))"
    }
}
