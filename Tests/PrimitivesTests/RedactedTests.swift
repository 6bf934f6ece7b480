import Primitives
import Testing

@Suite struct RedactedTests {
    private struct Holder {
        let name = "holder"
        let key: Redacted<String>
    }

    @Test func `no text of a secret shows it`() {
        let secret = Redacted("s3cr3t")
        let holder = Holder(key: secret)
        var dumped = ""
        dump(secret, to: &dumped)
        dump(holder, to: &dumped)
        dump([secret: secret], to: &dumped)
        let texts = [
            "\(secret)", secret.description, secret.debugDescription, String(describing: secret),
            String(reflecting: secret), "\(holder)", String(reflecting: holder), "\([secret])",
            "\(Optional(secret) as Any)", dumped,
        ]
        for text in texts { #expect(!text.contains("s3cr3t")) }
        #expect(Mirror(reflecting: secret).children.isEmpty)
        #expect(secret.secret == "s3cr3t")
    }

    @Test func `secrets compare by value`() {
        #expect(Redacted(1) == Redacted(1))
        #expect(Redacted(1) != Redacted(2))
        #expect(Set([Redacted(1), Redacted(1)]).count == 1)
    }
}
