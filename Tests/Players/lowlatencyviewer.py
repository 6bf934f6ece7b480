#!/usr/bin/env -S python3 -B
"""A viewer of low-latency HLS: asks for each next version of the playlist, and for its parts alone.

For each part it writes a line of JSON: its place in the channel, when it was there, whether it was
published while the viewer waited, and the hash of what it held.
"""

import concurrent.futures
import hashlib
import http.client
import json
import re
import sys
import time
import urllib.parse

# Parts before the newest at which it begins, as PART-HOLD-BACK asks.
_HOLD_BACK = 3
_LIMIT = 15


class Connection:
    """One request at a time, over a connection that stays."""

    def __init__(self, url):
        self._connection = http.client.HTTPConnection(
            urllib.parse.urlsplit(url).netloc, timeout=_LIMIT)

    def get(self, url):
        parts = urllib.parse.urlsplit(url)
        self._connection.request("GET", parts.path + (f"?{parts.query}" if parts.query else ""))
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"status {answer.status} for {url}")
        return body


class Playlist:
    """The parts that a media playlist lists, by place: segment number and index in it."""

    def __init__(self, url, text):
        self.parts = {}
        segment, index = 0, 0
        for line in text.splitlines():
            if line.startswith("#EXT-X-MEDIA-SEQUENCE:"):
                segment = int(line.split(":")[1])
            elif line.startswith("#EXT-X-SKIP:"):
                segment += int(re.search(r"SKIPPED-SEGMENTS=(\d+)", line)[1])
            elif line.startswith("#EXT-X-PART:"):
                uri = re.search(r'URI="([^"]*)"', line)[1]
                self.parts[segment, index] = urllib.parse.urljoin(url, uri)
                index += 1
            elif line and not line.startswith("#"):
                segment, index = segment + 1, 0
        # Of the place that comes next, whether its segment goes on or another begins.
        self.next = segment, index


class Viewer:
    def __init__(self, master):
        self._playlists, self._media = Connection(master), Connection(master)
        text = self._playlists.get(master).decode()
        uri = next(line for line in text.splitlines() if line and not line.startswith("#"))
        self._url = urllib.parse.urljoin(master, uri)

    def play(self, seconds):
        latest = time.monotonic() + seconds
        playlist = self._load("")
        wanted = sorted(playlist.parts)[-_HOLD_BACK:]
        is_fresh = False
        with concurrent.futures.ThreadPoolExecutor(1) as reloads:
            while time.monotonic() < latest:
                segment, index = playlist.next
                following = reloads.submit(
                    self._load, f"?_HLS_msn={segment}&_HLS_part={index}&_HLS_skip=YES")
                for place in wanted:
                    self._take(place, playlist.parts[place], is_fresh)
                known = max(playlist.parts)
                playlist = following.result()
                wanted = sorted(place for place in playlist.parts if place > known)
                is_fresh = True

    def _load(self, directives):
        return Playlist(self._url, self._playlists.get(self._url + directives).decode())

    def _take(self, place, url, is_fresh):
        body = self._media.get(url)
        print(json.dumps({
            "part": place, "at": time.time(), "fresh": is_fresh, "bytes": len(body),
            "hash": hashlib.sha256(body).hexdigest(),
        }), flush=True)


if __name__ == "__main__":
    Viewer(sys.argv[1]).play(float(sys.argv[2]))
