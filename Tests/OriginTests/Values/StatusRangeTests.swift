import Origin
import Testing

@Suite struct StatusRangeTests {
    private func machine(_ edit: (inout OriginRequest) -> Void = { _ in }) throws -> FetchMachine {
        var request = OriginRequest(url: "https://a.example/x")
        edit(&request)
        return try FetchMachine(request, under: OriginPolicy())
    }

    @Test(arguments: ["600", "999", "000", "099"])
    func `a status that HTTP knows nothing of is not HTTP`(_ status: String) throws {
        var machine = try machine()
        #expect(throws: OriginError.protocolError) {
            _ = try machine.headerLine("HTTP/1.1 \(status) Odd")
        }
    }

    @Test(arguments: ["200", "404", "599"])
    func `every other one is an answer`(_ status: String) throws {
        var machine = try machine()
        _ = try machine.headerLine("HTTP/1.1 \(status) Even")
    }

    @Test(
        arguments: [
            ["HTTP/1.1 200 OK", "Content-Length: 9"],
            ["HTTP/1.1 206 Partial", "Content-Range: bytes 2-3/9", "Content-Length: 2"],
        ])
    func `who reads status and range himself takes another part or the whole`(
        _ head: [String]
    ) throws {
        for (acceptsAnyPart, isTaken) in [(true, true), (false, false)] {
            var machine = try machine {
                $0.byteRange = .closed(2...4)
                $0.acceptsAnyPart = acceptsAnyPart
            }
            var answered = false
            do throws(OriginError) {
                for line in head + [""] {
                    if case .response = try machine.headerLine(line) { answered = true }
                }
            } catch {
                #expect(error == .rangeIgnored || error == .wrongRange)
            }
            #expect(answered == isTaken)
        }
    }
}
