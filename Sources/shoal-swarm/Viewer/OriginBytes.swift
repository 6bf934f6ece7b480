import Foundation

/// The origin's own bytes.
enum OriginBytes: Sendable {
    /// From the folder that the origin serves at its root, so that nothing is counted twice.
    case folder(String)
    /// From somebody else's origin, a second time.
    case network(HTTPFetch)

    func bytes(of resource: Resource) async throws -> Data {
        switch self {
        case .network(let http):
            return try await http.body(resource)
        case .folder(let folder):
            let file = try FileHandle(forReadingFrom: URL(filePath: folder + resource.url.path))
            guard let range = resource.range else { return try file.readToEnd() ?? Data() }
            try file.seek(toOffset: UInt64(range.lowerBound))
            return try file.read(upToCount: range.count) ?? Data()
        }
    }
}
