"""Players that run in a page of a headless Chromium, each in a profile and a process group of its own."""

import json
import pathlib
import re
import shutil
import tempfile
import urllib.parse

import processes
from played import Played

CHROMIUM = "chromium-headless-shell"
_LIVE_SECONDS = 8
# Beyond what the page needs by itself: Chromium's own start, and pages that never say a word.
_SLACK = 25
_FIRST_FRAME_LIMIT = 20


def chromium(profile, page):
    """The command for a Chromium that shows the page and writes its console to its standard error."""
    return [
        CHROMIUM, "--no-sandbox", "--headless", "--disable-gpu", "--mute-audio",
        "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={profile}",
        "--disable-background-timer-throttling", "--enable-logging=stderr", "--v=0",
        "--remote-debugging-port=0", page,
    ]


class Browser:
    """One library in the page, or Chromium's own player."""

    def __init__(self, name, title, library, script, pages, foreign):
        self.name, self.title = name, title
        self._library, self._script, self._pages = library, script, pages
        # Why a medium is not for it, or None.
        self._foreign = foreign

    def foreign(self, medium):
        return self._foreign(medium)

    def obstacle(self):
        if not shutil.which(CHROMIUM):
            return "not installed"
        if self._script and not (pathlib.Path(self._pages.folder) / self._script).exists():
            return "not installed"
        return None

    def start(self, url, medium, work):
        seconds = _LIVE_SECONDS if medium.is_live else medium.seconds
        seeks = [41, 7] if medium.seeks else []
        if medium.kind == "file":
            seconds = _LIVE_SECONDS
        page = self._page(
            url, seconds=seconds, live=int(medium.is_live or medium.kind == "file"),
            seeks=",".join(map(str, seeks)))
        return _Playing(page, work / "player.log", seconds + 3 * len(seeks) + _SLACK)

    def first_frame(self, url, medium, work):
        playing = _Playing(self._page(url, first=1), work / "first.log", _FIRST_FRAME_LIMIT)
        told = playing.told()
        return told.get("startup") if told else None

    def _page(self, url, **options):
        query = urllib.parse.urlencode({"library": self._library, "source": url, **options})
        return f"{self._pages.url}/player.html?{query}"


class Pages:
    """The page and the libraries, where the origin serves them."""

    def __init__(self, folder):
        self.folder, self.url = folder, None

    def install(self, url):
        self.url = url
        shutil.copy(pathlib.Path(__file__).parent / "player.html", self.folder)


class _Playing:
    def __init__(self, page, log, limit):
        self._page, self._log, self._limit = page, log, limit
        self._begin()

    def _begin(self):
        self._profile = tempfile.mkdtemp(prefix="players-chromium-")
        self._child = processes.Child(chromium(self._profile, self._page), self._log)

    def told(self):
        """What the page said, or None if it never did."""
        try:
            return self._child.wait_for(self._result, self._limit, "the page's word")
        except RuntimeError:
            return None
        finally:
            self._child.end()
            shutil.rmtree(self._profile, ignore_errors=True)

    def finish(self):
        told = self.told()
        if told is None:
            # Now and then a page of this Chromium says nothing at all; a second one does.
            self._begin()
            told = self.told()
        if told is None:
            return Played(problem=f"no word within {self._limit} s")
        if told["problem"]:
            return Played(problem=told["problem"])
        if told["seconds"] <= 0:
            return Played(problem="nothing was played")
        return Played(
            frames=told["frames"], seconds=told["seconds"], stalls=told["stalls"],
            latency=told["latency"])

    def _result(self):
        found = re.search(r"MATRIX (\{.*?\})\"", self._child.text)
        return json.loads(found[1]) if found else None
