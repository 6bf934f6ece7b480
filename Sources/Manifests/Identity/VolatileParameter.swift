/// A `name=value` of a URL, which may say who asks and until when rather than what is asked for.
///
/// Volatile are, whatever their case:
/// - the names in `names`, and all that begin with one of `prefixes`;
/// - any name whose value is a keyed digest (`…hmac=…`) or a JSON web token (`eyJ….….…`);
/// - short names that mean something else elsewhere, in the company that shows what they are:
///   `Companions`.
struct VolatileParameter {
    let text: ArraySlice<UInt8>
    /// Decoded and in lower case.
    let name: String
    private let value: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
        self.text = text
        let end = text.firstIndex(of: UInt8(ascii: "=")) ?? text.endIndex
        let name = PercentEncoding.decoded(text[..<end]).map(\.lowercasedASCII)
        self.name = String(decoding: name, as: UTF8.self)
        value = text[end...].dropFirst()
    }

    var isVolatile: Bool {
        Self.names.contains(name) || Self.prefixes.contains { name.hasPrefix($0) }
            || isKeyedDigest || isWebToken
    }

    private var isKeyedDigest: Bool {
        let decoded = PercentEncoding.decoded(value)[...]
        return decoded.split(separator: UInt8(ascii: "~")).contains {
            $0.starts(with: "hmac=".utf8)
        }
    }

    private var isWebToken: Bool {
        value.starts(with: "eyJ".utf8) && value.count { $0 == UInt8(ascii: ".") } >= 2
    }

    private static let prefixes = ["x-amz-", "x-goog-", "wowzatoken"]

    private static let names: Set<String> = [
        // Tokens and signatures
        "token", "access_token", "accesstoken", "auth", "auth_key", "auth_token", "authtoken",
        "authorization", "jwt", "api_key", "apikey", "signature", "sig", "sign", "hmac", "verify",
        "nonce",
        // Their time and scope
        "exp", "expire", "expires", "expiry", "expiration", "timestamp", "validfrom", "validto",
        // Akamai
        "hdnea", "hdntl", "hdnts", "hdnst", "__gda__", "__token__",
        // CloudFront, S3, Google
        "policy", "key-pair-id", "awsaccesskeyid", "googleaccessid", "edge-cache-token",
        "keyname", "urlprefix",
        // Bunny, Nimble, Tencent, Wangsu
        "bcdn_token", "token_path", "wmsauthsign", "txsecret", "txtime", "wssecret", "wstime",
        // Who asks
        "session", "sessionid", "session_id", "session-id", "aws.sessionid", "sid", "jsessionid",
        "phpsessid", "playsessionid", "playbacksessionid", "x-playback-session-id", "uid",
        "userid", "user_id", "viewerid", "viewer_id", "deviceid", "device_id", "clientid",
        "client_id", "ip", "clientip", "client_ip",
        // Reports of the player, and defeats of caches
        "cmcd", "_", "cb", "cachebuster", "rnd", "rand",
    ]
}

extension VolatileParameter {
    /// Short names that are volatile because of the other parameters beside them.
    struct Companions {
        private var names: Set<String> = []

        init(_ parameters: [VolatileParameter]) {
            let present = Set(parameters.map(\.name))
            for group in Self.groups where present.isSuperset(of: group.sign) {
                names.formUnion(group.names)
            }
        }

        func contain(_ parameter: VolatileParameter) -> Bool {
            names.contains(parameter.name)
        }

        private static let groups: [(sign: Set<String>, names: Set<String>)] = [
            // Azure: a shared access signature
            (
                ["sig", "sv"],
                [
                    "sv", "ss", "srt", "sr", "sp", "se", "st", "spr", "sip", "skoid", "sktid",
                    "skt",
                    "ske", "sks", "skv",
                ]
            ),
            // nginx: secure links, as its manual spells them
            (["md5", "expires"], ["md5"]),
            (["st", "e"], ["st", "e"]),
        ]
    }
}
