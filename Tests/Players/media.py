"""The media of the matrix: made by ffmpeg, once, into a cache folder."""

import dataclasses
import pathlib
import shutil
import struct

import processes

# A change of how media are made is a change of this number.
_VERSION = 2
_SECONDS = 12
_FILE_SECONDS = 60


@dataclasses.dataclass(frozen=True)
class Medium:
    """One row of the table."""

    name: str
    title: str
    path: str
    # "hls", "dash" or "file".
    kind: str
    is_live: bool = False
    is_low_latency: bool = False
    seconds: int = _SECONDS
    # Whether players also go to another place of it.
    seeks: bool = False


MEDIA = [
    Medium("hls-ts", "HLS, MPEG-TS", "ts/index.m3u8", "hls"),
    Medium("hls-fmp4", "HLS, fMP4, two variants", "fmp4/master.m3u8", "hls"),
    Medium("hls-aes", "HLS, AES-128", "aes/index.m3u8", "hls"),
    Medium("hls-range", "HLS, byte ranges of one file", "range/index.m3u8", "hls"),
    Medium("hls-live", "HLS, live", "live/index.m3u8", "hls", is_live=True),
    Medium("ll-hls", "HLS, low latency", "master.m3u8", "hls", is_live=True, is_low_latency=True),
    Medium("dash-number", "DASH, template with numbers", "number/index.mpd", "dash"),
    Medium("dash-timeline", "DASH, template with timeline", "timeline/index.mpd", "dash"),
    Medium("dash-list", "DASH, list of ranges", "list/index.mpd", "dash"),
    Medium("dash-base", "DASH, base with index", "base/index.mpd", "dash"),
    Medium("dash-live", "DASH, live", "dash-live/index.mpd", "dash", is_live=True),
    Medium("mp4-start", "MP4, `moov` first, seeks", "file/start.mp4", "file",
           seconds=_FILE_SECONDS, seeks=True),
    Medium("mp4-end", "MP4, `moov` last, seeks", "file/end.mp4", "file",
           seconds=_FILE_SECONDS, seeks=True),
    Medium("mp3", "MP3", "file/audio.mp3", "file", seconds=_FILE_SECONDS),
]
# Of 50 MB, with its index at the end; no row of the table.
LARGE_FILE = Medium(
    "mp4-large", "MP4 of 50 MB", "file/large.mp4", "file", seconds=_FILE_SECONDS, seeks=True)
_LARGE_RATE = "7M"


