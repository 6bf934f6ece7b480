"""The origins: nginx for files, ffmpeg for live channels, a low-latency origin from elsewhere."""

import pathlib
import shutil
import socket
import time
import urllib.request

import processes

_NGINX = """
daemon off; master_process off; pid nginx.pid; error_log stderr;
events {{ worker_connections 512; }}
http {{
    access_log access.log;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    default_type application/octet-stream;
    types {{
        text/html html; text/javascript js; application/vnd.apple.mpegurl m3u8;
        application/dash+xml mpd; video/mp2t ts; video/iso.segment m4s; video/mp4 mp4;
        audio/mpeg mp3;
    }}
    open_file_cache off;
    server {{
        listen 127.0.0.1:{port};
        root {root};
        add_header Access-Control-Allow-Origin * always;
        add_header Access-Control-Expose-Headers "Content-Length, Content-Range" always;
    }}
    server {{
        listen 127.0.0.1:{page_port};
        root {pages};
    }}
}}
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


class Origin:
    """nginx over the folder of the media, and over the pages, which are another site's to browsers.

    So media are a foreign site's to a page directly as they are through a node.
    """

    def __init__(self, folder, pages, work):
        work = pathlib.Path(work) / "nginx"
        work.mkdir(parents=True, exist_ok=True)
        ports = [free_port(), free_port()]
        self.url, self.page = (f"http://127.0.0.1:{port}" for port in ports)
        (work / "nginx.conf").write_text(_NGINX.format(
            port=ports[0], page_port=ports[1], root=folder.root, pages=pages))
        self.process = processes.Child(
            ["nginx", "-p", work, "-c", work / "nginx.conf"], work / "start.log")
        self.process.wait_for(
            lambda: answers(f"{self.url}/ts/index.m3u8"), 10, "the answer of nginx")

    def end(self):
        self.process.end()


class LiveChannel:
    """ffmpeg that repeats the source as a live channel, in HLS and in DASH."""

    # Seconds after which the window is full.
    _FULL = 13

    def __init__(self, folder, work):
        for name in ["live", "dash-live"]:
            shutil.rmtree(folder.root / name, ignore_errors=True)
            (folder.root / name).mkdir()
        self.process = processes.Child(
            [
                "ffmpeg", "-nostdin", "-y", "-v", "error", "-re", "-stream_loop", "-1",
                "-i", "source.mp4",
                "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_list_size", "6",
                "-hls_delete_threshold", "4", "-hls_flags", "delete_segments+temp_file",
                "-hls_segment_filename", "live/s%05d.ts", "live/index.m3u8",
                "-c", "copy", "-f", "dash", "-seg_duration", "2", "-window_size", "6",
                "-extra_window_size", "4", "-use_template", "1", "-use_timeline", "1",
                "dash-live/index.mpd",
            ],
            pathlib.Path(work) / "live.log", folder=folder.root)
        self.ready = time.monotonic() + self._FULL

    def wait_until_full(self):
        time.sleep(max(0, self.ready - time.monotonic()))
        if not self.process.is_running:
            raise RuntimeError(f"the live channel has ended:\n{self.process.text[-2000:]}")

    def end(self):
        self.process.end()


LOW_LATENCY_ORIGIN = (
    pathlib.Path(__file__).resolve().parents[3] / "shared/tools/llhls_origin.py")
NO_LOW_LATENCY_ORIGIN = "the low-latency origin is not beside the project"


class LowLatencyOrigin:
    """The low-latency origin that is kept beside the project; no packager of Debian makes LL-HLS."""

    def __init__(self, folder, work):
        work = pathlib.Path(work)
        self.port = free_port()
        self.process = processes.Child(
            ["python3", LOW_LATENCY_ORIGIN, folder.root / "parts.mp4", self.port, work / "parts.jsonl"],
            work / "low-latency.log")
        self.process.wait_for(
            lambda: answers(f"{self.url}/master.m3u8"), 10, "the low-latency origin's answer")

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def end(self):
        self.process.end()
