"""The CDN: nginx over two sites, each with a live channel and a film, and a log of what it gave."""

import collections
import dataclasses
import pathlib

import processes
from servers import answers, free_port

_SECONDS = 2
_FILM = 400
_RATE = "300k"
_NGINX = """
daemon off; master_process off; pid nginx.pid; error_log stderr;
events {{ worker_connections 2048; }}
http {{
    log_format given '$server_port $request_method $status $body_bytes_sent $uri';
    access_log access.log given;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    types {{ application/vnd.apple.mpegurl m3u8; video/mp2t ts; }}
    keepalive_requests 1000000;
    {servers}
}}
"""


@dataclasses.dataclass(frozen=True)
class Site:
    name: str
    port: int

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"


@dataclasses.dataclass(frozen=True)
class Direct:
    """In a node's place where viewers go to the CDN themselves."""

    url: str
    name = "cdn"
    resident = 0
    descriptors = 0
    last_words = ""

    def end(self):
        pass


class Farm:
    film_segments = _FILM // _SECONDS

    def __init__(self, work):
        self._work = pathlib.Path(work)
        self._root = self._work / "root"
        self.sites = [Site(name, free_port()) for name in ("news", "sport")]
        self._all = free_port()
        self._children = []

    def start(self):
        for number, site in enumerate(self.sites):
            self._make(site, number)
        servers = "".join(
            f"server {{ listen 127.0.0.1:{site.port}; root {self._root / site.name}; }}\n" for site in self.sites)
        # All sites under one address, as a node has them.
        servers += f"server {{ listen 127.0.0.1:{self._all}; root {self._root}; }}\n"
        (self._work / "nginx.conf").write_text(_NGINX.format(servers=servers))
        nginx = self._child("nginx", ["nginx", "-p", self._work, "-c", self._work / "nginx.conf"])
        nginx.wait_for(lambda: all(answers(f"{s.url}/film/index.m3u8") for s in self.sites), 10, "nginx")
        for site in self.sites:
            self._child(f"live-{site.name}", [
                "ffmpeg", "-nostdin", "-y", "-v", "error", "-re", "-stream_loop", "-1",
                "-i", self._root / site.name / "source.ts", "-c", "copy", "-f", "hls", "-hls_time", _SECONDS,
                "-hls_list_size", "8", "-hls_flags", "temp_file",
                "-hls_segment_filename", "l%05d.ts", "index.m3u8"],
                folder=self._root / site.name / "live")

    def direct(self, count):
        return [Direct(f"http://127.0.0.1:{self._all}")] * count

    def wait_until_live(self):
        """Until the live windows are full."""
        for site in self.sites:
            playlist = self._root / site.name / "live/index.m3u8"
            self._children[0].wait_for(
                lambda: playlist.exists() and playlist.read_text().count("#EXTINF") >= 8, 60, "the live window")

    def file(self, path):
        """The file of a segment as a node names it: /<site>/…"""
        file = (self._root / path.lstrip("/")).resolve()
        if not file.is_relative_to(self._root.resolve()):
            raise ValueError(path)
        return file

    def given(self):
        """Bytes of each segment that the CDN gave, by its path as a node names it."""
        given = collections.Counter()
        ports = {str(site.port): f"/{site.name}" for site in self.sites} | {str(self._all): ""}
        for line in (self._work / "access.log").read_text().splitlines():
            port, method, status, size, path = line.split(" ", 4)
            if method == "GET" and status in ("200", "206") and path.endswith(".ts") and port in ports:
                given[f"{ports[port]}{path}"] += int(size)
        return given

    def copies(self, given):
        """Bytes given as multiples of the segments' own."""
        own = sum(self.file(path).stat().st_size for path in given)
        return sum(given.values()) / own if own else 0

    def end(self):
        for child in reversed(self._children):
            child.end()

    def _make(self, site, number):
        folder = self._root / site.name
        for each in ("live", "film"):
            (folder / each).mkdir(parents=True)
        status, text = processes.run([
            "ffmpeg", "-nostdin", "-y", "-v", "error", "-f", "lavfi",
            "-i", f"testsrc2=size=256x144:rate=25:duration={_FILM},hue=h={number * 90}",
            "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", 25 * _SECONDS,
            "-sc_threshold", "0", "-b:v", _RATE, "-minrate", _RATE, "-maxrate", _RATE, "-bufsize", "600k",
            "source.ts"], self._work / f"encode-{site.name}.log", 300, folder=folder)
        if status == 0:
            status, text = processes.run([
                "ffmpeg", "-nostdin", "-y", "-v", "error", "-i", "source.ts", "-c", "copy", "-f", "hls",
                "-hls_time", _SECONDS, "-hls_playlist_type", "vod", "-hls_segment_filename", "film/f%05d.ts",
                "film/index.m3u8"], self._work / f"cut-{site.name}.log", 60, folder=folder)
        if status != 0:
            raise RuntimeError(f"ffmpeg cannot make the media of {site.name}:\n{text}")

    def _child(self, name, arguments, folder=None):
        child = processes.Child(arguments, self._work / f"{name}.log", folder=folder)
        self._children.append(child)
        return child
