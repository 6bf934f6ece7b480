/// What a player says of itself beside one request (Common Media Client Data, CTA-5004), as far as
/// it matters to whoever brings the bytes.
///
/// It comes in the query parameter `CMCD`, in the headers `CMCD-Object`, `-Request`, `-Status` and
/// `-Session`, or as JSON in the place of either; players differ, and so what is not understood is
/// passed over and the rest counts. Version 2's lists of values count by their least.
package struct CMCD: Hashable, Sendable {
    package enum ObjectType: Sendable {
        case audio, video, muxed, manifest, initSegment, caption, timedText, key, other
    }

    /// `bl`: continuous media that the player holds of the kind that it asks for.
    package var bufferLength: Duration?
    /// `dl`: time after which playback suffers without the first of the bytes.
    package var deadline: Duration?
    /// `pr`: media seconds per second.
    package var playbackRate: Double?
    /// `su`, or `sta` of one that starts, seeks or rebuffers: it shows nothing before it has the bytes.
    package var isStartingUp = false
    /// `bs`: it ran out of media since its request before.
    package var hasStarved = false
    /// `mtp`: bits per second at which it received media.
    package var throughput: Int?
    /// `ot`: what is asked for.
    package var objectType: ObjectType?
    /// A hash of `sid`, which tells one playback from another.
    package var session: UInt64?

    /// Nil where nothing is said that counts here; both as they were sent.
    package init?(query: String?, headers: [(String, String)]) {
        self.init()
        for (name, value) in headers where Self.isHeader(name) {
            read(Array(value.utf8.prefix(Self.longest))[...])
        }
        for parameter in Self.parameters(of: query ?? "") where Self.isParameter(parameter) {
            let value = parameter.utf8.prefix(Self.longest).drop { $0 != UInt8(ascii: "=") }
            read(PercentEncoding.decoded(Array(value.dropFirst())[...])[...])
        }
        if self == CMCD() { return nil }
    }

    private init() {}

    /// More of a value is not read.
    private static let longest = 4_096

    // MARK: - Where it stands

    package static func isHeader(_ name: String) -> Bool {
        name.utf8.prefix(5).map(\.lowercasedASCII).elementsEqual("cmcd-".utf8)
    }

    /// The query's CMCD as it was sent, name included, and what else there is.
    package static func divide(_ query: String?) -> (cmcd: String?, rest: String?) {
        guard let query else { return (nil, nil) }
        let parts = parameters(of: query)
        let cmcd = parts.filter(isParameter)
        guard !cmcd.isEmpty else { return (nil, query) }
        let rest = parts.filter { !isParameter($0) }
        return (
            cmcd.joined(separator: "&"), rest.isEmpty ? nil : rest.joined(separator: "&")
        )
    }

    private static func parameters(of query: String) -> [Substring] {
        query.split(separator: "&", omittingEmptySubsequences: false)
    }

    private static func isParameter(_ text: Substring) -> Bool {
        let name = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        return name.count == 4 && name.map(\.lowercasedASCII).elementsEqual("cmcd".utf8)
    }

    // MARK: - What it says

    private mutating func read(_ text: ArraySlice<UInt8>) {
        var members = CMCDMembers(text)
        while let member = members.next() { read(member) }
    }

    private mutating func read(_ member: CMCDMembers.Member) {
        // Of a key that is said twice the last value counts, as in every structured field.
        switch String(decoding: member.key, as: UTF8.self) {
        case "bl": bufferLength = member.value.milliseconds ?? bufferLength
        case "dl": deadline = member.value.milliseconds ?? deadline
        case "pr": playbackRate = member.value.number ?? playbackRate
        case "mtp": throughput = member.value.number.map { Int($0 * 1_000) } ?? throughput
        case "su": isStartingUp = member.value.flag ?? isStartingUp
        case "bs": hasStarved = member.value.flag ?? hasStarved
        case "sta": read(state: member.value.text)
        case "ot": objectType = ObjectType(member.value.text)
        case "sid": session = member.value.text.map(Self.hash)
        case _: break
        }
    }

    private mutating func read(state: ArraySlice<UInt8>?) {
        switch state.map({ String(decoding: $0, as: UTF8.self) }) {
        case "s", "k", "r": isStartingUp = true
        case "a": playbackRate = 0
        case _: break
        }
    }

    /// FNV-1a: told apart are the few players of one session, and nobody gains by a collision.
    private static func hash(_ text: ArraySlice<UInt8>) -> UInt64 {
        text.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension CMCD.ObjectType {
    fileprivate init?(_ token: ArraySlice<UInt8>?) {
        guard let token else { return nil }
        switch String(decoding: token, as: UTF8.self) {
        case "a": self = .audio
        case "v": self = .video
        case "av": self = .muxed
        case "m": self = .manifest
        case "i": self = .initSegment
        case "c": self = .caption
        case "tt": self = .timedText
        case "k": self = .key
        case _: self = .other
        }
    }
}
