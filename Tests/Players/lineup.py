"""All players of the matrix, and where each of them is found."""

import pathlib
import re
import shutil
import sys

import processes
from browser import Browser, Pages
from clients import MPV, VLC, FFmpeg, GStreamer


_LOW_LATENCY = "hls.js-low"


class Lineup:
    def __init__(self, cache):
        cache = pathlib.Path(cache)
        self._logs = cache / "logs"
        (cache / "pages").mkdir(parents=True, exist_ok=True)
        self.pages = Pages(cache / "pages")
        newest = next(iter(sorted(cache.glob("ffmpeg-*"))), None)
        browsers = [
            ("chromium", "Chromium", "native", None, _without_dash),
            ("hls.js", "hls.js", "hls", "hls.js", _of_hls),
            (_LOW_LATENCY, "hls.js, low latency", "hls-low", "hls.js", _of_low_latency),
            ("video.js", "video.js", "video", "video.js", _of_playlists),
        ]
        self.players = [
            FFmpeg("ffmpeg", "ffmpeg", "ffmpeg"),
            FFmpeg("ffmpeg-new", "ffmpeg, newest", str(newest) if newest else None),
            MPV(), VLC(), GStreamer(),
            *(Browser(name, title, library, script, self.pages, foreign)
              for name, title, library, script, foreign in browsers),
        ]

    @staticmethod
    def viewer(url, log, seconds=None, beside=None, pace=None):
        """Something that reads a medium as a viewer would, for as long as it is told.

        Beside a player of low latency it has parts, too: whole segments are of no use to that one.
        It reads as fast as it can, or so many seconds of media in one.
        """
        if beside == _LOW_LATENCY:
            return low_latency_viewer(url, log, seconds)
        limit = ["-t", seconds] if seconds else []
        rate = ["-readrate", pace] if pace else []
        return processes.Child(
            ["ffmpeg", "-nostdin", "-v", "error", *rate, "-i", url, *limit, "-map", "0", "-c", "copy",
             "-f", "null", "-"], log)

    def versions(self, players):
        """What the players say of themselves."""
        asked = {
            "ffmpeg": ["ffmpeg", "-version"], "mpv": ["mpv", "--version"],
            "vlc": ["dpkg-query", "-W", "-f", "vlc ${Version}", "vlc-bin"],
            "gst": ["gst-launch-1.0", "--version"],
            "chromium": ["chromium-headless-shell", "--version"],
        }
        said = []
        for player in players:
            if player.name == "ffmpeg-new" and player.program:
                command = [player.program, "-version"]
            else:
                command = asked.get(player.name)
            if command and shutil.which(command[0]):
                _, text = processes.run(command, self._logs / "version.log", 20)
                said.append(re.sub(r" Copyright.*| built on.*", "", text.splitlines()[0]).strip())
        for script in ["hls.js", "video.js"]:
            file = pathlib.Path(self.pages.folder) / script
            if file.exists() and any(player.name.startswith(script) for player in players):
                said.append(f"{script} {_version(file)}")
        return said


def low_latency_viewer(url, log, seconds):
    program = pathlib.Path(__file__).with_name("lowlatencyviewer.py")
    return processes.Child([sys.executable, "-B", program, url, seconds], log)


# Why a browser's player is not for a medium, or None if it is.


def _without_dash(medium):
    return "Chromium by itself has no DASH" if medium.kind == "dash" else None


def _of_hls(medium):
    return None if medium.kind == "hls" else "hls.js plays nothing but HLS"


def _of_low_latency(medium):
    return None if medium.is_low_latency else "as without low latency, which this is not"


def _of_playlists(medium):
    return "files are played by the browser itself" if medium.kind == "file" else None


def _version(script):
    text = script.read_text(errors="replace")
    found = re.search(r"Video\.js ([\d.]+)", text) or re.search(r"[\"'`](1\.\d+\.\d+)[\"'`]", text)
    return found[1] if found else "of unknown version"
