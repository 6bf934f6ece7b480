package import Manifests
package import Origin

extension FileVersion {
    /// The version that an answer to a range speaks of; nil if it says too little.
    package init?(_ response: OriginResponse) {
        guard response.status == 206, let length = response.contentRange?.total else { return nil }
        self.init(
            length: length, entityTag: response.first("ETag"),
            lastModified: response.first("Last-Modified"))
    }

    /// Whether an answer to a range is of this version.
    package func agrees(with response: OriginResponse) -> Bool {
        agrees(
            length: response.contentRange?.total, entityTag: response.first("ETag"),
            lastModified: response.first("Last-Modified"))
    }

    /// What goes with a request for a piece: on a changed file the whole is the answer, and no player
    /// of a file reads what a radio station writes between the sounds.
    func headers(from headers: [OriginHeader]) -> [OriginHeader] {
        headers.filter { $0.name.lowercased() != "icy-metadata" }
            + (entityTag.map { [("If-Range", $0)] } ?? [])
    }
}
