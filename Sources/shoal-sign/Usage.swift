/// The help text.
enum Usage {
    static let text = """
        Signs what a packaged content is: writes, beside each manifest, a list of the roots of all its
        segments. Engines that trust the key find the list there, fetch it while they play, and exchange
        those segments without asking a tracker's notary; bytes that disagree with it are never shared.

        usage: shoal-sign key [--out FILE]
               shoal-sign public-key FILE
               shoal-sign sign (--key FILE | --unsigned) [--content NAME] [--root DIR] PATH...

        key         make a publisher's key file, and print the public key in hexadecimal: what apps set
                    as P2PPlaybackOptions.publisherKeys
          --out FILE      where to (default: publisher.key); readable by its owner only, and never
                          overwritten
        public-key  print the public key of such a file again

        sign        write PATH.roots for each PATH: an HLS playlist, an MPD, or a media file; of a folder
                    for each manifest in it that no other one names, and each media file of no manifest.
                    The same bytes give the same list. Publish it with the rest; sign again whenever
                    segments change.
          --key FILE      the publisher's key file
          --unsigned      sign nothing: only for origins that apps believe over TLS
                          (P2PPlaybackOptions.trustsOriginRoots)
          --content NAME  the list holds only under this P2PPlaybackOptions.contentId
                          (default: under any)
          --root DIR      what the web server serves as /, where manifests name segments by absolute
                          paths (default: the folder named, or that of the file named)

        Low-latency parts, init segments, keys and playlists are not in the list: those come from the CDN,
        or are vouched for by the notary. What is at other sites is not either.

        exit status: 0 done, 1 the system refused, 2 a file is not valid or missing, 64 wrong usage

        shoal-sign key --out publisher.key
        shoal-sign sign --key publisher.key --content film-2026-001 /srv/www/film
        """
}
