import Engine
import EventLoop
import Manifests
import Origin

/// Looks into a file, at as few places as tell, for how long it plays.
actor PlayingTimeSearch {
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe loop.asUnownedSerialExecutor()
    }

    private nonisolated let loop: UVEventLoop
    private let file: SharedFile
    private let client: OriginClient
    private let headers: [OriginHeader]
    private let count: @Sendable (Int) -> Void
    private let onTime: @Sendable (Duration?) -> Void
    private var fetch: BodyFetch?
    private var looks = 0

    init(
        of file: SharedFile, client: OriginClient, headers: [OriginHeader],
        count: @escaping @Sendable (Int) -> Void, on loop: UVEventLoop,
        onTime: @escaping @Sendable (Duration?) -> Void
    ) {
        self.file = file
        self.client = client
        self.headers = headers
        self.count = count
        self.loop = loop
        self.onTime = onTime
    }

    /// The time is told during the call, if the first bytes of the file tell it.
    func begin(_ firstBytes: [UInt8]) { read(firstBytes, at: 0) }

    func cancel() {
        fetch?.assumeIsolated { $0.cancel() }
        fetch = nil
    }

    private func read(_ bytes: [UInt8], at offset: Int) {
        looks += 1
        switch PlayingTime.clue(bytes, at: offset, ofFile: file.version.length) {
        case .plays(let time): onTime(time)
        case .look(let place) where looks < PlayingTime.mostLooks: look(at: place)
        case .look, .nothing: onTime(nil)
        }
    }

    private func look(at place: Int) {
        fetch = BodyFetch.bytes(
            PlayingTime.glance, at: place, of: file.url, headers: headers, client: client, on: loop
        ) { [weak self] response, bytes in
            self?.assumeIsolated { $0.found(response, bytes, at: place) }
        }
    }

    private func found(_ response: OriginResponse?, _ bytes: [UInt8], at place: Int) {
        count(bytes.count)
        guard let response, file.version.agrees(with: response) else { return onTime(nil) }
        read(bytes, at: place)
    }
}
