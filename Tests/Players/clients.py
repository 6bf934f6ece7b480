"""Players that run as programs: each says by hashes what it has read or shown."""

import pathlib
import pwd
import re
import shutil
import tempfile
import time

import processes
from played import Played

_LIVE_SECONDS = 8
_LIMIT = 60
_FIRST_FRAME_LIMIT = 15
# Where the seek of a file goes, and how much is played there.
_SEEK, _SEEK_SECONDS = 41, 3


class Playing:
    """A run under way; `finish` waits for its end and reads what it has brought."""

    def __init__(self, child, read, is_by_clock, limit=_LIMIT, may_be_ended=False):
        self._child, self._read, self._limit = child, read, limit
        self._is_by_clock, self._may_be_ended = is_by_clock, may_be_ended

    def finish(self):
        status = self._child.wait(self._limit)
        text = self._child.text
        if status is None and not self._may_be_ended:
            return Played(problem=f"no end within {self._limit} s")
        if status:
            return Played(problem=f"status {status}: {_last_line(text)}")
        played = Played(self._read(), is_by_clock=self._is_by_clock)
        if not any(played.streams.values()):
            return Played(problem=f"nothing was read: {_last_line(text)}")
        return played


def _last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    # An address is another one in each run.
    return re.sub(r"https?://\S*?(?=:? |$)", "URL", lines[-1])[:120] if lines else "no word"


def _lines_by_stream(path):
    """Of the formats streamhash and framehash: the lines of each stream without their times."""
    streams = {}
    for line in pathlib.Path(path).read_text().splitlines():
        if line and not line.startswith("#"):
            fields = [field.strip() for field in line.split(",")]
            streams.setdefault(fields[0], []).append(fields[-1])
    return streams


def _timed(arguments, log):
    """Milliseconds that a program took, or None if it failed."""
    began = time.monotonic()
    status, _ = processes.run(arguments, log, _FIRST_FRAME_LIMIT)
    return (time.monotonic() - began) * 1000 if status == 0 else None


class Program:
    """What each of them is asked."""

    def foreign(self, medium):
        """All of these play all media."""
        return None


class FFmpeg(Program):
    def __init__(self, name, title, program):
        self.name, self.title, self.program = name, title, program

    def obstacle(self):
        return None if self.program and shutil.which(self.program) else "not installed"

    def start(self, url, medium, work):
        inputs, maps = [], []
        # A file is read from its start and, as another input, from where a seek leads to.
        for index, options in enumerate([[], ["-ss", _SEEK]] if medium.seeks else [[]]):
            length = (
                _SEEK_SECONDS if medium.seeks else _LIVE_SECONDS if medium.is_live else None)
            inputs += [*options, *(["-t", length] if length else []), "-i", url]
            maps += ["-map", index]
        output = work / "hashes.txt"
        child = processes.Child(
            [self.program, "-nostdin", "-y", "-v", "error", *inputs, *maps, "-c", "copy",
             "-f", "framehash" if medium.is_live else "streamhash", "-hash", "md5", output],
            work / "player.log")
        return Playing(child, lambda: _lines_by_stream(output), medium.is_live)

    def first_frame(self, url, medium, work):
        kind = "a" if medium.name == "mp3" else "v"
        return _timed(
            [self.program, "-nostdin", "-v", "error", "-i", url, "-map", f"0:{kind}:0",
             f"-frames:{kind}", 1, "-f", "null", "-"], work / "first.log")


class MPV(Program):
    name, title = "mpv", "mpv"

    def obstacle(self):
        return None if shutil.which("mpv") else "not installed"

    def start(self, url, medium, work):
        output = work / "hashes.txt"
        options = []
        if medium.is_live:
            options = [f"--length={_LIVE_SECONDS}"]
        elif medium.seeks:
            options = [f"--start={_SEEK}", f"--length={_SEEK_SECONDS}"]
        child = processes.Child(
            ["mpv", "--no-config", "--msg-level=all=warn", url, *options, f"--o={output}",
             f"--of={'framehash' if medium.is_live else 'streamhash'}", "--ofopts=hash=md5",
             "--ovc=rawvideo", "--oac=pcm_s16le"], work / "player.log")
        return Playing(child, lambda: _lines_by_stream(output), medium.is_live)

    def first_frame(self, url, medium, work):
        if medium.name == "mp3":
            return None
        return _timed(
            ["mpv", "--no-config", "--msg-level=all=warn", "--vo=null", "--ao=null", "--frames=1",
             url], work / "first.log")


class GStreamer(Program):
    name, title = "gst", "GStreamer"

    def obstacle(self):
        return None if shutil.which("gst-launch-1.0") else "not installed"

    def start(self, url, medium, work):
        # The lines of two streams cannot be told apart, so of a live one only the pictures are told.
        child = self._launch(url, work / "player.log", hears=not medium.is_live)
        # It is never at a live stream's end.
        limit = _LIVE_SECONDS + 4 if medium.is_live else _LIMIT
        return Playing(
            child, lambda: self._read(child.text, medium), medium.is_live, limit,
            may_be_ended=medium.is_live)

    @staticmethod
    def _launch(url, log, hears=True):
        told = "checksumsink hash=md5 sync=false"
        return processes.Child(
            ["gst-launch-1.0", "-q", "playbin3", f"uri={url}", f"video-sink={told}",
             f"audio-sink={told if hears else 'fakesink sync=false'}"], log)

    @staticmethod
    def _read(text, medium):
        hashes = re.findall(r"^\S+ ([0-9a-f]{32})$", text, re.M)
        return {"all": hashes if medium.is_live else sorted(hashes)}

    def first_frame(self, url, medium, work):
        began = time.monotonic()
        child = self._launch(url, work / "first.log")
        try:
            child.wait_for(
                lambda: re.search(r"^\S+ [0-9a-f]{32}$", child.text, re.M), _FIRST_FRAME_LIMIT,
                "a frame")
            return (time.monotonic() - began) * 1000
        except RuntimeError:
            return None
        finally:
            child.end()


class VLC(Program):
    name, title = "vlc", "VLC"
    # It refuses to run as root.
    _USER = "nobody"

    def obstacle(self):
        return None if shutil.which("cvlc") else "not installed"

    def start(self, url, medium, work):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="players-vlc-"))
        folder.chmod(0o777)
        options = []
        if medium.is_live:
            options = [f"--run-time={_LIVE_SECONDS}"]
        elif medium.seeks:
            options = [f"--start-time={_SEEK}", f"--stop-time={_SEEK + _SEEK_SECONDS}"]
        output = f"#es{{access=file,mux=dummy,dst-video={folder}/v,dst-audio={folder}/a}}"
        child = processes.Child(
            ["cvlc", "-I", "dummy", "--no-color", "-q", "--sout", output, "--sout-all", *options,
             "--play-and-exit", url, "vlc://quit"], work / "player.log",
            user=pwd.getpwnam(self._USER).pw_uid, environment={"HOME": str(folder)})

        def read():
            streams = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
            shutil.rmtree(folder, ignore_errors=True)
            return streams

        # It stops near the time that it is told, not at it.
        return Playing(child, read, is_by_clock=bool(options))

    def first_frame(self, url, medium, work):
        return None
