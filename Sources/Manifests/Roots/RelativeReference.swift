/// The shortest way to write where one resource is, seen from another of the same site.
package enum RelativeReference {
    /// Nil where the two have not the same scheme and authority: no relative reference leads there.
    package static func text(of target: ResolvedURI, from base: ResolvedURI) -> String? {
        guard target.site == base.site else { return nil }
        let query = target.query.map { "?\($0)" } ?? ""
        let from = folders(of: base)
        let to = folders(of: target)
        let shared = zip(from, to).prefix { $0 == $1 }.count
        let steps =
            Array(repeating: "..", count: from.count - shared) + to[shared...].map(String.init)
        let path = (steps + [target.lastPathComponent]).joined(separator: "/")
        let first = path.prefix { $0 != "/" }
        // Such a beginning would be read as a scheme, or as an absolute path, or as nothing.
        let isPlain = !first.isEmpty && !first.contains(":")
        return (isPlain ? path : "./\(path)") + query
    }

    /// The folders that lead to a resource, from the top.
    private static func folders(of uri: ResolvedURI) -> [Substring] {
        let path = uri.path.split(separator: "/", omittingEmptySubsequences: false)
        // The path begins with a slash and ends with the name.
        return Array(path.dropFirst().dropLast())
    }
}
