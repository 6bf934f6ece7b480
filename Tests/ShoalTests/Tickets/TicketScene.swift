import Foundation

@testable import Shoal

/// A player and a backend that do as a test says, at a time that it says, and a screen.
@MainActor
final class TicketScene: PlayerSDK {
    struct Failure: Error {}

    struct Play: Equatable {
        let vid: String
        let position: Double
    }

    static let begin = Date(timeIntervalSince1970: 1_000_000)

    var now = TicketScene.begin
    var hasLicence = true
    /// What the backend says next, nil for a failure; the last one is said again and again.
    var answers: [PlaybackAnswer?] = []
    private(set) var requests: [(episode: Int, device: DeviceValues)] = []
    private(set) var states: [PlaybackState] = []
    private(set) var plays: [Play] = []
    private(set) var preloads: [String] = []
    private(set) var subtitles: [Int] = []
    var currentTime = 0.0
    var onError: ((any Error) -> Void)?
    private(set) lazy var controller = makeController()

    func deviceValues() throws -> DeviceValues {
        guard hasLicence, let values = DeviceValues(unionInfo: "device-1", drmKek: "key-1") else {
            throw Failure()
        }
        return values
    }

    func play(vid: String, playAuthToken: String, startAt seconds: Double) {
        plays.append(Play(vid: vid, position: seconds))
        currentTime = seconds
    }

    func preload(vid: String, playAuthToken: String) { preloads.append(vid) }

    func addSubtitles(_ subtitles: [PlaybackTicket.Subtitle]) {
        self.subtitles.append(subtitles.count)
    }

    func start(_ episode: Int) async {
        await controller.start(filmId: "film", episodeNo: episode)
    }

    /// Reports an error, and waits until what it causes is over.
    func fail() async {
        let before = states.count + requests.count
        onError?(Failure())
        for _ in 0..<1_000 where states.count + requests.count == before { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
    }

    func ticket(_ vid: String, minutes: Double = 30) -> PlaybackTicket {
        PlaybackTicket(
            vid: vid, playAuthToken: "canary-\(vid)", expires: now.addingTimeInterval(minutes * 60))
    }

    private func makeController() -> PlaybackController {
        let controller = PlaybackController(sdk: self, clock: { [unowned self] in now }) {
            [unowned self] _, episode, device in
            requests.append((episode, device))
            let answer = answers.count > 1 ? answers.removeFirst() : answers.first ?? nil
            guard let answer else { throw Failure() }
            return answer
        }
        controller.onState = { [unowned self] in states.append($0) }
        return controller
    }
}
