import Admin
import Foundation
import Testing

struct AdminTokenTests {
    private func withFile(_ body: (String) throws -> Void) rethrows {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "shoal-token-\(UUID().uuidString)").path
        defer { unsafe unlink(path) }
        try body(path)
    }

    @Test func `a file that is not there is made, for its owner alone`() throws {
        try withFile { path in
            _ = try AdminToken(file: path)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let made = try String(contentsOfFile: path, encoding: .utf8)
            _ = try AdminToken(file: path)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == made)
            #expect(made.utf8.count == 65)
        }
    }

    @Test func `a file that others can read is refused`() throws {
        try withFile { path in
            _ = try AdminToken(file: path)
            unsafe chmod(path, 0o640)
            #expect(throws: AdminToken.Failure.openToOthers(path)) { try AdminToken(file: path) }
        }
    }

    @Test func `a token that can be guessed is refused`() throws {
        try withFile { path in
            try Data("short\n".utf8).write(to: URL(filePath: path))
            unsafe chmod(path, 0o600)
            #expect(throws: AdminToken.Failure.tooShort(path)) { try AdminToken(file: path) }
        }
    }
}
