"""The servers around the local one: a CDN, pages on sites of their own, and a name that is rebound."""

import http.client
import http.server
import io
import pathlib
import threading
import urllib.parse
import wave

HERE = pathlib.Path(__file__).resolve().parent


class Server:
    """Answers on a port of loopback until it is ended."""

    def __init__(self, answer):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                answer(self)

            do_GET = do_HEAD = do_POST = do_OPTIONS = handle_any

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def end(self):
        self._server.shutdown()
        self._server.server_close()


def send(request, status, body, kind, more=()):
    request.send_response(status)
    request.send_header("Content-Type", kind)
    request.send_header("Content-Length", str(len(body)))
    for name, value in more:
        request.send_header(name, value)
    request.end_headers()
    if request.command != "HEAD":
        request.wfile.write(body)


class CDN(Server):
    """A sound of two seconds, by ranges; counts who asks."""

    def __init__(self):
        file = io.BytesIO()
        with wave.open(file, "wb") as sound:
            sound.setnchannels(1)
            sound.setsampwidth(2)
            sound.setframerate(8_000)
            sound.writeframes(bytes(32_000))
        self._body = file.getvalue()
        self.requests = 0
        super().__init__(self._answer)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/sound.wav"

    def _answer(self, request):
        self.requests += 1
        asked = request.headers.get("Range", "").removeprefix("bytes=").split("-")
        tags = [("ETag", '"1"'), ("Accept-Ranges", "bytes")]
        if len(asked) == 2 and asked[0]:
            first, last = int(asked[0]), int(asked[1] or len(self._body) - 1)
            piece = self._body[first:last + 1]
            tags.append(("Content-Range", f"bytes {first}-{first + len(piece) - 1}/{len(self._body)}"))
            send(request, 206, piece, "audio/wav", tags)
        else:
            send(request, 200, self._body, "audio/wav", tags)


class Pages(Server):
    """The page, on whatever site its name says."""

    def __init__(self):
        page = (HERE / "page.html").read_bytes()
        super().__init__(lambda request: send(request, 200, page, "text/html"))


class Rebinder(Server):
    """A proxy as a browser sees a name server that changes its mind.

    The page itself comes from its own server; everything that its site is asked for later comes from the
    local one, on the same port and under the same name.
    """

    def __init__(self, port):
        self._page = (HERE / "page.html").read_bytes()
        self._local = port
        self.answers = []
        super().__init__(self._answer)

    def _answer(self, request):
        url = urllib.parse.urlsplit(request.path)
        if url.path == "/":
            send(request, 200, self._page, "text/html")
            return
        connection = http.client.HTTPConnection("127.0.0.1", self._local, timeout=10)
        length = int(request.headers.get("Content-Length", 0))
        headers = {name: value for name, value in request.headers.items()
                   if not name.lower().startswith("proxy-")}
        path = url.path + (f"?{url.query}" if url.query else "")
        connection.request(request.command, path, request.rfile.read(length) or None, headers)
        answer = connection.getresponse()
        body = answer.read()
        self.answers.append((answer.status, len(body)))
        send(request, answer.status, body, answer.headers.get("Content-Type", "text/plain"))
        connection.close()