class MediaFolder:
    """What the origin serves."""

    def __init__(self, cache):
        self.root = pathlib.Path(cache) / f"media-{_VERSION}"
        self.logs = pathlib.Path(cache) / "logs"

    def make(self):
        """Makes what is not there; a folder that was not finished is made anew."""
        if (self.root / "complete").exists():
            return
        shutil.rmtree(self.root, ignore_errors=True)
        for folder in ["ts", "fmp4", "aes", "range", "number", "timeline", "list", "base", "file"]:
            (self.root / folder).mkdir(parents=True)
        self._encode("file/start.mp4", _FILE_SECONDS, ["-movflags", "+faststart"])
        self._encode("source.mp4", _SECONDS, [])
        self._ffmpeg("cut-files", ["-i", "file/start.mp4", "-c", "copy", "file/end.mp4",
                                   "-map", "0:a", "-c:a", "libmp3lame", "-b:a", "128k",
                                   "file/audio.mp3"])
        self._make_hls()
        self._make_dash()
        self._make_parts()
        (self.root / "complete").touch()

    def make_large_file(self):
        """Its length in bytes; CI has no use for it, so it is not made with the others."""
        file = self.root / LARGE_FILE.path
        if not file.exists():
            # What is not seen does not compress, so that the rate is reached.
            self._ffmpeg("large", [
                "-i", "file/start.mp4", "-vf", "scale=640:360,noise=alls=80:allf=t",
                "-c:v", "libx264", "-preset", "ultrafast", "-profile:v", "baseline",
                "-pix_fmt", "yuv420p", "-g", 50, "-b:v", _LARGE_RATE, "-minrate", _LARGE_RATE,
                "-maxrate", _LARGE_RATE, "-bufsize", "2M", "-c:a", "copy", "-f", "mp4",
                "file/large.part"])
            (self.root / "file/large.part").rename(file)
        return file.stat().st_size

    def _make_hls(self):
        key = self.root / "aes/key.bin"
        key.write_bytes(bytes(range(16)))
        (self.root / "aes/key.info").write_text(f"key.bin\n{key}\n")
        hls = ["-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod"]
        self._ffmpeg("cut-hls", [
            "-i", "source.mp4",
            *hls, "-hls_segment_filename", "ts/s%03d.ts", "ts/index.m3u8",
            *hls, "-hls_key_info_file", "aes/key.info",
            "-hls_segment_filename", "aes/s%03d.ts", "aes/index.m3u8",
            *hls, "-hls_flags", "single_file",
            "-hls_segment_filename", "range/all.ts", "range/index.m3u8",
            "-map", "0:v", "-map", "0:a", "-map", "0:v", "-map", "0:a",
            *hls, "-hls_segment_type", "fmp4", "-master_pl_name", "master.m3u8",
            "-var_stream_map", "v:0,a:0 v:1,a:1",
            "-hls_segment_filename", "fmp4/v%v/s%03d.m4s", "fmp4/v%v/index.m3u8",
        ])

    def _make_dash(self):
        dash = ["-c", "copy", "-f", "dash", "-seg_duration", "2"]
        self._ffmpeg("cut-dash", [
            "-i", "source.mp4",
            *dash, "-use_template", "1", "-use_timeline", "0", "number/index.mpd",
            *dash, "-use_template", "1", "-use_timeline", "1", "timeline/index.mpd",
            *dash, "-single_file", "1", "list/index.mpd",
            "-map", "0:v", "-c", "copy", "-movflags", "+frag_keyframe+dash+global_sidx",
            "base/video.mp4",
            "-map", "0:a", "-c", "copy", "-movflags", "+frag_keyframe+dash+global_sidx",
            "-frag_duration", "2000000", "base/audio.mp4",
        ])
        (self.root / "base/index.mpd").write_text(_base_manifest(self.root / "base"))

    def _make_parts(self):
        """Fragments of half a second, which the low-latency origin serves as parts."""
        self._encode("parts.mp4", 240, ["-movflags", "+empty_moov+default_base_moof+frag_keyframe"],
                     rate=24, keyframes=12)

    def _encode(self, name, seconds, options, rate=25, keyframes=50):
        self._ffmpeg(pathlib.Path(name).stem, [
            "-f", "lavfi", "-i", f"testsrc2=size=320x180:rate={rate}:duration={seconds}",
            "-f", "lavfi", "-i", f"sine=frequency=440:sample_rate=48000:duration={seconds}",
            "-c:v", "libx264", "-preset", "ultrafast", "-profile:v", "baseline",
            "-pix_fmt", "yuv420p", "-g", keyframes, "-keyint_min", keyframes,
            "-sc_threshold", "0", "-b:v", "800k", "-c:a", "aac", "-b:a", "64k", *options, name,
        ])

    def _ffmpeg(self, log, arguments):
        status, text = processes.run(
            ["ffmpeg", "-nostdin", "-y", "-v", "error", *arguments],
            self.logs / f"make-{log}.log", 300, folder=self.root)
        if status != 0:
            raise RuntimeError(f"ffmpeg cannot make {log}:\n{text}")


def _boxes(data):
    offset = 0
    while offset + 8 <= len(data):
        length, name = struct.unpack(">I4s", data[offset:offset + 8])
        yield name.decode("latin-1"), offset, length
        offset += length


def _base_manifest(folder):
    """A manifest of whole files with their indexes, which ffmpeg does not write."""
    sets = []
    for name, kind, codecs, attributes in [
        ("video", "video/mp4", "avc1.42c00d", 'width="320" height="180"'),
        ("audio", "audio/mp4", "mp4a.40.2", 'audioSamplingRate="48000"'),
    ]:
        data = (folder / f"{name}.mp4").read_bytes()
        first, length = next((o, n) for box, o, n in _boxes(data) if box == "sidx")
        sets.append(
            f'  <AdaptationSet contentType="{name}" mimeType="{kind}" segmentAlignment="true">\n'
            f'   <Representation id="{name}" codecs="{codecs}" bandwidth="800000" {attributes}>\n'
            f"    <BaseURL>{name}.mp4</BaseURL>\n"
            f'    <SegmentBase indexRange="{first}-{first + length - 1}">\n'
            f'     <Initialization range="0-{first - 1}"/>\n'
            "    </SegmentBase>\n   </Representation>\n  </AdaptationSet>\n")
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" minBufferTime="PT2S" '
        f'profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" '
        f'mediaPresentationDuration="PT{_SECONDS}S">\n <Period>\n'
        + "".join(sets) + " </Period>\n</MPD>\n")
