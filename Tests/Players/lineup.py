"""All players of the matrix, and where each of them is found."""

import pathlib
import re
import shutil

import processes
from browser import Browser, Pages
from clients import MPV, VLC, FFmpeg, GStreamer


class Lineup:
    def __init__(self, cache):
        cache = pathlib.Path(cache)
        self._logs = cache / "logs"
        (cache / "pages").mkdir(parents=True, exist_ok=True)
        self.pages = Pages(cache / "pages")
        newest = next(iter(sorted(cache.glob("ffmpeg-*"))), None)
        browsers = [
            ("chromium", "Chromium", "native", None, lambda medium: medium.kind != "dash"),
            ("hls.js", "hls.js", "hls", "hls.js", lambda medium: medium.kind == "hls"),
            ("hls.js-low", "hls.js, low latency", "hls-low", "hls.js",
             lambda medium: medium.is_low_latency),
            ("video.js", "video.js", "video", "video.js", lambda medium: medium.kind != "file"),
        ]
        self.players = [
            FFmpeg("ffmpeg", "ffmpeg", "ffmpeg"),
            FFmpeg("ffmpeg-new", "ffmpeg, newest", str(newest) if newest else None),
            MPV(), VLC(), GStreamer(),
            *(Browser(name, title, library, script, self.pages, takes)
              for name, title, library, script, takes in browsers),
        ]

    @staticmethod
    def viewer(url, log, seconds):
        """Something that reads a medium as a viewer would, for as long as it is told."""
        limit = ["-t", seconds] if seconds else []
        return processes.Child(
            ["ffmpeg", "-nostdin", "-v", "error", "-i", url, *limit, "-map", "0", "-c", "copy",
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


def _version(script):
    text = script.read_text(errors="replace")
    found = re.search(r"Video\.js ([\d.]+)", text) or re.search(r"[\"'`](1\.\d+\.\d+)[\"'`]", text)
    return found[1] if found else "of unknown version"
