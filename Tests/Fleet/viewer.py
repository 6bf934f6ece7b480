"""One viewer of HLS: paced by its buffer, and holding every segment against what the origin has."""

import dataclasses
import hashlib
import http.client
import re
import time
import urllib.parse

# Seconds of media that a player holds before it waits.
_BUFFER = 12
# Segments from the end of a live playlist where a player begins (RFC 8216 6.3.3).
_LIVE_START = 3
# Seconds within which a node that is started again must answer.
_LONGEST_ABSENCE = 20
_TIMEOUT = 30


@dataclasses.dataclass(frozen=True)
class Stall:
    """What came too late: when it was asked for, when it came, and how much of that was too long."""

    asked: float
    came: float
    seconds: float


@dataclasses.dataclass
class Account:
    """What one viewer went through."""

    segments: int = 0
    bytes: int = 0
    stalls: list = dataclasses.field(default_factory=list)
    started_after: float | None = None
    reconnects: int = 0
    wrong: list = dataclasses.field(default_factory=list)
    errors: list = dataclasses.field(default_factory=list)
    sources: dict = dataclasses.field(default_factory=dict)

    @property
    def stalled(self):
        return sum(stall.seconds for stall in self.stalls)


@dataclasses.dataclass
class Segment:
    number: int
    url: str
    seconds: float


def parse(text, base):
    """The segments of a media playlist, the seconds after which to load it again, and whether it has ended."""
    number = int((re.search(r"^#EXT-X-MEDIA-SEQUENCE:(\d+)", text, re.M) or [0, 0])[1])
    target = float(re.search(r"^#EXT-X-TARGETDURATION:(\d+)", text, re.M)[1])
    segments, seconds = [], 0.0
    for line in text.splitlines():
        if line.startswith("#EXTINF:"):
            seconds = float(line[8:].split(",")[0])
        elif line and not line.startswith("#"):
            segments.append(Segment(number, urllib.parse.urljoin(base, line), seconds))
            number += 1
    return segments, target, "#EXT-X-ENDLIST" in text


class Viewer:
    """Plays one URL until a moment; `expected` gives the SHA-256 of a segment by the name of its file."""

    def __init__(self, url, until, expected, offset=0):
        self._url = url
        self._until = until
        self._expected = expected
        self._offset = offset
        self._connection = None
        self._loaded = 0.0
        self._began = None
        self.account = Account()

    def play(self):
        self._asked = time.monotonic()
        try:
            self._play()
        except Exception as error:  # A viewer that ends early is a finding, not the end of the others.
            self.account.errors.append(repr(error))
        finally:
            self._close()

    def look(self):
        """Loads the playlist, and keeps the connection."""
        self._get(self._url)

    def take_all(self):
        """Loads every segment of a playlist that has ended, as fast as they come."""
        self._asked = time.monotonic()
        segments, _, _ = parse(self._get(self._url)[0].decode(), self._url)
        for segment in segments:
            self._take(segment)
        self._close()

    def leave(self):
        self._close()

    def _play(self):
        next_number = None
        while time.monotonic() < self._until:
            segments, target, has_ended = parse(self._get(self._url)[0].decode(), self._url)
            loaded_at = time.monotonic()
            if next_number is None:
                next_number = segments[self._offset if has_ended else -_LIVE_START].number
            for segment in segments:
                if segment.number < next_number:
                    continue
                self._wait_for_room()
                if time.monotonic() >= self._until:
                    return
                self._take(segment)
                next_number = segment.number + 1
            if has_ended:
                return
            time.sleep(max(0, loaded_at + target / 2 - time.monotonic()))

    def _take(self, segment):
        asked = time.monotonic()
        body, source = self._get(segment.url)
        now = time.monotonic()
        account = self.account
        if self._began is None:
            self._began = now
            account.started_after = now - self._asked
        late = now - (self._began + account.stalled + self._loaded)
        if self._loaded and late > 0:
            account.stalls.append(Stall(asked, now, late))
        self._loaded += segment.seconds
        account.segments += 1
        account.bytes += len(body)
        account.sources[source] = account.sources.get(source, 0) + 1
        name = urllib.parse.urlsplit(segment.url).path
        if hashlib.sha256(body).digest() != self._expected(name):
            account.wrong.append(name)

    def _wait_for_room(self):
        if self._began is None:
            return
        played = time.monotonic() - self._began - self.account.stalled
        time.sleep(max(0, min(self._loaded - played - _BUFFER, self._until - time.monotonic())))

    def _get(self, url):
        """Asks again where the connection breaks off, as players do: that counts as one reconnect."""
        broken_since = None
        while True:
            try:
                return self._get_once(url)
            except (OSError, http.client.HTTPException):
                self._close()
                now = time.monotonic()
                if broken_since is None:
                    broken_since = now
                    self.account.reconnects += 1
                if now - broken_since > _LONGEST_ABSENCE:
                    raise
                time.sleep(0.25)

    def _get_once(self, url):
        parts = urllib.parse.urlsplit(url)
        if self._connection is None:
            self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=_TIMEOUT)
        self._connection.request("GET", parts.path + (f"?{parts.query}" if parts.query else ""))
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{answer.status} for {parts.path}")
        return body, answer.getheader("X-Cache", "none")

    def _close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None
