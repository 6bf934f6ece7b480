"""A tracker, nodes and viewers of a film, for somebody who looks at their dashboards."""

import http.server
import json
import pathlib
import random
import re
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Players"))
import processes  # noqa: E402

urllib.request.install_opener(urllib.request.build_opener(urllib.request.ProxyHandler({})))

_SEGMENTS = 300
# A rate of a megabit or so, so that eight viewers cost the machine nothing.
_BYTES = 96 << 10
_SECONDS = 1
_APP = "tv"
# Segments that hostile peers have.
_KNOWN = 200


class Film(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.path.partition("?")[0]
        if path.endswith(".m3u8"):
            lines = [f"#EXTINF:{_SECONDS},\ns{index}.ts\n" for index in range(_SEGMENTS)]
            body = ("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-PLAYLIST-TYPE:VOD\n"
                    f"#EXT-X-TARGETDURATION:{_SECONDS}\n{''.join(lines)}#EXT-X-ENDLIST\n").encode()
            kind = "application/vnd.apple.mpegurl"
        else:
            body, kind = random.Random(path).randbytes(_BYTES), "video/mp2t"
        first, last = 0, len(body) - 1
        wanted = re.match(r"bytes=(\d+)-(\d*)$", self.headers.get("Range", ""))
        if wanted:
            first, last = int(wanted[1]), min(last, int(wanted[2] or last))
        self.send_response(206 if wanted else 200)
        if wanted:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(body)}")
        self.send_header("Content-Type", kind)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(last + 1 - first))
        self.end_headers()
        try:
            self.wfile.write(body[first:last + 1])
        except OSError:
            pass

    def log_message(self, *_):
        pass


class Viewer(threading.Thread):
    """Asks for one segment after the other, at the speed at which they play."""

    def __init__(self, playback, delay):
        super().__init__(daemon=True)
        self._playback, self._delay, self.is_over = playback, delay, False

    def run(self):
        time.sleep(self._delay)
        with urllib.request.urlopen(self._playback, timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        names = [line for line in lines if line and not line.startswith("#")]
        begun = time.monotonic()
        for index, name in enumerate(names):
            # Some seconds are held ahead of what is shown.
            time.sleep(max(0, begun + (index - 6) * _SECONDS - time.monotonic()))
            if self.is_over:
                return
            try:
                with urllib.request.urlopen(
                        urllib.parse.urljoin(self._playback, name), timeout=10) as answer:
                    answer.read()
            except OSError:
                return


class Swarm:
    def __init__(self, products, work):
        self._products, self._work = products, work
        self._keys, self._sdk = work / "keys", work / "sdk"
        status, text = processes.run(
            [products / "shoal-tracker", "keygen", "--out", self._keys], work / "keygen.log", 30)
        if status != 0:
            raise RuntimeError(text)
        self.tracker = processes.Child(
            [products / "shoal-tracker", "serve", "--keys", self._keys, "--listen", "127.0.0.1:0",
             "--local-swarm", "--app", _APP, "--sdk-key-file", self._sdk, "--admin", "127.0.0.1:0",
             "--admin-port-file", work / "port", "--admin-token-file", work / "token"],
            work / "tracker.log")
        self.tracker.wait_for(self._sdk.exists, 15, "the tracker")
        self.tracker_url = f"http://127.0.0.1:{int((work / 'port').read_text())}"
        self._address = self.tracker.wait_for(
            lambda: re.search(r"(?<!-)listening address=(\S+)", self.tracker.text), 15, "its address")[1]
        self.nodes, self.viewers, self._hostile = [], [], None

    def add_node(self, url, *flags):
        number = len(self.nodes)
        node = processes.Child(
            [self._products / "shoal-node", "--sdk-key", f"@{self._sdk}", "--loopback", "--admin",
             "127.0.0.1:0", *flags, url], self._work / f"node{number}.log")
        admin = node.wait_for(lambda: re.search(r"^admin url=(\S+)/$", node.text, re.M), 15, "a node")
        playback = re.search(r"^playback url=(\S+)$", node.text, re.M)[1]
        self.nodes.append(node)
        return admin[1], playback

    def play(self, playback, delay):
        self.viewers.append(Viewer(playback, delay))
        self.viewers[-1].start()

    def harm(self, url, kinds):
        """Hostile peers, one of each kind, who know the first segments of the film."""
        self._hostile = processes.Child(
            [self._products / "hostile-peers", self._keys, self._address, _APP, url, _KNOWN, *kinds],
            self._work / "hostile.log", stdin=subprocess.PIPE)
        self._hostile.wait_for(lambda: "joined" in self._hostile.text, 30, "hostile peers")

    def ban(self, peer):
        token = (self._work / "token").read_text().strip()
        request = urllib.request.Request(
            f"{self.tracker_url}/admin/ban?peer={peer}", data=b"",
            headers={"Authorization": f"Bearer {token}"})
        urllib.request.urlopen(request, timeout=10).read()

    def end(self):
        for viewer in self.viewers:
            viewer.is_over = True
        for child in [self._hostile, *self.nodes, self.tracker]:
            if child is not None:
                child.end()


def status(url):
    with urllib.request.urlopen(f"{url}/debug/status", timeout=10) as answer:
        return json.load(answer)


def until(condition, what, seconds=30):
    latest = time.monotonic() + seconds
    while time.monotonic() < latest:
        if condition():
            return
        time.sleep(0.2)
    raise RuntimeError(f"{what} did not come")


def film():
    """An origin; its server, and the URL of the film."""
    origin = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Film)
    threading.Thread(target=origin.serve_forever, daemon=True).start()
    return origin, f"http://127.0.0.1:{origin.server_address[1]}/film/index.m3u8"
