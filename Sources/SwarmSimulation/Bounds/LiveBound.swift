/// The most that peers can take off the CDN while everyone watches the same moment of a live stream.
///
/// Formulas of the scheduling note, "What bounds offload". Rates are in multiples of the bitrate.
package struct LiveBound: Sendable, Equatable {
    /// Viewers at one time.
    package let viewers: Double
    /// What a viewer uploads on average: u/r.
    package let upload: Double
    /// What all edge nodes upload together.
    package let edgeUpload: Double

    package init(viewers: Double, upload: Double, edgeUpload: Double = 0) {
        precondition(viewers > 0, "somebody has to watch")
        self.viewers = viewers
        self.upload = upload
        self.edgeUpload = edgeUpload
    }

    /// 1 − 1/N: somebody has to fetch each segment, whoever passes it on.
    package var ofOneCopy: Double { 1 - 1 / max(1, viewers) }

    /// (N·u + edges) / N·r: what the uplinks carry of what is watched.
    package var ofUplinks: Double { (viewers * upload + edgeUpload) / viewers }

    package var offload: Double { min(ofOneCopy, ofUplinks) }

    /// 1 − 1/(d + 1): every neighbourhood of a peer and its d neighbours has a fetcher of its own.
    ///
    /// Those `besideEdges`, viewers who are connected to an edge node, leave it to that one.
    package func neighbourLocal(degree: Int, besideEdges: Int = 0) -> Double {
        let served = min(1, Double(besideEdges) / viewers)
        let fetchers = (1 - served) / Double(degree + 1)
        return min(ofOneCopy, 1 - fetchers - (served > 0 ? 1 / viewers : 0))
    }
}
