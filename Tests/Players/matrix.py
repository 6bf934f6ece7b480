#!/usr/bin/env -S python3 -B
"""Plays each medium with each player, directly and through a swarm of three, and compares."""

import argparse
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

import media
import servers
import table
from lineup import Lineup
from played import difference
from scenes import SCENES
from swarm import Node, NoPeers, Tracker, share_of_peers
from table import Cell, State

_PROJECT = pathlib.Path(__file__).resolve().parents[2]
# What CI can afford: no browser, and nothing that plays at the pace of a clock.
_CORE_PLAYERS = ["ffmpeg", "mpv"]
_CORE_MEDIA = [
    "hls-ts", "hls-fmp4", "hls-aes", "hls-range", "dash-timeline", "dash-base", "mp4-start",
    "mp4-end", "mp3",
]


class Row:
    """One medium, and two nodes that have it."""

    # They begin to play a live medium this much before the player does, and go on beyond it.
    _LEAD, _LIVE_SECONDS = 3, 120

    def __init__(self, matrix, medium, player):
        self.matrix, self.medium, self.player = matrix, medium, player
        self.low_latency = None
        base = matrix.origin.url
        if medium.is_low_latency:
            self.low_latency = servers.LowLatencyOrigin(matrix.folder, matrix.work)
            base = self.low_latency.url
        self.url = f"{base}/{medium.path}"
        self.others = [self.node(f"other-{number}") for number in [1, 2]]
        self.viewers = []
        if not medium.is_live:
            for viewer in [self._view(node) for node in self.others]:
                viewer.wait(60)

    def node(self, name):
        return self.matrix.node(self.url, f"{self.medium.name}-{name}")

    def _view(self, node):
        return self.matrix.lineup.viewer(
            node.playback[self.url], self.matrix.work / "viewer.log",
            self._LIVE_SECONDS if self.medium.is_live else None, beside=self.player.name)

    def play_along(self):
        """Of a live medium the others have what they play now."""
        self.stop_along()
        if self.medium.is_live:
            self.viewers = [self._view(node) for node in self.others]
            time.sleep(self._LEAD)

    def stop_along(self):
        for viewer in self.viewers:
            viewer.end()
        self.viewers = []

    def end(self):
        self.stop_along()
        for process in [*self.others, *filter(None, [self.low_latency])]:
            process.end()


class Matrix:
    # So many times as many starts are measured of what seems to be late.
    _PATIENCE = 4

    def __init__(self, arguments, work):
        self.products, self.runs, self.work = arguments.products, arguments.runs, work
        self.folder = media.MediaFolder(arguments.cache)
        self.folder.make()
        self.lineup = Lineup(arguments.cache)
        self.tracker = Tracker(self.products, work)
        self.origin = servers.Origin(self.folder, self.lineup.pages.folder, work)
        self.lineup.pages.install(self.origin.page)
        self.live = None

    def node(self, url, name):
        return Node(
            self.products, self.tracker, [url], self.origin.page, self.work / f"{name}.log")

    def live_channel(self):
        """The one of this run, which is started when it is needed first."""
        self.live = self.live or servers.LiveChannel(self.folder, self.work)
        return self.live

    def row(self, medium, players):
        """The cells of one medium, by player."""
        cells = {}
        able = []
        for player in players:
            obstacle = self._obstacle(player, medium)
            if obstacle:
                cells[player.name] = obstacle
            else:
                able.append(player)
        if not able:
            return cells
        if medium.is_live and not medium.is_low_latency:
            self.live_channel().wait_until_full()
        row = None
        try:
            for player in able:
                # The low-latency origin has media for a few minutes.
                if row is None or medium.is_low_latency:
                    if row:
                        row.end()
                    row = Row(self, medium, player)
                cells[player.name] = self._cell(row, player, medium)
                print(f"  {player.title}: {_said(cells[player.name])}", flush=True)
        finally:
            if row:
                row.end()
        return cells

    def _obstacle(self, player, medium):
        if medium.is_low_latency and not servers.LOW_LATENCY_ORIGIN.exists():
            return Cell(State.ABSENT, servers.NO_LOW_LATENCY_ORIGIN)
        foreign = player.foreign(medium)
        if foreign:
            return Cell(State.NOT_FOR_IT, foreign)
        obstacle = player.obstacle()
        return Cell(State.ABSENT, f"{player.title} is {obstacle}") if obstacle else None

    def _cell(self, row, player, medium):
        cell = _attempt(lambda: self._compare(row, player, medium))
        # Two runs of a player by the clock may differ by themselves; a fault of ours stays.
        if cell.state is State.DIFFERENT:
            print(f"  {player.title}: {cell.reason}; once more", flush=True)
            cell = _attempt(lambda: self._compare(row, player, medium))
        if cell.state is State.SAME and self.runs:
            cell = _attempt(lambda: self._with_starts(cell, row, player, medium))
        return cell

    def _with_starts(self, cell, row, player, medium):
        cell.later = self._later(row, player, medium)
        return cell

    def _compare(self, row, player, medium):
        row.play_along()
        node = row.node("player")
        try:
            node.wait_for_peers(2)
            direct = player.start(row.url, medium, self.fresh_folder("direct"))
            if not medium.is_live:
                direct = direct.finish()
            through = player.start(
                node.playback[row.url], medium, self.fresh_folder("through")).finish()
            if medium.is_live:
                direct = direct.finish()
            if direct.problem:
                return Cell(State.BROKEN_DIRECTLY, f"{player.title}: {direct.problem}")
            found = difference(direct, through, medium.is_live)
            if found:
                return Cell(State.DIFFERENT, f"{player.title}, {medium.title}: {found}")
            cell = Cell(State.SAME, share=share_of_peers([node]))
            if direct.latency is not None:
                cell.latencies = (direct.latency, through.latency)
            return cell
        finally:
            node.end()
            row.stop_along()

    def _later(self, row, player, medium):
        """How much later the first frame comes, by the medians of runs that take turns.

        What is late after some runs has all of its more runs before it is judged again: one that other
        processes disturbed is not told from one that is late by itself, and to stop at the first
        median that pleases would be no measurement.
        """
        direct, through = [], []
        row.play_along()
        try:
            for runs in [self.runs, self.runs * self._PATIENCE]:
                while len(direct) < runs:
                    direct.append(
                        player.first_frame(row.url, medium, self.fresh_folder("first")))
                    through.append(self._first_frame_through(row, player, medium))
                    if None in [direct[-1], through[-1]]:
                        return None
                later = statistics.median(through) - statistics.median(direct)
                if later <= Cell.LATEST:
                    break
            return later
        finally:
            row.stop_along()

    def _first_frame_through(self, row, player, medium):
        node = row.node("player")
        try:
            node.wait_for_peers(2)
            return player.first_frame(
                node.playback[row.url], medium, self.fresh_folder("first"))
        finally:
            node.end()

    def fresh_folder(self, name):
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def end(self):
        for process in [self.live, self.origin, self.tracker]:
            if process:
                process.end()


