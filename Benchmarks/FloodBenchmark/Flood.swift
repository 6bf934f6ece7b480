import Glibc
import Primitives

/// Connections that never say anything, from as many networks as there are.
///
/// A fixed number a second is made, and the newest of them are kept open: what the victim closes stays
/// here until its turn. Used on one thread at a time.
struct Flood: ~Copyable {
    struct Size: Sendable {
        /// Kept open at a time.
        var open = 10_000
        var perSecond = 5_000
        /// Made in all.
        var connections = 50_000
    }

    /// A step of the clock by which the rate is kept.
    private static let tick = Duration.milliseconds(2)

    private let victim: UInt16
    private let size: Size
    private var sockets: [Int32] = []
    private var made = 0
    /// Those that the system did not make, for want of descriptors or ports.
    private(set) var failed = 0

    init(at victim: UInt16, _ size: Size) {
        self.victim = victim
        self.size = size
        sockets.reserveCapacity(size.open)
    }

    /// Makes all connections, at the rate or as fast as the machine can, and returns how long that took.
    mutating func run() -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        while made < size.connections {
            let due = Int((clock.now - start) / .seconds(1) * Double(size.perSecond))
            while made < min(due, size.connections) { connect() }
            var pause = timespec(tv_sec: 0, tv_nsec: Self.tick.nanoseconds)
            unsafe nanosleep(&pause, nil)
        }
        return clock.now - start
    }

    /// Lets go of everything at once.
    mutating func end() {
        for socket in sockets { close(socket) }
        sockets = []
    }

    private mutating func connect() {
        let socket = Glibc.socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        defer { made += 1 }
        guard socket >= 0, bindsAndConnects(socket) else {
            failed += 1
            if socket >= 0 { close(socket) }
            return
        }
        guard sockets.count == size.open else { return sockets.append(socket) }
        let oldest = made % size.open
        close(sockets[oldest])
        sockets[oldest] = socket
    }

    /// Each of 65,000 networks /24 of this machine in turn, but for the honest one.
    private func bindsAndConnects(_ socket: Int32) -> Bool {
        let network = UInt32(256 + made % 65_000)
        var source = Self.address(0x7f00_0001 + network << 8, port: 0)
        var target = Self.address(0x7f00_0001, port: victim)
        let isBound = unsafe withUnsafePointer(to: &source) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket, $0, Self.addressSize)
            }
        }
        guard isBound == 0 else { return false }
        let isConnected = unsafe withUnsafePointer(to: &target) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(socket, $0, Self.addressSize)
            }
        }
        return isConnected == 0 || errno == EINPROGRESS
    }

    private static let addressSize = socklen_t(MemoryLayout<sockaddr_in>.size)

    private static func address(_ ip: UInt32, port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = ip.bigEndian
        address.sin_port = port.bigEndian
        return address
    }
}

extension Duration {
    fileprivate var nanoseconds: Int { Int(components.attoseconds / 1_000_000_000) }
}
