"""A tracker and nodes of the project, as an operator runs them."""

import pathlib
import re
import time

import processes


class Tracker:
    def __init__(self, products, work):
        work = pathlib.Path(work)
        program = pathlib.Path(products) / "shoal-tracker"
        keys, self.key = work / "operator.keys", work / "sdk.key"
        status, text = processes.run([program, "keygen", "--out", keys], work / "keygen.log", 30)
        if status != 0:
            raise RuntimeError(f"shoal-tracker keygen failed:\n{text}")
        self.process = processes.Child(
            [program, "serve", "--keys", keys, "--listen", "127.0.0.1:0", "--local-swarm",
             "--app", "players", "--sdk-key-file", self.key], work / "tracker.log")
        self.process.wait_for(self.key.exists, 15, "the tracker's key")

    def end(self):
        self.process.end()


class NoPeers(RuntimeError):
    """A node that did not get its peers: what was to be compared says nothing of a swarm."""


class Node:
    """One device: a session for each URL."""

    # The line of statistics comes once a second.
    _LONGEST_WAIT = 10

    def __init__(self, products, tracker, urls, page, log):
        self.process = processes.Child(
            [pathlib.Path(products) / "shoal-node", "--sdk-key", f"@{tracker.key}", "--loopback",
             "--interval", "1", "--page", page, *urls], log)
        lines = self.process.wait_for(lambda: self._playback(len(urls)), 15, "the node's URLs")
        self.playback = dict(zip(urls, lines))

    def _playback(self, count):
        found = re.findall(r"^playback url=(\S+)$", self.process.text, re.M)
        return found if len(found) == count else None

    def wait_for_peers(self, count):
        """Until the one session has so many peers; raises `NoPeers` if it never does."""
        latest = time.monotonic() + self._LONGEST_WAIT
        peers = 0
        while time.monotonic() < latest:
            peers = next((numbers["peers"] for numbers in self._statistics()[-1:]), 0)
            if peers >= count:
                return
            time.sleep(0.05)
        raise NoPeers(f"{peers} peers instead of {count} within {self._LONGEST_WAIT} s")

    def bytes_so_far(self):
        """Bytes that came from peers, and from the origin, told by the next statistics."""
        known = len(self._statistics())
        self.process.wait_for(
            lambda: len(self._statistics()) > known, self._LONGEST_WAIT, "the node's statistics")
        last = self._statistics()[-1]
        return last["peer_bytes"], last["cdn_bytes"]

    def _statistics(self):
        lines = re.findall(r"^statistics (.*)$", self.process.text, re.M)
        return [
            {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)(?= |$)", line)}
            for line in lines
        ]

    def end(self):
        self.process.end(grace=3)


def share_of_peers(nodes):
    """What part of all bytes that the nodes had came from peers; None of nothing."""
    peers, origin = (sum(each) for each in zip(*(node.bytes_so_far() for node in nodes)))
    return peers / (peers + origin) if peers + origin else None