def _attempt(compare):
    try:
        return compare()
    except NoPeers as lonely:
        return Cell(State.DIFFERENT, str(lonely))


def _said(cell):
    return cell.text(lambda reason: reason)


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--core", action="store_true", help="the part that runs in CI")
    parser.add_argument("--players", help="names of players, with commas between them")
    parser.add_argument("--media", help="names of media, with commas between them")
    parser.add_argument(
        "--scenes", help="names of swarms, with commas between them; else all if all media are")
    parser.add_argument("--runs", type=int, default=3, help="starts that are measured for a cell")
    parser.add_argument(
        "--table", type=pathlib.Path,
        help="where the table is kept, with what earlier runs found of other cells")
    parser.add_argument("--products", type=pathlib.Path, default=_PROJECT / ".build/release")
    parser.add_argument("--cache", type=pathlib.Path, default=_PROJECT / ".build/players")
    arguments = parser.parse_args()
    if arguments.scenes is None and (arguments.core or arguments.media or arguments.players):
        arguments.scenes = ""
    if arguments.core:
        arguments.players = arguments.players or ",".join(_CORE_PLAYERS)
        arguments.media = arguments.media or ",".join(_CORE_MEDIA)
        arguments.runs = 0
    return arguments


def _chosen(all_of_them, names):
    if names is None:
        return all_of_them
    if not names:
        return []
    known = {item.name: item for item in all_of_them}
    unknown = [name for name in names.split(",") if name not in known]
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; known: {', '.join(known)}")
    return [known[name] for name in names.split(",")]


def _page(rows, players, scenes, cells, matrix):
    return table.text(rows, players, scenes, cells, matrix.lineup.versions(players))


def main():
    arguments = _arguments()
    work = pathlib.Path(tempfile.mkdtemp(prefix="players-"))
    matrix = Matrix(arguments, work)
    memory = table.Memory(arguments.cache / "cells.json")
    cells = {}
    try:
        players = _chosen(matrix.lineup.players, arguments.players)
        chosen = _chosen(media.MEDIA, arguments.media)
        scenes = _chosen(SCENES, arguments.scenes)
        for part in [*chosen, *scenes]:
            print(part.title, flush=True)
            if part in scenes:
                cells[part.name, part.name] = _attempt(part(matrix).run)
                print(f"  {_said(cells[part.name, part.name])}", flush=True)
            else:
                row = matrix.row(part, players)
                cells |= {(part.name, name): cell for name, cell in row.items()}
            if arguments.table:
                memory.keep(cells)
                arguments.table.write_text(
                    _page(media.MEDIA, matrix.lineup.players, SCENES, memory.cells, matrix))
    finally:
        matrix.end()
    print("\n" + _page(chosen, players, scenes, cells, matrix))
    different = [cell for cell in cells.values() if cell.state is State.DIFFERENT]
    if different:
        sys.exit(f"{len(different)} cells are not the same; logs are in {work}")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
