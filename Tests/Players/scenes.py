"""Swarms that show more than a cell does: what is asked of a number of devices, in figures."""

import dataclasses
import json
import statistics

import servers
from latencyswitch import LatencySwitch
from lineup import low_latency_viewer
from media import LARGE_FILE
from played import difference
from swarm import Node, share_of_peers
from table import Cell, State


class LowLatencySwarm:
    """Viewers of a low-latency channel, each with its own node, and one who has the origin's parts."""

    name = "low-latency-swarm"
    _VIEWERS, _SECONDS = 5, 30
    title = f"Low-latency HLS, {_VIEWERS} viewers"
    # What has to come from peers, and how much later than directly a part may be: its own duration.
    _LEAST_SHARE, _PART = 0.5, 0.5

    def __init__(self, matrix):
        self._matrix = matrix

    def run(self):
        if not servers.LOW_LATENCY_ORIGIN.exists():
            return Cell(State.ABSENT, servers.NO_LOW_LATENCY_ORIGIN)
        work = self._matrix.work
        origin = servers.LowLatencyOrigin(self._matrix.folder, work)
        nodes, viewers = [], []
        try:
            url = f"{origin.url}/master.m3u8"
            nodes = [
                self._matrix.node(url, f"low-latency-{number}") for number in range(self._VIEWERS)]
            for node in nodes:
                node.wait_for_peers(self._VIEWERS - 1)
            urls = [url, *(node.playback[url] for node in nodes)]
            viewers = [
                low_latency_viewer(url, work / f"parts-{number}.log", self._SECONDS)
                for number, url in enumerate(urls)]
            for viewer in viewers:
                if viewer.wait(self._SECONDS + 20) != 0:
                    return Cell(State.DIFFERENT, f"{self.title}: {viewer.text[-300:]}")
            direct, *through = [_parts(viewer.text) for viewer in viewers]
            return self._judge(direct, through, share_of_peers(nodes))
        finally:
            for process in [*viewers, *nodes, origin]:
                process.end()

    def _judge(self, direct, through, share):
        common = [
            (direct[place], part) for parts in through for place, part in parts.items()
            if place in direct]
        # What was published before anybody came is not late.
        later = [
            part["at"] - first["at"] for first, part in common if first["fresh"] and part["fresh"]]
        if len(later) < self._VIEWERS * self._SECONDS / self._PART / 2:
            return Cell(State.DIFFERENT, f"{self.title}: only {len(later)} parts to compare")
        middle, late = statistics.median(later), statistics.quantiles(later, n=10)[-1]
        said = (
            f"{100 * share:.0f} % of their bytes from peers; parts {1000 * middle:.0f} ms later"
            f" than directly, {1000 * late:.0f} ms nine of ten")
        wrong = sum(first["hash"] != part["hash"] for first, part in common)
        if wrong:
            said = f"{wrong} parts with other bytes; {said}"
        is_good = not wrong and share > self._LEAST_SHARE and middle < self._PART
        return Cell(State.SAME if is_good else State.DIFFERENT, said)


def _parts(text):
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return {tuple(line["part"]): line for line in lines}


class LargeFile:
    """A file that one device has read whole, with its index at the end, on other devices."""

    name = "large-file"
    title = "MP4 of 50 MB, `moov` last, a second device"
    _LEAST_SHARE = 0.9
    # Seconds of media that the first device plays in one: more than any player, but no more pieces
    # than a node reports to the tracker in that time.
    _PACE = 4
    # One reads all of it, the others seek.
    _PLAYERS = {
        "ffmpeg": dataclasses.replace(LARGE_FILE, seeks=False), "mpv": LARGE_FILE,
        "chromium": LARGE_FILE,
    }

    def __init__(self, matrix):
        self._matrix = matrix

    def run(self):
        size = self._matrix.folder.make_large_file()
        url = f"{self._matrix.origin.url}/{LARGE_FILE.path}"
        first = self._matrix.node(url, "large-first")
        try:
            viewer = self._matrix.lineup.viewer(
                first.playback[url], self._matrix.work / "viewer.log", pace=self._PACE)
            if viewer.wait(120) != 0:
                return Cell(State.DIFFERENT, f"{self.title}: {viewer.text[-300:]}")
            said, is_good = [], True
            for player in self._matrix.lineup.players:
                if player.name not in self._PLAYERS or player.obstacle():
                    continue
                words, was_good = self._second(url, player, self._PLAYERS[player.name])
                said.append(f"{player.title}: {words}")
                is_good = is_good and was_good
            said.append(f"{size / 1e6:.0f} MB")
            return Cell(State.SAME if is_good else State.DIFFERENT, "; ".join(said))
        finally:
            first.end()

    def _second(self, url, player, medium):
        folder = self._matrix.fresh_folder
        direct = player.start(url, medium, folder("direct")).finish()
        second = self._matrix.node(url, f"large-{player.name}")
        try:
            second.wait_for_peers(1)
            through = player.start(second.playback[url], medium, folder("through")).finish()
            found = direct.problem or difference(direct, through, is_live=False)
            share = share_of_peers([second]) or 0
            words = f"{100 * share:.1f} % from the first"
            if found:
                words = f"{found}, {words}"
            return words, not found and share >= self._LEAST_SHARE
        finally:
            second.end()


SCENES = [LowLatencySwarm, LargeFile, LatencySwitch]
