import EventLoop
import LocalHTTP
import Manifests

/// What a content of a site is asked for, by everybody who plays it.
extension PlayerProxy {
    /// Whether anything is known of what is there.
    func knows(_ uri: ResolvedURI) -> Bool {
        resources.named(uri) != nil || dash.manifests.values.contains { $0.entry(at: uri) != nil }
    }

    /// Answers for what is there; false if nothing is known of it.
    func answer(_ answer: Answer, at uri: ResolvedURI) -> Bool {
        if let missing = missing.answer(for: uri, at: loop.now) {
            answer.give(missing)
            return true
        }
        if let resource = resources.named(uri) {
            self.answer(answer, with: cloned(resource, query: answer.exchange.request.query))
            return true
        }
        for (manifest, opened) in dash.manifests {
            guard let entry = opened.entry(at: uri) else { continue }
            give(entry, of: manifest, at: uri, answer)
            return true
        }
        return false
    }

    /// Answers with a playlist that is said to belong to the content, or is another viewer's copy of it.
    func answer(_ answer: Answer, withPlaylistAt uri: ResolvedURI) {
        _ = resources.number(of: .playlist(uri))
        self.answer(answer, with: .playlist(uri))
    }
}
