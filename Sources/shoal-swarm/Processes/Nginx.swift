import Foundation

/// A real nginx that serves one folder as the CDN of a run.
struct Nginx {
    let process: ChildProcess
    let port: Int
    private let log: URL

    static func start(serving media: URL, in folder: URL) async throws -> Nginx {
        let port = try FreePort.pick()
        let log = folder.appending(path: "cdn.log")
        let configuration = folder.appending(path: "nginx.conf")
        try text(serving: media, in: folder, port: port, log: log)
            .write(to: configuration, atomically: true, encoding: .utf8)
        let errors = try LogFile.create(folder.appending(path: "nginx.log"))
        let process = try ChildProcess(
            "nginx", ["-p", folder.path, "-c", configuration.path, "-e", "stderr"], errors: errors)
        let nginx = Nginx(process: process, port: port, log: log)
        try await nginx.untilItListens()
        return nginx
    }

    /// Bytes of media that left the CDN, by path: the CDN's own word on the matter.
    func bytesSent() throws -> [String: Int] {
        var sent: [String: Int] = [:]
        let text = try String(contentsOf: log, encoding: .utf8)
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count == 2, let bytes = Int(fields[0]) else { continue }
            sent[String(fields[1]), default: 0] += bytes
        }
        return sent
    }

    private func untilItListens() async throws {
        for _ in 0..<200 {
            guard process.isRunning else { break }
            if FreePort.isListening(port) { return }
            try await Task.sleep(for: .milliseconds(25))
        }
        throw ChildProcess.Failure(description: "nginx did not start")
    }

    private static func text(serving media: URL, in folder: URL, port: Int, log: URL) -> String {
        """
        daemon off;
        master_process off;
        worker_processes 1;
        pid \(folder.path)/nginx.pid;
        error_log stderr warn;
        events { worker_connections 1024; }
        http {
            types {
                application/vnd.apple.mpegurl m3u8;
                video/mp2t ts;
                video/iso.segment m4s;
                video/mp4 mp4;
            }
            default_type application/octet-stream;
            log_format media '$body_bytes_sent $uri';
            access_log \(log.path) media;
            client_body_temp_path \(folder.path)/body;
            proxy_temp_path \(folder.path)/proxy;
            fastcgi_temp_path \(folder.path)/fastcgi;
            uwsgi_temp_path \(folder.path)/uwsgi;
            scgi_temp_path \(folder.path)/scgi;
            sendfile on;
            server {
                listen 127.0.0.1:\(port);
                root \(media.path);
            }
        }
        """
    }
}
