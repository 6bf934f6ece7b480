import Foundation
import Manifests

/// A folder as a web server would serve it: paths of files, and the URIs that stand for them.
struct PackageTree {
    private static let site = "http://tree.invalid"
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/".utf8)

    /// The folder, without a slash at the end.
    let root: String

    init(root: String) {
        self.root = URL(fileURLWithPath: root).standardizedFileURL.path
    }

    /// Nil for what is not in the tree.
    func uri(of path: String) -> ResolvedURI? {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        let prefix = root == "/" ? "/" : root + "/"
        guard path.hasPrefix(prefix) else { return nil }
        let escaped = path.utf8.dropFirst(prefix.utf8.count).map { byte in
            Self.plain.contains(byte)
                ? String(UnicodeScalar(byte)) : String(format: "%%%02X", Int(byte))
        }
        return ResolvedURI("\(Self.site)/" + escaped.joined())
    }

    /// Where a URI's file is; nil if it is at another site.
    func path(of uri: ResolvedURI) throws(SignError) -> String? {
        guard uri.site == Self.site else { return nil }
        let path = uri.decodedPath
        let isInside = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
            .allSatisfy { $0 != Array("..".utf8)[...] && !$0.contains(0) }
        guard isInside, let text = String(validating: path, as: UTF8.self) else {
            throw .badFile("\(uri.path) is no file of \(root)")
        }
        return root + text
    }

    /// All files below a folder, in order.
    static func files(below folder: String) throws(SignError) -> [String] {
        guard let names = FileManager.default.enumerator(atPath: folder) else {
            throw .failed("\(folder) cannot be read")
        }
        return names.compactMap { $0 as? String }.map { "\(folder)/\($0)" }.sorted()
    }
}
