#!/usr/bin/env python3
"""Lets a real browser's pages try to have what a node's local server has.

Pages of a foreign site, of a foreign port and of a name that is rebound get nothing that tells a URL that is
right from one that is guessed, and the CDN is not asked once on their behalf; an allowed page plays.

Usage: crosssite.py PRODUCTS     the folder with shoal-node and shoal-tracker; exits with 1 for a leak
"""

import json
import pathlib
import re
import secrets
import shutil
import sys
import tempfile
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Players"))

import processes  # noqa: E402
import swarm  # noqa: E402
from sites import CDN, Pages, Rebinder  # noqa: E402

PROGRAM = "chromium-headless-shell"
LIMIT = 40
# What a page may learn of a server that does not answer it: that it is there.
HARMLESS = {"failed", "opaque", "foreign", "nothing", "read 403 0", "read 405 0", "read 0"}
MEDIA = ("audio", "video", "video with CORS")


def main():
    with tempfile.TemporaryDirectory(prefix="shoal-crosssite-") as folder:
        leaks = Attempts(pathlib.Path(sys.argv[1]), pathlib.Path(folder)).run()
    for leak in leaks:
        print(f"LEAK {leak}")
    sys.exit(1 if leaks else 0)


class Attempts:
    def __init__(self, products, folder):
        self._folder, self._leaks, self._count = folder, [], 0
        self._cdn, self._pages = CDN(), Pages()
        self._tracker = swarm.Tracker(products, folder)
        self._allowed = f"http://player.test:{self._pages.port}"
        self._node = swarm.Node(
            products, self._tracker, [self._cdn.url], self._allowed, folder / "node.log")
        self._right = self._node.playback[self._cdn.url]
        local = urllib.parse.urlsplit(self._right)
        self._port = local.port
        token = local.path.split("/")[2]
        self._guess = self._right.replace(token, secrets.token_urlsafe(32)[:len(token)])
        self._rebinder = Rebinder(local.port)

    def run(self):
        try:
            self._expect_playing()
            port = self._pages.port
            for site in (f"http://evil.test:{port}", f"http://localhost:{port}",
                         f"http://player.test.evil.test:{port}"):
                self._expect_nothing(f"page at {site.rsplit(':', 1)[0]}", f"{site}/")
            self._expect_no_reading(f"http://127.0.0.1:{port}/")
            self._expect_nothing(
                "page whose name is rebound", f"http://rebound.test:{self._port}/",
                f"--proxy-server=127.0.0.1:{self._rebinder.port}", "rebound.test")
            statuses = set(self._rebinder.answers)
            if statuses != {(403, 0)}:
                self._leaks.append(f"under a rebound name the local server answers {statuses}")
            return self._leaks
        finally:
            self._node.end()
            self._tracker.end()
            for server in (self._cdn, self._pages, self._rebinder):
                server.end()

    def _expect_playing(self):
        """The same page of an allowed site may, or that others may not means nothing."""
        told = self._visit(f"{self._allowed}/", self._right)
        self._show("page that is allowed", told)
        wanted = {"fetch": "read 200 32044", "fetch of a range": "read 206 10",
                  "audio": "loadedmetadata", "video with CORS": "loadedmetadata"}
        for name, result in wanted.items():
            if told.get(name) != result:
                self._leaks.append(f"an allowed page's {name} gives {told.get(name)}, not {result}")

    def _expect_nothing(self, name, page, option=None, host=None):
        """Neither what is there, nor whether it is, and no word to the CDN."""
        right, guess = (url if host is None else re.sub(r"//[^/:]+:", f"//{host}:", url)
                        for url in (self._right, self._guess))
        before = self._cdn.requests
        told, guessed = self._visit(page, right, option), self._visit(page, guess, option)
        self._show(name, told)
        for attempt, result in told.items():
            if result not in HARMLESS and not (attempt == "object" and result == "load"):
                self._leaks.append(f"{name}: {attempt} gives {result}")
            if result != guessed[attempt]:
                self._leaks.append(
                    f"{name}: {attempt} tells a right URL ({result}) from a guess ({guessed[attempt]})")
        if self._cdn.requests != before:
            self._leaks.append(f"{name}: the CDN was asked {self._cdn.requests - before} times")

    def _expect_no_reading(self, page):
        """A foreign port of this machine is the same site: it is served, but the page cannot read or play it."""
        told = self._visit(page, self._right)
        self._show("page on another port of this machine", told)
        for attempt, result in told.items():
            if attempt in MEDIA and result == "loadedmetadata" or re.match(r"read [1-9]", result):
                self._leaks.append(f"page on another port: {attempt} gives {result}")

    def _show(self, name, told):
        print(f"{name}: " + ", ".join(f"{attempt}: {result}" for attempt, result in told.items()))

    def _visit(self, page, url, option=None):
        """What the page said; now and then a page of this Chromium says nothing at all."""
        for _ in range(3):
            told = self._told(f"{page}?{urllib.parse.urlencode({'url': url})}", option)
            if told:
                return told
        raise RuntimeError(f"{page} says nothing")

    def _told(self, page, option):
        profile = tempfile.mkdtemp(prefix="profile-", dir=self._folder)
        self._count += 1
        child = processes.Child(
            [PROGRAM, "--no-sandbox", "--headless", "--disable-gpu", "--mute-audio",
             "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={profile}",
             "--disable-background-timer-throttling", "--enable-logging=stderr", "--v=0",
             "--host-resolver-rules=MAP *.test 127.0.0.1", "--remote-debugging-port=0",
             *([option] if option else []), page], self._folder / f"browser{self._count}.log")
        try:
            found = child.wait_for(
                lambda: re.search(r"TOLD (\{.*?\})\"", child.text), LIMIT, "the page's word")
            return json.loads(found[1])
        except RuntimeError:
            return None
        finally:
            child.end()
            shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    main()
