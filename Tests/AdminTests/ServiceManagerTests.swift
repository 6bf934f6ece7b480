import Admin
import Foundation
import Glibc
import Primitives
import Testing

struct ServiceManagerTests {
    /// Where a service manager would listen.
    private struct FakeManager: ~Copyable {
        let descriptor: Int32

        /// A name that begins with @ is an abstract one.
        init(_ name: String) {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let path = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
            let length = socklen_t(
                MemoryLayout<sa_family_t>.size + path.count + (name.hasPrefix("@") ? 0 : 1))
            let bound = unsafe withUnsafePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, length)
                }
            }
            precondition(bound == 0, "bind: \(errno)")
        }

        deinit { close(descriptor) }

        /// The next word, which is there already; nil if none is.
        func next() -> String? {
            var bytes = [UInt8](repeating: 0, count: 512)
            let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    private static let path =
        FileManager.default.temporaryDirectory.appending(path: "shoal-notify-\(getpid())").path

    @Test(arguments: [path, "@shoal-notify-\(getpid())"])
    func `every word reaches the manager`(_ name: String) throws {
        defer { unsafe unlink(name) }
        let fake = FakeManager(name)
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": name]))
        for (word, text) in [
            (ServiceManager.Word.ready, "READY=1"), (.stopping, "STOPPING=1"),
            (.alive, "WATCHDOG=1"), (.status("fine\nREADY=1"), "STATUS=fineREADY=1"),
            (
                .reloading(Moment(nanoseconds: 5_000_000)),
                "RELOADING=1\nMONOTONIC_USEC=5000"
            ),
        ] {
            #expect(manager.tell(word))
            #expect(fake.next() == text)
        }
        #expect(fake.next() == nil)
    }

    @Test(arguments: [
        [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "relative"],
        ["NOTIFY_SOCKET": "vsock:2:1234"],
        ["NOTIFY_SOCKET": "/" + String(repeating: "a", count: 200)],
    ])
    func `without a socket nobody is told`(_ environment: [String: String]) {
        #expect(ServiceManager(environment: environment) == nil)
    }

    @Test func `a manager that is gone costs nothing`() throws {
        let manager = try #require(
            ServiceManager(environment: ["NOTIFY_SOCKET": "/nowhere/at/all"]))
        #expect(!manager.tell(.ready))
    }

    @Test(arguments: [
        ([:], nil), (["WATCHDOG_USEC": "4000000"], Duration.seconds(2)),
        (["WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "7"], .seconds(2)),
        (["WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "0"], nil),
        (["WATCHDOG_USEC": "much"], nil),
    ])
    func `the watchdog is told twice as often as it asks`(
        _ environment: [String: String], _ interval: Duration?
    ) throws {
        let whole = environment.merging(["NOTIFY_SOCKET": "/run/x"]) { $1 }
        let manager = try #require(ServiceManager(environment: whole, process: 7))
        #expect(manager.watchdogInterval == interval)
    }
}
