import TestSupport
import Testing

/// Pages of a real browser get nothing from the local server, unless the application allowed them.
@Suite(.timeLimit(.minutes(4))) struct CrossSiteBrowserTests {
    @Test(
        .enabled(
            if: PythonScript.isInstalled("chromium-headless-shell"), "Chromium is not installed"))
    func `a foreign site, a foreign port and a rebound name read and play nothing`() throws {
        let script = PythonScript("crosssite.py", beside: #filePath, seconds: 230)
        let outcome = try script.run([PythonScript.products])
        #expect(outcome.status == 0, "\(outcome.output)")
    }
}
