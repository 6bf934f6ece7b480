import Manifests
import Primitives
import Testing

@Suite struct CMCDTests {
    /// A value in the query as it is sent, and the figures that it tells.
    struct Case: Sendable, CustomTestStringConvertible {
        let said: String
        var bl: Int?
        var dl: Int?
        var pr: Double?
        var su = false
        var bs = false
        var mtp: Int?
        var ot: CMCD.ObjectType?
        var sid: String?

        var testDescription: String { said }
    }

    /// As the players of these names write it.
    static let real = [
        // The standard's example, with every key of version 1
        Case(
            said: "bl%3D21300%2Cbr%3D3200%2Cbs%2Ccid%3D%22faec5fc2-ac30-11ea-bb37-0242ac130002%22"
                + "%2Cd%3D4004%2Cdl%3D18500%2Cmtp%3D48100%2Cnor%3D%22..%252F300kbps%252Ftrack.m4v"
                + "%22%2Cnrr%3D%2212323-48763%22%2Cot%3Dv%2Cpr%3D1.08%2Crtp%3D12000%2Csf%3Dd%2Csid"
                + "%3D%226e2fb550-c457-11e9-bb97-0800200c9a66%22%2Cst%3Dv%2Csu%2Ctb%3D6000",
            bl: 21_300, dl: 18_500, pr: 1.08, su: true, bs: true, mtp: 48_100_000, ot: .video,
            sid: "6e2fb550-c457-11e9-bb97-0800200c9a66"),
        // Shaka Player
        Case(
            said: "bl%3D21200%2Cbr%3D5234%2Ccid%3D%22testing%22%2Cd%3D3330%2Cdl%3D21200%2Cmtp"
                + "%3D10000%2Cot%3Dv%2Csf%3Dd%2Csid%3D%22s1%22%2Cst%3Dv%2Csu%2Ctb%3D4000",
            bl: 21_200, dl: 21_200, su: true, mtp: 10_000_000, ot: .video, sid: "s1"),
        // dash.js
        Case(
            said:
                "bl%3D11600%2Cbr%3D67%2Ccid%3D%2221cf%22%2Cd%3D4011%2Cdl%3D11600%2Cmtp%3D3900%2Cnor"
                + "%3D%22bbb_a64k_6.m4a%22%2Cot%3Da%2Crtp%3D200%2Csf%3Dd%2Csid%3D%22b2%22%2Cst%3Dv"
                + "%2Ctb%3D67",
            bl: 11_600, dl: 11_600, mtp: 3_900_000, ot: .audio, sid: "b2"),
        // hls.js, which does not round everything
        Case(
            said:
                "bl%3D0%2Cbr%3D1811%2Cd%3D9812.5%2Cdl%3D0%2Cot%3Dv%2Csf%3Dh%2Csid%3D%226e%22%2Cst%3Dv"
                + "%2Csu%2Ctb%3D1811.024",
            bl: 0, dl: 0, su: true, ot: .video, sid: "6e"),
        // A subtitle
        Case(
            said:
                "br%3D4816%2Ccid%3D%22-158067677%22%2Cdl%3D0%2Cmtp%3D69900%2Cnor%3D%22undefined%22%2C"
                + "ot%3Dc%2Csf%3Dh%2Csid%3D%222b%22%2Cst%3Dv%2Ctb%3D4816",
            dl: 0, mtp: 69_900_000, ot: .caption, sid: "2b"),
        // The Node library begins with a comma
        Case(said: "%2Cd%3D3000%2Cot%3Dav%2Csid%3D%22foobar%22", ot: .muxed, sid: "foobar"),
        // By hand with curl, nothing escaped
        Case(
            said:
                #"cid="_30fps/bbb2.mpd",sid="demo",su,br=1500,bl=3500,dl=0,mtp=18000,pr=1.0,ot=i"#,
            bl: 3_500, dl: 0, pr: 1, su: true, mtp: 18_000_000, ot: .initSegment, sid: "demo"),
        // Version 2: lists by kind of media, explicit booleans, a state
        Case(
            said: "bl%3D%2821300%3Bv%2018500%3Ba%29%2Cmtp%3D%285000%29%2Cot%3Dv%2Csid%3D%22s%201%22"
                + "%2Csta%3Dr%2Cv%3D2",
            bl: 18_500, su: true, mtp: 5_000_000, ot: .video, sid: "s 1"),
        Case(said: "bl=(4000),pr=0,su=?0,sta=a", bl: 4_000, pr: 0),
        // JSON
        Case(
            said: "%7B%22bl%22%3A%204000%2C%22su%22%3Atrue%2C%22nor%22%3A%22a%2Cdl%3A9%22%2C"
                + "%22sid%22%3A%22x%22%2C%22pr%22%3A1.5%7D",
            bl: 4_000, pr: 1.5, su: true, sid: "x"),
        Case(said: #"{"bl":[5000, 4000],"su":false}"#, bl: 4_000),
    ]

    /// What no player should send: the rest of it counts.
    static let broken = [
        Case(said: "bl=-1,dl=5", dl: 5),
        Case(said: "bl=abc,dl=12x,pr=fast"),
        Case(said: "bl=1,bl=2", bl: 2),
        Case(said: "=,==,;;bl=7", bl: nil),
        Case(said: "bl = 7 , dl=\t8 ", bl: 7, dl: 8),
        Case(said: #"sid="a\"b,bl=3",bl=4"#, bl: 4, sid: #"a\"b,bl=3"#),
        Case(said: #"sid="never ends,bl=3"#, sid: "never ends,bl=3"),
        Case(said: "bl=5;bl=6;x=\"a,dl=1\",dl=2", bl: 5, dl: 2),
        Case(said: "bl=((((1"),
        Case(said: "bl=(7,dl=3", bl: 7),
        Case(said: "bl=99999999999999999999999999", bl: 3_000_000_000_000),
        Case(said: "bl=1.5.5,su=1,sid=5"),
        Case(said: "BL=5,%ff%00=1,dl=5", dl: 5),
        Case(said: "%"), Case(said: "\""), Case(said: "bl="), Case(said: ""),
    ]

    @Test(arguments: real + broken) func `a query says what it says`(_ example: Case) {
        expect(CMCD(query: "CMCD=\(example.said)", headers: []), example)
        expect(CMCD(query: "a=1&cmcd=\(example.said)&b", headers: []), example)
    }

    private func expect(_ said: CMCD?, _ example: Case) {
        let session = example.sid.flatMap { sid in
            CMCD(query: nil, headers: [("CMCD-Session", "sid=\"\(sid)\"")])?.session
        }
        #expect(said?.bufferLength == example.bl.map { .milliseconds($0) })
        #expect(said?.deadline == example.dl.map { .milliseconds($0) })
        #expect(said?.playbackRate == example.pr)
        #expect((said?.isStartingUp ?? false) == example.su)
        #expect((said?.hasStarved ?? false) == example.bs)
        #expect(said?.throughput == example.mtp)
        #expect(said?.objectType == example.ot)
        #expect(said?.session == session)
    }

    @Test func `four headers say together what a query says`() {
        // ExoPlayer
        let headers = [
            ("Host", "127.0.0.1"), ("CMCD-Object", "br=800,d=4000,ot=v,tb=800"),
            ("cmcd-request", #"bl=2000,dl=1900,mtp=1000,nor="..%2F3.mp4",nrr="0-",su"#),
            ("CMCD-Session", #"cid="mediaId",pr=2.00,sf=h,sid="42",st=v"#),
            ("CMCD-STATUS", "bs,rtp=15000"),
        ]
        let said = CMCD(query: nil, headers: headers)
        expect(
            said,
            Case(
                said: "", bl: 2_000, dl: 1_900, pr: 2, su: true, bs: true, mtp: 1_000_000,
                ot: .video, sid: "42"))
        let query = #"CMCD=bs,bl=2000,dl=1900,mtp=1000,ot=v,pr=2,sid="42",su"#
        #expect(CMCD(query: query, headers: []) == said)
    }

    @Test func `nothing is said where nothing is known`() {
        for query in ["", "a=b", "CMCD", "CMCD=", "CMCD=x,y=1", "XCMCD=bl=1", "CMCDX=bl=1"] {
            #expect(CMCD(query: query, headers: [("CMC-Request", "bl=1")]) == nil)
        }
        #expect(CMCD(query: nil, headers: []) == nil)
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("", nil, ""), ("a=1&b", nil, "a=1&b"), ("CMCD=x", "CMCD=x", nil),
            ("a&CMCD=x%2C&&b=CMCD=", "CMCD=x%2C", "a&&b=CMCD="),
            ("cmcd&CMCD=y", "cmcd&CMCD=y", nil),
        ] as [(String?, String?, String?)])
    func `a query is divided without touching its bytes`(
        _ query: String?, _ cmcd: String?, _ rest: String?
    ) {
        let parts = CMCD.divide(query)
        #expect(parts.cmcd == cmcd)
        #expect(parts.rest == rest)
    }

    @Test func `whatever the bytes are they are read to their end`() {
        let alphabet = Array("bldprsu=,;:()[]{}\"\\?-.019 \t%25a*".utf8) + [0, 0xff]
        for seed in UInt64(1)...300 {
            var random = SeededRandom(seed: seed)
            let length = Int.random(in: 0...200, using: &random)
            let bytes = (0..<length).map { _ in
                alphabet[Int.random(in: alphabet.indices, using: &random)]
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let said = CMCD(query: "CMCD=\(text)", headers: [("CMCD-Request", text)])
            #expect(said.map { ($0.bufferLength ?? .zero) >= .zero } ?? true, "seed \(seed)")
            let (cmcd, rest) = CMCD.divide(text)
            let count = [cmcd, rest].compactMap { $0?.utf8.count }.reduce(0, +)
            #expect(count >= text.utf8.count - 1, "seed \(seed)")
        }
    }
}
