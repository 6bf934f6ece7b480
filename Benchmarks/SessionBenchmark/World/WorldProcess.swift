import Foundation
import Processes

/// A part of the world, seen from the process that is measured.
struct WorldProcess: Sendable {
    /// What it printed first: a port, an SDK key, or that it is ready.
    let word: String
    private let child: ChildProcess

    private init(_ part: World.Part, _ words: [String]) throws {
        child = try ChildProcess([World.flag, part.rawValue] + words)
        word = try child.line()
        guard !word.isEmpty else { throw CocoaError(.executableLoad) }
    }

    static func origin(delay milliseconds: Int) throws -> WorldProcess {
        try WorldProcess(.origin, ["\(milliseconds)"])
    }

    static func tracker(absentPeersAt port: UInt16? = nil) throws -> WorldProcess {
        try WorldProcess(.tracker, [port.map { "\($0)" } ?? "-"])
    }

    static func peers(_ count: Int, key: String, of url: URL) throws -> WorldProcess {
        try WorldProcess(.peers, [key, url.absoluteString, "\(count)"])
    }

    /// Its sockets go on taking connections and bytes, and answer nothing.
    func fallSilent() { child.send(SIGSTOP) }

    func goOn() { child.send(SIGCONT) }

    /// The system closes its sockets.
    func end() throws {
        goOn()
        try child.closeInput()
        child.waitUntilExit()
    }
}
