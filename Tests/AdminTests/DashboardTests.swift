import TestSupport
import Testing

/// The dashboards of a tracker and a node, used in a real browser while a swarm runs.
@Suite(.timeLimit(.minutes(2))) struct DashboardTests {
    @Test(
        .enabled(
            if: PythonScript.isInstalled("chromium-headless-shell"), "Chromium is not installed"))
    func `they go on by themselves, by keyboard, on a phone, without a word to others`() throws {
        let script = PythonScript("../Dashboard/use.py", beside: #filePath, seconds: 90)
        let outcome = try script.run([PythonScript.products])
        #expect(outcome.status == 0, "\(outcome.output)")
    }
}
