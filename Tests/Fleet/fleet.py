#!/usr/bin/env -S python3 -B
"""A tracker, three nodes and nginx as the CDN of two sites, and hundreds of paced viewers of live and film.

Nodes are started again meanwhile. Fails where a viewer stalled or had a wrong byte, where the CDN gave more
copies of a segment than allowed, or where an idle viewer costs a node too much memory.
"""

import argparse
import functools
import hashlib
import pathlib
import random
import statistics
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Players"))

from farm import Farm  # noqa: E402
from fleetnode import FleetNode  # noqa: E402
from starvation import Starvation  # noqa: E402
from swarm import Tracker  # noqa: E402
from viewer import Viewer  # noqa: E402

_NODES = 3
_TITLES = ["live", "film"]
# Seconds in which all viewers arrive.
_ARRIVALS = 30
_COPIES = 1.2
_IDLE_BYTES = 32 << 10


class Expected:
    """SHA-256 of the origin's files, each read once."""

    def __init__(self, farm):
        self._farm = farm
        self._known = {}

    def __call__(self, path):
        known = self._known.get(path)
        if known is None:
            known = hashlib.sha256(self._farm.file(path).read_bytes()).digest()
            self._known[path] = known
        return known


def viewers(count, nodes, farm, until, seed):
    """Each has a moment at which it comes, a node, a site, and live or film by turns."""
    draw = random.Random(seed)
    expected = Expected(farm)
    for index in range(count):
        site = farm.sites[index % len(farm.sites)]
        title = _TITLES[index // len(farm.sites) % 2]
        offset = draw.randrange(farm.film_segments // 3)
        node = nodes[index % len(nodes)]
        yield draw.uniform(0, _ARRIVALS), node, Viewer(
            f"{node.url}/{site.name}/{title}/index.m3u8", until, expected, offset)


def play(watching, begin, meanwhile):
    """All viewers, each in a thread of its own, and what happens to the nodes meanwhile."""
    def later(delay, viewer):
        time.sleep(max(0, begin + delay - time.monotonic()))
        viewer.play()

    threads = [threading.Thread(target=later, args=(delay, viewer)) for delay, _, viewer in watching]
    for thread in threads:
        thread.start()
    meanwhile(begin)
    for thread in threads:
        thread.join()


def restart(nodes, distance, begin):
    """One after the other, so many seconds apart."""
    for number, node in enumerate(nodes, 1):
        time.sleep(max(0, begin + number * distance - time.monotonic()))
        seconds = node.restart()
        print(f"{number * distance:4.0f} s: {node.name} was away for {seconds:.1f} s", flush=True)


def report(watching, farm, nodes, starvation):
    accounts = [viewer.account for _, _, viewer in watching]
    stalled = [account.stalled for account in accounts if account.stalled > 0]
    stalls = [(stall, node) for _, node, viewer in watching for stall in viewer.account.stalls]
    ours = [stall for stall, node in stalls
            if starvation is None or stall.seconds > starvation.between(stall.asked, stall.came, node)]
    wrong = [name for account in accounts for name in account.wrong]
    errors = [error for account in accounts for error in account.errors]
    starts = [account.started_after for account in accounts if account.started_after is not None]
    reconnects = [account.reconnects for account in accounts]
    sources = {}
    for account in accounts:
        for source, count in account.sources.items():
            sources[source] = sources.get(source, 0) + count
    given = farm.given()
    copies = farm.copies(given)
    print(f"viewers {len(accounts)}, segments {sum(a.segments for a in accounts)}, "
          f"{sum(a.bytes for a in accounts) / 2**20:.0f} MiB, by source {sources}")
    print(f"stalled {len(stalled)} viewers, {sum(stalled):.2f} s, "
          f"{sum(stall.seconds for stall in ours):.2f} s of it while there were processors; "
          f"wrong {len(wrong)}; errors {len(errors)}")
    if starvation is not None:
        own, of_nodes = starvation.total
        print(f"late for want of a processor: viewers {own:.1f} s, "
              + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in of_nodes.items()))
    if starts:
        print(f"start-up {statistics.median(starts) * 1000:.0f} ms, longest {max(starts) * 1000:.0f} ms")
    print(f"reconnects {sum(reconnects)}, most of a viewer {max(reconnects)}")
    print(f"CDN copies a segment {copies:.3f} over {len(given)} segments")
    for title in _TITLES:
        of_title = {path: size for path, size in given.items() if f"/{title}/" in path}
        print(f"  {title} {farm.copies(of_title):.3f} over {len(of_title)}")
    for error in sorted(set(errors))[:10]:
        print(f"  {error}")
    for name in wrong[:10]:
        print(f"  wrong: {name}")
    for node in nodes:
        print(f"{node.name}: resident {node.resident / 2**20:.0f} MiB, {node.descriptors} descriptors")
    return {
        "no stall but of the machine": not ours,
        "at most one reconnect of a viewer": max(reconnects) <= 1,
        "no wrong byte": not wrong,
        "no error": not errors,
        "every viewer had media": len(starts) == len(accounts),
        f"at most {_COPIES} copies of a segment": copies <= _COPIES,
    }


def idle_cost(node, count, url):
    """Bytes of memory that a node needs for a viewer who has loaded a playlist and then waits."""
    before = node.resident
    idle = [Viewer(url, 0, None) for _ in range(count)]
    for viewer in idle:
        viewer.look()
    after = node.resident
    for viewer in idle:
        viewer.leave()
    return (after - before) / count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--products", default=".build/release", help="folder of the programs")
    parser.add_argument("--viewers", type=int, default=300)
    parser.add_argument("--duration", type=float, default=300, help="seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--direct", action="store_true", help="without nodes, for comparison")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        return run(options, pathlib.Path(work))


def run(options, work):
    farm = Farm(work / "farm")
    tracker, nodes = None, []
    try:
        farm.start()
        if options.direct:
            nodes = farm.direct(_NODES)
        else:
            tracker = Tracker(options.products, work)
            nodes = [FleetNode(options.products, tracker, farm.sites, work, n + 1) for n in range(_NODES)]
        farm.wait_until_live()
        begin = time.monotonic()
        until = begin + options.duration
        watching = list(viewers(options.viewers, nodes, farm, until, options.seed))
        restarted = [] if options.direct else nodes[:2]
        starvation = None if options.direct else Starvation(nodes)
        if starvation is not None:
            starvation.start()
        play(watching, begin, functools.partial(restart, restarted, options.duration / 3))
        if starvation is not None:
            starvation.end()
        checks = report(watching, farm, nodes, starvation)
        if not options.direct:
            cost = idle_cost(nodes[2], options.viewers, f"{nodes[2].url}/{farm.sites[0].name}/film/index.m3u8")
            print(f"an idle viewer costs {cost / 1024:.1f} KiB")
            checks["at most 32 KiB for an idle viewer"] = cost <= _IDLE_BYTES
        failed = [what for what, holds in checks.items() if not holds]
        for what in failed:
            print(f"FAILED: {what}")
            for node in nodes:
                print(node.last_words, file=sys.stderr)
        return 1 if failed else 0
    finally:
        for process in [*nodes, tracker, farm]:
            if process is not None:
                process.end()


if __name__ == "__main__":
    sys.exit(main())
