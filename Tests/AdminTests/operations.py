#!/usr/bin/env python3
"""A tracker and a node as services: told apart from outside, by what an operator's tools see.

usage: operations.py PRODUCTS
"""

import http.server
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

# No proxy of the network may stand between this machine's programs.
urllib.request.install_opener(urllib.request.build_opener(urllib.request.ProxyHandler({})))

SEGMENT = random.Random(8).randbytes(3 << 20)
PLAYLIST = (
    "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    + "".join(f"#EXTINF:4,\ns{index}.ts\n" for index in range(8)) + "#EXT-X-ENDLIST\n")


class Slow(http.server.BaseHTTPRequestHandler):
    """An origin whose segments take a second and a half."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path.partition("?")[0].endswith(".m3u8"):
            return self.give(PLAYLIST.encode(), "application/vnd.apple.mpegurl", 0)
        self.give(SEGMENT, "video/mp2t", 1.5)

    def give(self, body, kind, seconds):
        first, last = 0, len(body) - 1
        wanted = re.match(r"bytes=(\d+)-(\d*)$", self.headers.get("Range", ""))
        if wanted:
            first = int(wanted[1])
            last = min(last, int(wanted[2] or last))
        self.send_response(206 if wanted else 200)
        if wanted:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(body)}")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(last + 1 - first))
        self.end_headers()
        pieces = 30
        size = -(-(last + 1 - first) // pieces)
        for start in range(first, last + 1, size):
            try:
                self.wfile.write(body[start:min(start + size, last + 1)])
            except OSError:
                return
            time.sleep(seconds / pieces)

    def log_message(self, *_):
        pass


class Manager:
    """Where a service manager listens, in the abstract namespace."""

    def __init__(self):
        self.name = f"@shoal-operations-{os.getpid()}-{random.randrange(1 << 30)}"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + self.name[1:])
        self.words = []

    def heard(self, word):
        self.socket.setblocking(False)
        while True:
            try:
                self.words.append(self.socket.recv(512).decode())
            except BlockingIOError:
                return any(heard.startswith(word) for heard in self.words)

    @property
    def environment(self):
        return {"NOTIFY_SOCKET": self.name, "WATCHDOG_USEC": "800000"}


class Service:
    def __init__(self, arguments, log, manager):
        self.log = log
        inherited = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
        with open(log, "wb") as output:
            self.process = subprocess.Popen(
                [str(word) for word in arguments], stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env=inherited | manager.environment)

    @property
    def text(self):
        return self.log.read_text(errors="replace")

    def says(self, pattern):
        return until(lambda: re.search(pattern, self.text, re.M), f"{pattern} of {self.log.name}")

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def until(condition, what, seconds=15):
    latest = time.monotonic() + seconds
    while time.monotonic() < latest:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what} did not come")


def ask(url, data=None, **headers):
    """The status and the body, whatever the status is."""
    request = urllib.request.Request(url, data=data, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def check_metrics(url, promtool):
    status, text = ask(f"{url}/metrics")
    assert status == 200
    if promtool:
        checked = subprocess.run([promtool, "check", "metrics"], input=text, capture_output=True)
        complaint = (checked.stdout + checked.stderr).decode()
        assert checked.returncode == 0 and not complaint.strip(), complaint
    return text.decode()


def main():
    products = pathlib.Path(sys.argv[1])
    fetched = pathlib.Path(__file__).resolve().parents[2] / ".build/promtool/usr/bin/promtool"
    promtool = shutil.which("promtool") or (fetched if fetched.exists() else None)
    if not promtool:
        print("promtool is not installed: the metrics are not checked by it")
    work = pathlib.Path(tempfile.mkdtemp(prefix="shoal-operations-"))
    origin = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    threading.Thread(target=origin.serve_forever, daemon=True).start()
    services = []
    try:
        run(products, promtool, work, origin.server_address[1], services)
    except BaseException:
        for service in services:
            print(service.text[-3000:], file=sys.stderr)
        raise
    finally:
        for service in services:
            service.end()
        shutil.rmtree(work, ignore_errors=True)


def run(products, promtool, work, port, services):
    keys, sdk, policy, token = (work / name for name in ["keys", "sdk", "policy", "token"])
    subprocess.run([products / "shoal-tracker", "keygen", "--out", keys], check=True,
                   stdout=subprocess.DEVNULL)
    policy.write_text("{ client: { announceIntervalSeconds: 2 } }")
    managers = [Manager(), Manager()]
    tracker = Service(
        [products / "shoal-tracker", "serve", "--keys", keys, "--listen", "127.0.0.1:0", "--app",
         "ops", "--policy", policy, "--sdk-key-file", sdk, "--admin", "127.0.0.1:0",
         "--admin-port-file", work / "port", "--admin-token-file", token, "--log-format", "json",
         "--orders", work / "orders"],
        work / "tracker.log", managers[0])
    services.append(tracker)
    until(sdk.exists, "the tracker's key")
    tracker_url = f"http://127.0.0.1:{int((work / 'port').read_text())}"

    config = work / "node.json5"
    url = f"http://127.0.0.1:{port}/film/index.m3u8?signature=CANARY"
    config.write_text(
        f"{{ sdkKey: '@{sdk}', peers: 'loopback', urls: ['{url}'], admin: '127.0.0.1:0',"
        " drain: 20, interval: 1, uploadRate: '20M' }")
    node = Service(
        [products / "shoal-node", "--config", config], work / "node.log", managers[1])
    services.append(node)
    node_url = node.says(r"^admin url=(\S+)/$")[1]
    playback = node.says(r"^playback url=(\S+)$")[1]

    until(lambda: managers[0].heard("READY=1"), "READY of the tracker")
    until(lambda: managers[1].heard("READY=1"), "READY of the node")
    for base in [tracker_url, node_url]:
        assert ask(f"{base}/healthz") == (200, b"ok\n")
        until(lambda: ask(f"{base}/readyz")[0] == 200, "readiness")
    until(lambda: json.loads(ask(f"{tracker_url}/debug/status")[1])["sessions"] == 1, "a session")

    # A reload while a player has the whole of a segment under way, and an operator a page open.
    names = [line for line in ask(playback)[1].decode().splitlines() if line and line[0] != "#"]
    segments = [urllib.parse.urljoin(playback, name) for name in names]
    got = []
    players = [threading.Thread(target=lambda s=s: got.append(ask(s))) for s in segments[:3]]
    pages = [urllib.request.urlopen(f"{base}/events", timeout=20) for base in [tracker_url, node_url]]
    for player in players:
        player.start()
    config.write_text(config.read_text().replace("20M", "10M"))
    policy.write_text("{ client: { announceIntervalSeconds: 3 } }")
    for _ in range(5):
        node.process.send_signal(signal.SIGHUP)
        tracker.process.send_signal(signal.SIGHUP)
        time.sleep(0.1)
    node.says(r"^reloaded changed=uploadRate needs_restart=$")
    until(lambda: tracker.text.count("policy-read") >= 1, "the policy")
    for player in players:
        player.join()
    assert [status for status, _ in got] == [200] * 3
    assert all(body == SEGMENT for _, body in got), "a reload changed bytes"
    for page in pages:
        assert page.readline() == b"retry: 2000\n"
        while not page.readline().startswith(b"data: "):
            pass
    for manager in managers:
        until(lambda: manager.heard("RELOADING=1\nMONOTONIC_USEC="), "RELOADING")
        until(lambda: manager.heard("WATCHDOG=1"), "WATCHDOG")
    assert json.loads(ask(f"{tracker_url}/debug/status")[1])["sessions"] == 1, "a channel was lost"

    # A configuration that is not good changes nothing, and shows.
    config.write_text("{ nothing: 1 }")
    node.process.send_signal(signal.SIGHUP)
    until(lambda: b"configuration: degraded" in ask(f"{node_url}/readyz")[1], "the bad file")
    assert ask(f"{node_url}/readyz")[0] == 200

    check_metrics(tracker_url, promtool)
    text = check_metrics(node_url, promtool)
    waits = re.search(r'^shoal_node_segment_wait_seconds_count\{source="cdn"\} (\d+)$', text, re.M)
    assert int(waits[1]) == 3, text

    # Nothing that anybody may read holds a secret.
    for base in [tracker_url, node_url]:
        for path in ["/metrics", "/debug/status"]:
            body = ask(base + path)[1]
            assert b"CANARY" not in body and token.read_bytes().strip() not in body

    # The operator's commands.
    shown = {"Authorization": f"Bearer {token.read_text().strip()}"}
    peer = until(
        lambda: [peer for swarm in json.loads(ask(f"{tracker_url}/debug/status")[1])["swarms"]
                 for peer in swarm["peers"]], "a member")[0]
    assert peer["network"] == "127.0.0.0/24", peer
    assert ask(f"{tracker_url}/admin/ban?peer={peer['id']}", b"")[0] == 401
    assert ask(f"{tracker_url}/admin/ban?peer={peer['id']}", b"", **shown)[0] == 200
    until(lambda: json.loads(ask(f"{tracker_url}/debug/status")[1])["sessions"] == 0, "the ban")
    assert json.loads(ask(f"{tracker_url}/debug/status")[1])["trust"]["bannedCount"] == 1
    assert "admin-ban" in tracker.text and token.read_text().strip() not in tracker.text

    # A download that is under way when the node is told to end comes to its end, whole.
    late = []
    player = threading.Thread(target=lambda: late.append(ask(segments[5])))
    player.start()
    time.sleep(0.4)
    node.process.send_signal(signal.SIGTERM)
    until(lambda: managers[1].heard("STOPPING=1"), "STOPPING")
    status, text = ask(f"{node_url}/readyz")
    assert status == 503 and text.startswith(b"draining\n"), (status, text)
    player.join()
    assert late == [(200, SEGMENT)], "the drain lost bytes"
    node.process.wait(10)
    assert node.process.returncode == 0 and "drained unfinished=0" in node.text
    assert "CANARY" not in node.text

    tracker.process.send_signal(signal.SIGTERM)
    tracker.process.wait(10)
    assert tracker.process.returncode == 0 and managers[0].heard("STOPPING=1")
    # What was ordered outlasts it.
    again = Service(
        [products / "shoal-tracker", "serve", "--keys", keys, "--listen", "127.0.0.1:0", "--admin",
         "127.0.0.1:0", "--admin-port-file", work / "port", "--admin-token-file", token, "--orders",
         work / "orders"], work / "again.log", managers[0])
    services.append(again)
    again_url = f"http://{again.says(r'admin-listening address=(.+)$')[1]}"
    # It listens before it has told anything of itself.
    until(lambda: ask(f"{again_url}/readyz")[0] == 200, "readiness")
    shown_trust = json.loads(ask(f"{again_url}/debug/status")[1])["trust"]
    assert shown_trust["bannedCount"] == 1 and shown_trust["banned"] == [peer["id"][:16]], shown_trust
    assert ask(f"{again_url}/admin/lift?peer={peer['id']}", b"", **shown)[0] == 200
    until(lambda: json.loads(ask(f"{again_url}/debug/status")[1])["trust"]["bannedCount"] == 0, "the lift")
    assert peer["id"] not in (work / "orders").read_text()
    for line in tracker.text.splitlines():
        assert {"time", "event"} <= set(json.loads(line)), line
    print("ok")


if __name__ == "__main__":
    main()
