"""An origin whose every URL is signed, and which tells what secrets it was given."""

import http.server
import re
import threading
import urllib.parse


class Origin:
    SEGMENTS = 8
    MARKER = b"media that peers are meant to exchange "

    def __init__(self, canaries, filling):
        self._signature = canaries.text("signature of the master playlist")
        self._token = canaries.text("token of a segment")
        self._redirected = canaries.text("signature that a redirect adds")
        self._cookie = canaries.text("cookie of the origin")
        comment = canaries.text("text of a playlist")
        self._key = canaries.text("media key")[:16].encode()
        canaries.add("media key", self._key)
        self.segments = [
            (self.MARKER + b"%d " % number) * 1_000 + filling(200_000)
            for number in range(self.SEGMENTS)]
        self._playlist = "\n".join(
            ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:4", f"# {comment}",
             '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"']
            + [f"#EXTINF:4,\ns{number}.ts?token={self._token}" for number in range(self.SEGMENTS)]
            + ["#EXT-X-ENDLIST", ""]).encode()
        self.heard = []
        origin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                origin.heard.append(f"{self.path}\n{self.headers}".encode())
                origin._answer(self)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/film/master.m3u8?Signature={self._signature}"

    def end(self):
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, request):
        path = urllib.parse.urlsplit(request.path).path
        number = re.fullmatch(r"/film/(?:moved/)?s(\d+)\.ts", path)
        if path == "/film/master.m3u8":
            body = b"#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=400000\nlist.m3u8\n"
            self._send(request, 200, body, "application/vnd.apple.mpegurl")
        elif path == "/film/list.m3u8":
            self._send(request, 200, self._playlist, "application/vnd.apple.mpegurl")
        elif path == "/film/key.bin":
            self._send(request, 200, self._key, "application/octet-stream")
        elif number and int(number[1]) == 1 and "/moved/" not in path:
            request.send_response(302)
            request.send_header("Location", f"moved/s1.ts?X-Amz-Signature={self._redirected}")
            request.send_header("Content-Length", "0")
            request.end_headers()
        elif number:
            self._send(request, 200, self.segments[int(number[1])], "video/mp2t")
        else:
            self._send(request, 404, b"", "text/plain")

    def _send(self, request, status, body, kind):
        request.send_response(status)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Set-Cookie", f"session={self._cookie}; Path=/; HttpOnly")
        request.end_headers()
        request.wfile.write(body)
