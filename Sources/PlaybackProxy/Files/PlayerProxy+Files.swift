import Engine

extension PlayerProxy {
    /// Why the media file that the application opened comes from the origin alone, if it does.
    package var passedThroughReason: PassedThroughReason? {
        files.assumeIsolated { $0.reason }
    }

    func makeFiles() -> FileDelivery {
        FileDelivery(
            session: session, client: client, keys: keys,
            links: FileDelivery.Links(
                headers: { [unowned self] uri in
                    assumeIsolated { $0.originHeaders.headers(for: uri) }
                },
                count: { [weak self] count in self?.assumeIsolated { $0.count(count) } },
                passThrough: { [weak self] resource, answer in
                    self?.assumeIsolated { $0.passThrough(resource, answer) }
                },
                readPlaylist: { [weak self] resource, answer in
                    self?.assumeIsolated { $0.playlist(resource, answer) }
                },
                found: { [weak self] resource, version in
                    self?.assumeIsolated {
                        $0.lookForRoots(of: resource, at: resource.uri, version: version)
                    }
                }),
            on: loop)
    }
}
