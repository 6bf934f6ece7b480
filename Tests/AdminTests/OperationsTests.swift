import TestSupport
import Testing

/// A tracker and a node, run as services are.
@Suite(.timeLimit(.minutes(2))) struct OperationsTests {
    @Test func `they tell how they are, reload without a loss, and end gently`() throws {
        let script = PythonScript("operations.py", beside: #filePath, seconds: 90)
        let outcome = try script.run([PythonScript.products])
        #expect(outcome.status == 0, "\(outcome.output)")
    }
}
