import Primitives

extension SiteConfiguration {
    static let keys: [ConfigurationKey<SiteConfiguration>] = [
        ConfigurationKey(
            "origin", \.origin, ValueCodec.url.optional, change: .takesEffect,
            "where the site's paths begin at the origin: https://cdn.example/live/"),
        ConfigurationKey(
            "headers", \.headers, .headers, change: .takesEffect,
            "headers for the origin, by name; each a text or @FILE"),
        ConfigurationKey(
            "volatileParameters", \.volatileParameters, ValueCodec.text.list, change: .takesEffect,
            "query parameters that never change what is served, beside those known as such"),
        ConfigurationKey(
            "publisherKeys", \.publisherKeys, ValueCodec.text.list, change: .takesEffect,
            "who may say what the segments are (shoal-sign)"),
        ConfigurationKey(
            "trustsOriginRoots", \.trustsOriginRoots, .flag, change: .takesEffect,
            "whether lists count that nobody has signed, if they came over verified TLS"),
        ConfigurationKey(
            "pages", \.pages, ValueCodec.text.list, change: .takesEffect,
            "web pages whose scripts may play, as origins; * is every one"),
        ConfigurationKey(
            "bypass", \.bypass, ValueCodec.text.list, change: .takesEffect,
            "beginnings of paths that are passed through as they are"),
        ConfigurationKey(
            "files", \.files, ValueCodec.text.list, change: .takesEffect,
            "extensions of media files that are shared as they are"),
        ConfigurationKey(
            "prefetch", \.prefetch, ValueCodec.text.list, change: .takesEffect,
            "paths of playlists that are opened at the start and stay open"),
        ConfigurationKey(
            "prefetchesWhole", \.prefetchesWhole, .flag, change: .takesEffect,
            "whether every segment of those is fetched, not the first ones alone"),
        ConfigurationKey(
            "contents", \.contents, .whole(1...16_384), change: .takesEffect,
            "contents that are open at one time; what is beyond is passed through"),
        ConfigurationKey(
            "idle", \.idle, .seconds(1...604_800), change: .takesEffect,
            "seconds for which a content stays open that nobody asks for"),
    ]
}

extension ValueCodec where Value == [String: SecretText] {
    fileprivate static let headers = ValueCodec {
        .object($0.mapValues(ValueCodec<SecretText>.secret.encode))
    } decode: { value throws(ConfigurationProblem) in
        guard case .object(let values) = value else { throw .wanted("an object", value) }
        var headers: Value = [:]
        for (name, value) in values {
            do throws(ConfigurationProblem) {
                headers[name] = try ValueCodec<SecretText>.secret.decode(value)
            } catch {
                throw error.under(name)
            }
        }
        return headers
    }
}
