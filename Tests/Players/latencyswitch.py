"""A page that switches between the latency modes of a live channel, beside one that plays directly."""

import http.server
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse

import processes
import servers
from browser import CHROMIUM, chromium
from table import Cell, State


class Told:
    """Says over HTTP what a page is to load: `/next?after=N` waits until there is something newer."""

    def __init__(self, page):
        self._news, self._condition = [], threading.Condition()
        told = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
                body = json.dumps(told.after(int(query["after"][0]))).encode()
                self.send_response(200)
                self.send_header("Access-Control-Allow-Origin", page)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def tell(self, mode, url, prefix):
        """`prefix` is what the URLs of its segments begin with."""
        with self._condition:
            self._news.append(
                {"number": len(self._news) + 1, "mode": mode, "url": url, "prefix": prefix})
            self._condition.notify_all()

    def after(self, number):
        with self._condition:
            self._condition.wait_for(lambda: len(self._news) > number)
            return self._news[-1]

    def end(self):
        self._server.shutdown()
        self._server.server_close()


class Application:
    """`example-latency`, and what it says."""

    def __init__(self, matrix, media, low, log, initial="def"):
        self._log = log
        key = matrix.tracker.key.read_text().strip()
        self.process = processes.Child(
            [matrix.products / "example-latency", key, matrix.origin.page, media, low, initial],
            log, stdin=subprocess.PIPE)

    def say(self, wish):
        self.process.process.stdin.write(f"{wish}\n".encode())
        self.process.process.stdin.flush()

    @property
    def modes(self):
        """All that it said: mode, whether there is low latency, what to load."""
        return re.findall(r"^mode=(\w+) low=(\w+) url=(\S+)$", self.process.text, re.M)

    def wait_for_modes(self, count):
        return self.process.wait_for(
            lambda: self.modes if len(self.modes) >= count else None, 15, "the mode")[count - 1]

    def end(self):
        self.process.end()


class Page:
    """The page in a Chromium of its own."""

    _ATTEMPTS = 3

    def __init__(self, matrix, told, log):
        self._profile = tempfile.mkdtemp(prefix="players-chromium-")
        query = urllib.parse.urlencode({"events": told.url})
        self._child = processes.Child(
            chromium(self._profile, f"{matrix.origin.page}/latency.html?{query}"), log)

    @classmethod
    def playing(cls, matrix, told, log):
        """A page that shows what it was told to load."""
        for _ in range(cls._ATTEMPTS):
            page = cls(matrix, told, log)
            try:
                page.wait_for(lambda line: line["what"] == "playing", 10, "a picture")
                return page
            except RuntimeError:
                # Now and then a player of this Chromium does not begin at all; a second one does.
                page.end()
        raise RuntimeError(f"{log.name}: no picture in {cls._ATTEMPTS} pages")

    @property
    def said(self):
        lines = re.findall(r'LATENCY (\{.*?\})"', self._child.text)
        return [json.loads(line) for line in lines]

    def wait_for(self, condition, seconds, what):
        return self._child.wait_for(
            lambda: next((line for line in self.said if condition(line)), None), seconds, what)

    def end(self):
        self._child.end()
        shutil.rmtree(self._profile, ignore_errors=True)


class LatencySwitch:
    """A viewer's way from the default to low latency and back, in one page."""

    name = "latency-switch"
    title = "Latency modes, one page: def, low, def"
    # How long a switch may take, and how much later than directly the low mode may be: one part.
    _LONGEST, _PART = 3, 0.5
    # In each mode; low latency is caught up with slowly.
    _SECONDS = {"def": 10, "low": 25}

    def __init__(self, matrix):
        self._matrix = matrix

    def run(self):
        if not servers.LOW_LATENCY_ORIGIN.exists():
            return Cell(State.ABSENT, servers.NO_LOW_LATENCY_ORIGIN)
        if not shutil.which(CHROMIUM):
            return Cell(State.ABSENT, "Chromium is not installed")
        matrix, work = self._matrix, self._matrix.work
        shutil.copy(pathlib.Path(__file__).with_name("latency.html"), matrix.lineup.pages.folder)
        low = servers.LowLatencyOrigin(matrix.folder, work)
        live = matrix.live_channel()
        running = [low]
        try:
            low_url = f"{low.url}/master.m3u8"
            # A second viewer, whose peers are there for both modes.
            other = Application(
                matrix, f"{matrix.origin.url}/live/index.m3u8", low_url, work / "latency-other.log")
            application = Application(
                matrix, f"{matrix.origin.url}/live/index.m3u8", low_url, work / "latency.log")
            direct, told = Told(matrix.origin.page), Told(matrix.origin.page)
            running += [other, application, direct, told]
            live.wait_until_full()
            direct.tell("low", low_url, low.url)
            running.append(beside := Page.playing(matrix, direct, work / "latency-direct.log"))
            self._tell(application, told, 1)
            running.append(page := Page.playing(matrix, told, work / "latency-page.log"))
            return self._judge(*self._switch(application, told, page), page, beside)
        finally:
            for process in running:
                process.end()

    @staticmethod
    def _tell(application, told, number):
        """Passes on what the application says for the `number`-th time, which is returned."""
        mode, is_there, url = application.wait_for_modes(number)
        if is_there != "true":
            raise RuntimeError("there is no low latency")
        # All that is behind a playback URL begins with the same two names.
        told.tell(mode, url, "/".join(url.split("/")[:5]))
        return mode

    def _switch(self, application, told, page):
        """Seconds that each switch took, and when the low mode was played."""
        time.sleep(self._SECONDS["def"])
        took, stretch = {}, None
        for number, mode in enumerate(["low", "def"], start=2):
            began = time.time()
            application.say(mode)
            if self._tell(application, told, number) != mode:
                raise RuntimeError(f"it is not {mode} that was said")
            playing = page.wait_for(
                lambda line: line["what"] == "playing" and line["at"] >= 1000 * began, 20,
                f"a picture of {mode}")
            took[mode] = playing["at"] / 1000 - began
            time.sleep(self._SECONDS[mode])
            if mode == "low":
                stretch = playing["at"], 1000 * time.time()
        return took, stretch

    def _judge(self, took, stretch, page, beside):
        said = page.said
        errors = [line["details"] for line in said if line["what"] == "error"]
        pages = sum(line["what"] == "page" for line in said)
        # Behind the live edge, once both have had time to come near it.
        second_half = sum(stretch) / 2, stretch[1]
        through, directly = (_latency(lines, second_half) for lines in [said, beside.said])
        words = [f"{mode} after {seconds:.2f} s" for mode, seconds in took.items()]
        words.append(f"low: {through:.2f} s behind, {directly:.2f} s directly")
        words.append(f"errors: {', '.join(errors) or 'none'}")
        is_good = (
            all(seconds <= self._LONGEST for seconds in took.values()) and not errors
            and pages == 1 and through - directly <= self._PART)
        return Cell(State.SAME if is_good else State.DIFFERENT, "; ".join(words))


def _latency(lines, stretch):
    seconds = [
        line["seconds"] for line in lines
        if line["what"] == "latency" and line["mode"] == "low"
        and stretch[0] <= line["at"] <= stretch[1]]
    if not seconds:
        raise RuntimeError("a page told no latency")
    return statistics.median(seconds)
