import TestSupport
import Testing

/// Secrets planted in a swarm of real processes are found nowhere that they must not be.
@Suite(.timeLimit(.minutes(4))) struct CanaryScanTests {
    @Test(.enabled(if: PythonScript.isInstalled("cc"), "no C compiler is installed"))
    func `peers, tracker, wire, output, crash text and files show none`() throws {
        let script = PythonScript("scan.py", beside: #filePath, seconds: 200)
        let outcome = try script.run([PythonScript.products])
        #expect(outcome.status == 0, "\(outcome.output)")
    }
}
