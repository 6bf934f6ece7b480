package import Foundation
import Primitives

extension NodeConfiguration {
    /// What a configuration file may have at most.
    private static let longestFile = 1 << 20

    /// Reads a file of JSON5, with defaults for what it does not say.
    ///
    /// Throws `ConfigurationProblem`.
    package static func read(from path: String) throws(ConfigurationProblem) -> NodeConfiguration {
        let data: Data?
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { file.closeFile() }
            data = try file.read(upToCount: longestFile + 1)
        } catch {
            throw ConfigurationProblem("", "\(path) cannot be read")
        }
        guard (data?.count ?? 0) <= longestFile else {
            throw ConfigurationProblem("", "\(path) is longer than a configuration may be")
        }
        return try NodeConfiguration(parsing: data ?? Data())
    }

    /// Throws `ConfigurationProblem`.
    package init(parsing text: Data) throws(ConfigurationProblem) {
        self.init()
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let value: JSON
        do {
            value = try decoder.decode(JSON.self, from: text)
        } catch DecodingError.dataCorrupted(let context) {
            throw ConfigurationProblem("", "this is not JSON5\(Self.place(context))")
        } catch {
            throw ConfigurationProblem("", "this is not JSON5")
        }
        guard case .object(let values) = value else { throw .wanted("an object", value) }
        try apply(values)
    }

    private mutating func apply(
        _ values: [String: JSON]
    ) throws(ConfigurationProblem) {
        try values.write(to: &self, by: Self.keys, besides: [Self.sitesKey])
        guard let value = values[Self.sitesKey] else { return }
        guard case .object(let all) = value else {
            throw ConfigurationProblem.wanted("an object", value).under(Self.sitesKey)
        }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) {
            do throws(ConfigurationProblem) {
                guard case .object(let values) = value else { throw .wanted("an object", value) }
                var site = SiteConfiguration()
                try values.write(to: &site, by: SiteConfiguration.keys)
                sites[name] = site
            } catch {
                throw error.under("\(Self.sitesKey).\(name)")
            }
        }
    }

    /// What the decoder says of where it stopped.
    private static func place(_ context: DecodingError.Context) -> String {
        guard let error = context.underlyingError else { return "" }
        let text = (error as NSError).userInfo["NSDebugDescription"] as? String
        return text.map { ": \($0)" } ?? ""
    }
}
