import Glibc
package import Primitives

/// The service manager that started this process, if it wants to hear how it is: systemd's notify protocol.
///
/// One datagram for each word, to the socket that the environment names. Nothing depends on its arrival.
package struct ServiceManager: Sendable {
    package enum Word: Hashable, Sendable {
        case ready
        /// It reads its configuration again, since this moment of the monotonic clock; `ready` follows.
        case reloading(Moment)
        case stopping
        /// It is alive; due in each `watchdogInterval`.
        case alive
        /// One line for a person.
        case status(String)

        var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading(let moment):
                "RELOADING=1\nMONOTONIC_USEC=\(moment.nanoseconds / 1_000)"
            case .stopping: "STOPPING=1"
            case .alive: "WATCHDOG=1"
            case .status(let text): "STATUS=\(text.filter { !$0.isNewline })"
            }
        }
    }

    private let address: [UInt8]
    /// How often `alive` is due, at half of what the manager waits; nil when it does not.
    package let watchdogInterval: Duration?

    /// Nil where nobody wants to hear anything.
    package init?(environment: [String: String], process: Int32 = getpid()) {
        guard let name = environment["NOTIFY_SOCKET"], name.hasPrefix("/") || name.hasPrefix("@"),
            name.utf8.count < Self.longestName
        else { return nil }
        // An abstract name begins with a zero byte and has no other end than its length.
        address = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8) + [0]
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        watchdogInterval = isMeant && microseconds > 0 ? .microseconds(microseconds / 2) : nil
    }

    /// Returns whether the manager's socket has taken it.
    @discardableResult
    package func tell(_ word: Word) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Self.closeOnExec, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: address) }
        let length = socklen_t(Self.pathOffset + address.count)
        let bytes = Array(word.text.utf8)
        let sent = unsafe withUnsafePointer(to: &target) { target in
            unsafe target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                unsafe sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT),
                    target,
                    length)
            }
        }
        return sent == bytes.count
    }

    private static let longestName = 108
    private static let pathOffset = MemoryLayout<sa_family_t>.size
    private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
}
