import Glibc

/// How many descriptors this process may have.
package enum DescriptorLimit {
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// The limit that holds now.
    package static var current: Int {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }

    /// Asks for more, as far as the system lets this process have them; for programs, not for libraries.
    package static func raise(to wanted: Int) {
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(wanted) else {
            return
        }
        limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
        // With fewer than it asked for a program does less, and counts what it turns away.
        _ = unsafe setrlimit(resource, &limit)
    }
}
