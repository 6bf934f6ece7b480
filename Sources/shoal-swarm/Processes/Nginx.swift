import Foundation

/// A real nginx that serves one folder as the CDN of a run.
struct Nginx: Sendable {
    private static let attempts = 5
    private static let twinPath = "/without-engine/"

    let process: ChildProcess
    let errors: LogFile
    private let port: Int
    private let accessLog: URL

    static func start(serving media: URL, in folder: WorkFolder) async throws -> Nginx {
        // By way of a link, since a path in an nginx.conf cannot hold every character.
        try FileManager.default.createSymbolicLink(
            at: folder.file("media"), withDestinationURL: media)
        for _ in 1..<attempts {
            do {
                return try await Nginx(in: folder)
            } catch let failure as RunFailure
                where failure.description.contains("Address already in use")
            {
                // Another program took the port meanwhile.
                continue
            }
        }
        return try await Nginx(in: folder)
    }

    private init(in folder: WorkFolder) async throws {
        port = try FreePort.pick()
        accessLog = folder.log("cdn.log")
        errors = try LogFile(folder.log("nginx.log"))
        let configuration = folder.file("nginx.conf")
        try Data(Self.configuration(in: folder.url, port: port, accessLog: accessLog).utf8)
            .write(to: configuration)
        process = try await ChildProcess(
            "nginx", ["-p", folder.url.path, "-c", configuration.path, "-e", "stderr"], log: errors)
        try await process.waitUntilReady(
            "nginx", writes: folder.file("nginx.pid"), log: errors)
    }

    /// Where it serves `file` of its folder, for the account that the CDN's log keeps or for nobody's.
    func url(of file: String, counted: Bool = true) throws -> URL {
        var components = URLComponents()
        components.scheme = "http"
        components.host = "127.0.0.1"
        components.port = port
        components.path = (counted ? "/" : Self.twinPath) + file
        guard let url = components.url else { throw RunFailure("\(file) is no name for a URL") }
        return url
    }

    /// What it says that it sent.
    func log() throws -> CDNLog {
        CDNLog(try String(contentsOf: accessLog, encoding: .utf8))
    }

    private static func configuration(in folder: URL, port: Int, accessLog: URL) -> String {
        """
        daemon off;
        master_process off;
        worker_processes 1;
        pid "\(folder.path)/nginx.pid";
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
            log_format cdn escape=none '\(CDNLog.nginxFormat)';
            access_log "\(accessLog.path)" cdn;
            client_body_temp_path "\(folder.path)/body";
            proxy_temp_path "\(folder.path)/proxy";
            fastcgi_temp_path "\(folder.path)/fastcgi";
            uwsgi_temp_path "\(folder.path)/uwsgi";
            scgi_temp_path "\(folder.path)/scgi";
            sendfile on;
            server {
                listen 127.0.0.1:\(port);
                root "\(folder.path)/media";
                # The same again for those who play without an engine: their requests count apart.
                location \(twinPath) {
                    alias "\(folder.path)/media/";
                    access_log off;
                }
            }
        }
        """
    }
}
