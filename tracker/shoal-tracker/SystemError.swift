import Glibc

enum SystemError {
    /// What the system says of the call that just failed.
    static var last: String {
        unsafe String(cString: strerror(errno))
    }
}
