package import EventLoop
package import Foundation
import Primitives

/// A real nginx on loopback ports that the system chose, gone with its folder at the end.
package struct NginxOrigin: Sendable {
    package struct Failure: Error {
        package let log: String
    }

    /// One line of the access log.
    package struct Access: Hashable, Sendable {
        package let target: String
        package let status: Int
        package let protocolVersion: String
        /// nginx counts connections, and the requests of each.
        package let connection: Int
        package let sentBytes: Int
    }

    package let folder: URL
    package let port: UInt16
    package let tlsPort: UInt16

    package var url: String { "http://127.0.0.1:\(port)" }
    package var tlsURL: String { "https://127.0.0.1:\(tlsPort)" }
    package var certificate: String { folder.appending(path: "certificate.pem").path }

    /// Serves `files`; `locations` is added to the configuration of both ports.
    package static func run(
        files: [String: [UInt8]], locations: String = "", on loop: UVEventLoop,
        _ body: (NginxOrigin) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "origin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { removeFolder(folder) }
        for (name, bytes) in files {
            try Data(bytes).write(to: folder.appending(path: name))
        }
        let keys = try ChildProcess(
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=origin-test",
                "-addext", "subjectAltName=IP:127.0.0.1",
                "-keyout", folder.appending(path: "key.pem").path,
                "-out", folder.appending(path: "certificate.pem").path,
            ], log: folder.appending(path: "openssl.log").path)
        guard keys.wait() == 0 else { throw Failure(log: "no certificate could be made") }
        let (nginx, server) = try await start(in: folder, locations: locations, on: loop)
        defer { server.end() }
        try await body(nginx)
    }

    /// The access log once it has so many lines: nginx writes a line after the client has its answer.
    package func accesses(atLeast count: Int, on loop: UVEventLoop) async throws -> [Access] {
        while true {
            let accesses = try String(
                contentsOf: folder.appending(path: "access.log"), encoding: .utf8
            )
            .split(separator: "\n")
            .map { line in
                let words = line.split(separator: " ")
                return Access(
                    target: String(words[0]), status: Int(words[1]) ?? 0,
                    protocolVersion: String(words[2]), connection: Int(words[3]) ?? 0,
                    sentBytes: Int(words[4]) ?? 0)
            }
            if accesses.count >= count { return accesses }
            try await loop.pass(.milliseconds(5))
        }
    }

    /// Between choosing a port and binding it, another process may take it: then again.
    private static func start(
        in folder: URL, locations: String, on loop: UVEventLoop
    ) async throws -> (NginxOrigin, ChildProcess) {
        for _ in 0..<5 {
            let ports = try await freePorts(on: loop)
            let nginx = NginxOrigin(folder: folder, port: ports[0], tlsPort: ports[1])
            let file = folder.appending(path: "nginx.conf")
            try Data(nginx.configuration(locations).utf8).write(to: file)
            let server = try ChildProcess(
                ["nginx", "-p", folder.path, "-c", file.path],
                log: folder.appending(path: "start.log").path)
            while server.isRunning {
                if await connects(to: nginx.tlsPort, on: loop) { return (nginx, server) }
                try await loop.pass(.milliseconds(10))
            }
        }
        let log = folder.appending(path: "start.log")
        throw Failure(log: try String(contentsOf: log, encoding: .utf8))
    }

    private static func freePorts(on loop: UVEventLoop) async throws -> [UInt16] {
        try await loop.run {
            let any = SocketAddress(ip: .loopback, port: 0)
            let listeners = try (0..<2).map { _ in
                try TCPListener(on: loop, address: any) { $0.close() }
            }
            defer { for listener in listeners { listener.close() } }
            return listeners.map(\.localAddress.port)
        }
    }

    private static func connects(to port: UInt16, on loop: UVEventLoop) async -> Bool {
        await withCheckedContinuation { waiter in
            loop.execute {
                let address = SocketAddress(ip: .loopback, port: port)
                TCPConnection.connect(to: address, on: loop) { result in
                    switch result {
                    case .success(let connection):
                        connection.close()
                        waiter.resume(returning: true)
                    case .failure:
                        waiter.resume(returning: false)
                    }
                }
            }
        }
    }

    /// What cannot be removed is left to the system, which empties the folder of temporary files.
    private static func removeFolder(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            return
        }
    }

    private func configuration(_ locations: String) -> String {
        """
        daemon off; master_process off; pid nginx.pid; error_log stderr;
        events { worker_connections 256; }
        http {
            log_format seen '$request_uri $status $server_protocol $connection $body_bytes_sent';
            access_log access.log seen;
            client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
            uwsgi_temp_path uwsgi; scgi_temp_path scgi;
            default_type application/octet-stream;
            root .;
            server {
                listen 127.0.0.1:\(port);
                \(locations)
            }
            server {
                listen 127.0.0.1:\(tlsPort) ssl http2;
                ssl_certificate certificate.pem; ssl_certificate_key key.pem;
                \(locations)
            }
        }
        """
    }
}
