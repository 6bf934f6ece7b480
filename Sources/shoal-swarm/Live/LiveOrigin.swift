import Foundation

/// Publishes a channel in real time, in a folder that a web server serves.
///
/// A segment appears when its last frame has been captured, and its file goes some time after the
/// playlist no longer names it (RFC 8216, 6.2.2).
struct LiveOrigin: Sendable {
    private static let media = "live.m3u8"
    /// Players and engines must not take the first number that they see for the channel's first.
    private static let numbersBefore = 1_000

    /// What is served.
    let folder: URL
    /// The same files, of which none goes: what players got is held against them.
    let truth: URL
    private let channel: LiveChannel

    /// Puts up what a channel shows that has been on the air for a while.
    init(of video: URL, speed: Double, in work: WorkFolder) throws {
        let pieces = try LiveSource.pieces(in: video, speed: speed)
        let next = Self.numbersBefore + LiveChannel.window
        let onAir = LiveChannel(pieces: pieces, begin: .now).start(of: next)
        channel = LiveChannel(pieces: pieces, begin: .now - onAir)
        folder = work.file("channel")
        truth = work.file("truth")
        for folder in [folder, truth] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }
        for number in Self.numbersBefore..<next { try publish(number) }
        let playlist = channel.multivariantPlaylist(
            naming: Self.media, bandwidth: try Self.bandwidth(pieces))
        try Data(playlist.utf8).write(to: folder.appending(path: "master.m3u8"))
    }

    /// Goes on until it is cancelled.
    func run() async throws {
        var number = Self.numbersBefore + LiveChannel.window
        while true {
            let due = channel.begin + channel.start(of: number + 1)
            try await Task.sleep(for: .seconds(max(0, due.timeIntervalSinceNow)))
            try publish(number)
            try withdraw(number - 2 * LiveChannel.window - 1)
            number += 1
        }
    }

    private func publish(_ number: Int) throws {
        try link(channel.piece(number).file, channel.name(of: number))
        if let section = channel.piece(number).initialization,
            let name = channel.nameOfInitialization(of: number)
        {
            try link(section, name)
        }
        // Written beside its place and moved there: nobody reads a half.
        try Data(channel.playlist(upTo: number).utf8)
            .write(to: folder.appending(path: Self.media), options: .atomic)
    }

    private func withdraw(_ number: Int) throws {
        guard number >= Self.numbersBefore else { return }
        try FileManager.default.removeItem(at: folder.appending(path: channel.name(of: number)))
    }

    private func link(_ file: URL, _ name: String) throws {
        for folder in [folder, truth] {
            let link = folder.appending(path: name)
            guard !FileManager.default.fileExists(atPath: link.path) else { continue }
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        }
    }

    /// Bits a second of the segment that has most.
    private static func bandwidth(_ pieces: [LiveChannel.Piece]) throws -> Int {
        let rates = try pieces.map { piece in
            let size = try piece.file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
            return Double(size * 8) / piece.duration
        }
        return Int(rates.max() ?? 0)
    }
}
