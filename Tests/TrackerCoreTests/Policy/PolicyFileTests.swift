import Primitives
import Testing
import TrackerCore
import TrackerWire

@Suite struct PolicyFileTests {
    @Test func `an empty policy is the default`() throws {
        #expect(try TrackerPolicy(file: "{}") == TrackerPolicy())
    }

    @Test func `what is printed of the defaults is read as the defaults`() throws {
        let text = TrackerPolicy().fileText
        #expect(try TrackerPolicy(file: text) == TrackerPolicy())
        let names = Set(PolicySetting.all.map(\.name))
        #expect(names.count == PolicySetting.all.count)
        for name in names { #expect(text.contains("\(name.split(separator: ".")[1]): ")) }
    }

    @Test func `every spelling of JSON5 is read`() throws {
        let policy = try TrackerPolicy(
            file: """
                \u{feff}// comment
                { /* another
                     one */
                  "client": { 'p2pAllowed': false, uploadBytesPerSecond: 0x1F4, maxPeers: +5, },
                  introductions: { perPrefix: null, peersPerHour: 1e2 },
                  notary: { graceSeconds: .5, k: 2. },
                  revoked: { apps: ['tv.\\u0041', "radio",] },
                }
                """)
        #expect(!policy.client.p2pAllowed)
        #expect(policy.client.uploadBytesPerSecond == 500)
        #expect(policy.client.maxPeers == 5)
        #expect(policy.introductions.perPrefix == nil)
        #expect(policy.introductions.peersPerHour == 100)
        #expect(policy.notary.grace == .milliseconds(500))
        #expect(policy.notary.reporters == 2)
        #expect(policy.revoked.apps == ["tv.A", "radio"])
    }

    @Test func `keys and ids are read, and printed as they were`() throws {
        let key = String(repeating: "0a", count: 32)
        let id = String(repeating: "0b", count: 16)
        let policy = try TrackerPolicy(
            file: """
                { grants: { issuers: ["\(key)"] }, client: { grantsRequired: true },
                  revoked: { grants: ["\(id)"], clients: ["\(key)"] } }
                """)
        #expect(policy.grants.issuers.map(\.hex) == [key])
        #expect(policy.revoked.grants.map(\.hex) == [id])
        #expect(policy.revoked.clients.map(\.value.hex) == [key])
        #expect(policy.client.grantsRequired)
        #expect(try TrackerPolicy(file: policy.fileText) == policy)
    }

    @Test func `an app has what holds for all but for what is its own`() throws {
        let policy = try TrackerPolicy(
            file: """
                { apps: { tv: { p2pAllowed: false, uploadBytesPerSecond: null } },
                  client: { maxPeers: 7, uploadBytesPerSecond: 1000 } }
                """)
        #expect(policy.client(of: "tv").maxPeers == 7)
        #expect(!policy.client(of: "tv").p2pAllowed)
        #expect(policy.client(of: "tv").uploadBytesPerSecond == nil)
        #expect(policy.client(of: "radio") == policy.client)
        #expect(policy.client.p2pAllowed)
    }

    @Test(arguments: [
        ("", "line 1, column 1: the policy ends where a value should be"),
        ("{ notary: { kk: 1 } }", "line 1, column 13: there is no setting notary.kk"),
        ("{\n  notary: {\n    k: 0 } }", "line 3, column 8: notary.k must be a whole number, 1 or"),
        ("{ notary: { k: null } }", "line 1, column 16: notary.k must be"),
        ("{ notary: { k: 1.5 } }", "notary.k must be"),
        ("{ notary: { k: Infinity } }", "line 1, column 16: \"Infinity\" is no value"),
        ("{ introductions: { lowestPort: 70000 } }", "lowestPort must be a port"),
        ("{ introductions: { ticketSeconds: 121 } }", "a number of seconds, at most 120"),
        ("{ sessions: 7 }", "line 1, column 13: sessions must be settings in braces"),
        ("[]", "line 1, column 1: a policy is groups"),
        ("{ sessions: ", "line 1, column 13: the policy ends"),
        ("{ sessions: {", "a \"}\" is missing at the end"),
        ("{ a: { b: 1 }\n c: 2 }", "line 2, column 2: a comma or a \"}\" is missing"),
        ("{ client { } }", "line 1, column 10: a colon is missing after client"),
        ("{ , }", "line 1, column 3: a name is missing"),
        ("{ client: { maxPeers: } }", "line 1, column 23: a value is missing"),
        ("{} {}", "line 1, column 4: there is something after the end"),
        ("{ client: { maxPeers: 1, maxPeers: 2 } }", "line 1, column 26: maxPeers is there twice"),
        ("{ revoked: { apps: ['tv\n'] } }", "line 1, column 21: this text does not end"),
        ("{ revoked: { apps: [tv] } }", "line 1, column 21: \"tv\" is no value"),
        ("{ revoked: { apps: ['a b'] } }", "revoked.apps must be a list of texts"),
        ("{ apps: { tv: { k: 1 } } }", "there is no setting client.k"),
        ("{ grants: { issuers: ['ab'] } }", "a list of keys, each of 64 hexadecimal digits"),
        ("{ revoked: { grants: ['zz'] } }", "a list of grant ids, each of 32 hexadecimal digits"),
        ("{ grants: { firstUseSeconds: 301 } }", "a number of seconds, at most 300"),
        ("/* x", "line 1, column 1: this comment does not end"),
        ("{ a: [[[[[[[[[[[[", "nested too deeply"),
    ])
    func `a mistake is named with its place`(text: String, message: String) {
        let error = #expect(throws: PolicyFileError.self) { try TrackerPolicy(file: text) }
        let description = error?.description ?? ""
        #expect(description.contains(message), "\(description)")
    }

    @Test func `a policy that is cut anywhere is refused`() throws {
        let text = Array(TrackerPolicy().fileText.unicodeScalars)
        for count in 0..<text.count {
            let part = String(String.UnicodeScalarView(text.prefix(count)))
            #expect(throws: PolicyFileError.self) { try TrackerPolicy(file: part) }
        }
    }
}
