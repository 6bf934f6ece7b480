#!/usr/bin/env -S python3 -B
"""Viewers, and ffmpeg, at a node whose disk fills up, is free again, and then goes read-only.

Fails where a viewer stalled or had a wrong byte, where ffmpeg has other media than without the node, where the
log does not tell of each fault once, or where the node, started again on the same disk, gives a wrong byte.
Takes the rights to mount a file system.
"""

import argparse
import functools
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Players"))

import processes  # noqa: E402
from disk import Disk  # noqa: E402
from farm import Farm  # noqa: E402
from fleet import Expected, play, report, viewers  # noqa: E402
from fleetnode import FleetNode  # noqa: E402
from starvation import Starvation  # noqa: E402
from swarm import Tracker  # noqa: E402
from viewer import Viewer  # noqa: E402

_FULL = "nothing can be stored now (full)"
_READ_ONLY = "nothing can be stored now (readOnly)"
_AGAIN = "the store is written again"


# Seconds until the first fault, and between two. A node tries a disk that has failed it again after 30 s.
_BEFORE, _BETWEEN = 12, 4
_PATIENCE = 45


def fail(disk, node, begin):
    """What happens to the disk; the node is to have told of each before the next."""
    time.sleep(max(0, begin + _BEFORE - time.monotonic()))
    for what, happen, word in [
            ("full", disk.fill, _FULL), ("free again", disk.empty, _AGAIN), ("read-only", disk.fail, _READ_ONLY)]:
        happen()
        happened = time.monotonic()
        node.wait_for(word, _PATIENCE)
        print(f"{happened - begin:4.0f} s: the disk is {what}; told of after {time.monotonic() - happened:.1f} s",
              flush=True)
        time.sleep(_BETWEEN)


def media(url, seconds, log, paced):
    """What ffmpeg makes of a stream: a hash of each of its tracks."""
    pace = ["-re"] if paced else []
    return processes.Child(
        ["ffmpeg", "-nostdin", "-v", "error", *pace, "-i", url, "-t", seconds, "-c", "copy", "-f", "streamhash", "-"],
        log)


def read_again(node, farm, expected):
    """Every segment of the films, as the node has it after its start; how many came from the disk."""
    sources = {}
    for site in farm.sites:
        viewer = Viewer(f"{node.url}/{site.name}/film/index.m3u8", time.monotonic() + 60, expected)
        viewer.take_all()
        if viewer.account.wrong:
            raise RuntimeError(f"wrong after a restart: {viewer.account.wrong[:3]}")
        for source, count in viewer.account.sources.items():
            sources[source] = sources.get(source, 0) + count
    return sources


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", default=".build/release", help="folder of the programs")
    parser.add_argument("--viewers", type=int, default=24)
    parser.add_argument("--duration", type=float, default=80, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("to mount a disk takes the rights of an administrator: run it as root")
    with tempfile.TemporaryDirectory() as work:
        return run(options, pathlib.Path(work))


def run(options, work):
    farm, disk = Farm(work / "farm"), Disk(work)
    tracker = node = None
    try:
        farm.start()
        tracker = Tracker(options.products, work)
        node = FleetNode(
            options.products, tracker, farm.sites, work, 1, store=str(disk.folder / "store"), interval=1)
        farm.wait_until_live()
        begin = time.monotonic()
        watching = list(viewers(options.viewers, [node], farm, begin + options.duration, options.seed))
        film = f"/{farm.sites[0].name}/film/index.m3u8"
        seconds = options.duration - 5
        player = media(f"{node.url}{film}", seconds, work / "ffmpeg.log", paced=True)
        starvation = Starvation([node])
        starvation.start()
        play(watching, begin, functools.partial(fail, disk, node))
        starvation.end()
        status = player.wait(options.duration)
        checks = report(watching, farm, [node], starvation)
        direct = media(f"{farm.direct(1)[0].url}{film}", seconds, work / "direct.log", paced=False)
        direct_status = direct.wait(60)
        checks["ffmpeg has the same media as without the node"] = (
            status == direct_status == 0 and player.text == direct.text and "SHA256" in player.text)
        for word in (_FULL, _AGAIN, _READ_ONLY):
            checks[f"told once: {word}"] = node.said.count(word) == 1
        node.end()
        disk.unmount()
        disk.mount()
        node.restart()
        sources = read_again(node, farm, Expected(farm))
        print(f"after a restart on that disk, by source {sources}")
        checks["what was stored is there after a restart"] = sources.get("STORE", 0) > 0
        failed = [what for what, holds in checks.items() if not holds]
        for what in failed:
            print(f"FAILED: {what}")
        if failed:
            print(node.last_words, file=sys.stderr)
        return 1 if failed else 0
    finally:
        for process in [node, tracker, farm]:
            if process is not None:
                process.end()
        disk.unmount()


if __name__ == "__main__":
    sys.exit(main())
