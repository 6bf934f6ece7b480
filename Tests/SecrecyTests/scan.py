#!/usr/bin/env python3
"""Plants secrets in a swarm of real processes, and looks for them wherever they must not be.

A tracker and three nodes run with a recorder before their cipher, so that what goes to peers and tracker
is seen before it is encrypted, and beside a sniffer, so that it is seen after that. One node is made to
crash. Searched are both, what the processes print, and every file that they leave.

Usage: scan.py PRODUCTS     the folder with shoal-node and shoal-tracker; exits with 1 for a finding
"""

import base64
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Players"))

import canaries as planting  # noqa: E402
import origin as origins  # noqa: E402
import swarm  # noqa: E402
from capture import Capture  # noqa: E402

# The tracker's message: its kind, the swarm, and two epochs with their secrets.
SWARM_SECRETS = rb"\x42.{32}\x02(.{4})(.{32})(.{4})(.{32})"


def main():
    products = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="shoal-secrecy-") as folder:
        findings = Scan(products, pathlib.Path(folder)).run()
    for finding in findings:
        print(f"FOUND {finding}")
    sys.exit(1 if findings else 0)


class Scan:
    NODES = 3

    def __init__(self, products, folder):
        self._products, self._folder = products, folder
        self._records, self._home = folder / "records", folder / "home"
        for path in (self._records, self._home):
            path.mkdir()
        self._canaries = planting.Canaries()
        self._headers = {
            "Authorization": f"Bearer {self._canaries.text('Authorization header')}",
            "X-Token": self._canaries.text("header of the player's own"),
            "Cookie": f"player={self._canaries.text('cookie of the player')}"}
        numbers = random.Random(1)
        self._origin = origins.Origin(self._canaries, numbers.randbytes)
        self._findings, self._looked = [], {}

    def run(self):
        self._load_recorder()
        capture = self._begin_capture()
        tracker = swarm.Tracker(self._products, self._folder)
        try:
            ours = self._play(tracker)
        finally:
            tracker.process.end(grace=5)
            self._origin.end()
            if capture:
                capture.end()
        self._learn(tracker)
        self._check_origin()
        self._search_records(tracker)
        self._search_output()
        self._search_files()
        if capture:
            self._search_wire(capture, tracker, ours)
        for place, size in self._looked.items():
            print(f"{place}: {size} bytes, {len(self._canaries.names())} secrets")
        return self._findings

    # What runs

    def _load_recorder(self):
        library, source = self._folder / "recorder.so", HERE.parent / "CPlaintextRecord"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-O1", f"-I{source}/include", "-o", library,
             source / "plaintext_record.c", "-ldl"], check=True)
        os.environ.update(
            LD_PRELOAD=str(library), SHOAL_RECORD=str(self._records), HOME=str(self._home),
            TMPDIR=str(self._home), XDG_CACHE_HOME=str(self._home),
            XDG_DATA_HOME=str(self._home),
            SWIFT_BACKTRACE="enable=yes,interactive=no,color=no,symbolicate=off,cache=no,output-to=stderr")

    def _begin_capture(self):
        try:
            return Capture()
        except PermissionError:
            print("wire: this process may not capture, so only what goes into the cipher is searched")
            return None

    def _play(self, tracker):
        """Lets one device after the other play all; returns the ports at which they talk to each other."""
        nodes = []
        try:
            for number in range(self.NODES):
                node = swarm.Node(
                    self._products, tracker, [self._origin.url], "http://page.example",
                    self._folder / f"node{number}.log")
                nodes.append(node)
                playback = node.playback[self._origin.url]
                self._canaries.add(
                    f"playback token of node {number}", playback.split("/")[4].encode())
                if number:
                    node.wait_for_peers(number)
                self._watch(playback)
            peers, _ = (sum(each) for each in zip(*(node.bytes_so_far() for node in nodes)))
            if peers < len(self._origin.segments[0]):
                self._findings.append(f"nothing: only {peers} bytes came from peers")
            proxies = {int(node.playback[self._origin.url].split(":")[2].split("/")[0])
                       for node in nodes}
            ours = set().union(*(ports_of(node.process.process.pid) for node in nodes))
            self._crash(nodes[-1])
            return ours - proxies - {self._origin.port}
        finally:
            for node in nodes:
                node.end()

    def _watch(self, url):
        """Plays as a player would, to the byte."""
        master = self._get(url).decode()
        playlist = self._uris(url, master)[0]
        lines = self._get(playlist).decode()
        key = re.search(r'URI="([^"]+)"', lines)[1]
        self._get(urllib.parse.urljoin(playlist, key))
        for number, uri in enumerate(self._uris(playlist, lines)):
            if self._get(uri) != self._origin.segments[number]:
                self._findings.append(f"other bytes than the origin's in segment {number}")

    def _uris(self, base, playlist):
        return [urllib.parse.urljoin(base, line) for line in playlist.splitlines()
                if line and not line.startswith("#")]

    def _get(self, url):
        request = urllib.request.Request(url, headers=self._headers)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
                request, timeout=20) as answer:
            return answer.read()

    def _crash(self, node):
        """A signal from outside: the text is written, but the process does not die of it."""
        os.kill(node.process.process.pid, signal.SIGSEGV)
        node.process.wait_for(lambda: "Backtrace took" in node.process.text, 60, "the crash text")

    # What is searched

    def _learn(self, tracker):
        """Secrets that nobody planted: of the operator, the app and the swarm."""
        key = tracker.key.read_text().strip()
        decoded = base64.urlsafe_b64decode(key.split(".")[1] + "==")
        self._canaries.add("content key of the SDK key", decoded[-36:-4])
        for name, value in re.findall(r"(\w+)\W+([0-9A-Za-z_\-+/=]{40,})",
                                      (self._folder / "operator.keys").read_text()):
            self._canaries.add(f"operator's {name}", value.encode())
        told = self._plaintext(tracker.process.process.pid)
        secrets = set()
        for found in re.finditer(SWARM_SECRETS, told, re.DOTALL):
            first, second = struct.unpack("!II", found[1] + found[3])
            if second == first + 1:
                secrets |= {found[2], found[4]}
        if not secrets:
            self._findings.append("nothing: the tracker told no swarm's secret")
        for number, secret in enumerate(sorted(secrets)):
            self._canaries.add(f"swarm secret {number}", secret)

    def _check_origin(self):
        """What was planted for the origin has to reach it, or its absence elsewhere means nothing."""
        heard = b"\n".join(self._origin.heard)
        reached = self._canaries.found(heard)
        for name in ("Authorization header", "header of the player's own", "cookie of the player",
                     "signature of the master playlist", "token of a segment",
                     "signature that a redirect adds", "cookie of the origin"):
            if name not in reached:
                self._findings.append(f"nothing: the origin never heard the {name}")
        for name in reached:
            if name.startswith(("playback", "content", "operator", "swarm", "media key", "text")):
                self._findings.append(f"{name} at the origin")

    def _search_records(self, tracker):
        """Peers and tracker are told nothing; the tracker tells clients the secrets of their swarm."""
        pid = tracker.process.process.pid
        media = 0
        for path in sorted(self._records.iterdir()):
            content = self._plaintext(int(path.name.split("-")[1]))
            is_tracker = path.name == f"plaintext-{pid}"
            allowed = [name for name in self._canaries.names()
                       if is_tracker and name.startswith("swarm secret")]
            media += content.count(self._origin.MARKER)
            self._search(f"plaintext of {'the tracker' if is_tracker else 'a node'}, {path.name}",
                         content, allowed)
        if media < 1_000:
            self._findings.append("nothing: the recorder saw no media, so it would see no secret")

    def _plaintext(self, pid):
        """All that a process encrypted: the cipher takes a message in pieces, one behind the other."""
        content, pieces = (self._records / f"plaintext-{pid}").read_bytes(), []
        while content:
            (length,) = struct.unpack("=I", content[:4])
            pieces.append(content[4:4 + length])
            content = content[4 + length:]
        return b"".join(pieces)

    def _search_output(self):
        """A node prints where to play, and nothing else that is secret."""
        for path in sorted(self._folder.glob("*.log")):
            number = re.fullmatch(r"node(\d+)\.log", path.name)
            allowed = [f"playback token of node {number[1]}"] if number else []
            self._search(path.name, path.read_bytes(), allowed)

    def _search_files(self):
        """What the processes wrote where programs write."""
        for path in sorted(self._home.rglob("*")):
            if path.is_file():
                self._search(str(path.relative_to(self._folder)), path.read_bytes())
        self._looked.setdefault("files in home, caches and temporary folder", 0)

    def _search_wire(self, capture, tracker, ours):
        """Of what else goes over this machine's loopback nothing is looked at."""
        port = int(re.search(r"address=[^\s:]+:(\d+)", tracker.process.text)[1])
        to_tracker = capture.between(lambda one, other: port in (one, other))
        to_peers = capture.between(
            lambda one, other: one in ours and other in ours and port not in (one, other))
        if len(to_tracker) < 1_000 or len(to_peers) < 1_000_000:
            self._findings.append(
                f"nothing: the sniffer saw {len(to_tracker)} bytes to the tracker and "
                f"{len(to_peers)} between peers")
        if self._origin.MARKER in to_peers:
            self._findings.append("media in the clear between peers")
        self._search("wire between nodes and tracker", to_tracker)
        self._search("wire between peers", to_peers)

    def _search(self, place, content, allowed=()):
        self._looked[place] = len(content)
        for name in self._canaries.found(content, allowed):
            self._findings.append(f"{name} in {place}")


def ports_of(pid):
    """The local ports of a process's connections and listeners."""
    sockets = {link[8:-1] for link in _links(pid) if link.startswith("socket:[")}
    lines = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return {int(field[1].split(":")[1], 16) for field in fields if field[9] in sockets}


def _links(pid):
    for path in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        try:
            yield os.readlink(path)
        except FileNotFoundError:
            # It was closed meanwhile.
            continue


if __name__ == "__main__":
    main()
