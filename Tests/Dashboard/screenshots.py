#!/usr/bin/env -S python3 -B
"""Has a swarm run, and a real Chromium look at the dashboards of its tracker and of a node.

usage: screenshots.py PRODUCTS FOLDER

Scenes: nobody is here; a tracker and eight peers; hostile peers, banned by a node and then by the operator; the
tracker gone. Each is taken
wide and narrow, light and dark. Fails where a page complains, asks for anything elsewhere, is wider than
the window, or has text that is hard to tell from its ground.
"""

import pathlib
import shutil
import sys
import tempfile

from chromium import Chromium
from scene import Swarm, film, processes, status, until

_VIEWERS = 8
# Who sends what it should not is banned by whoever has it from them.
_HOSTILE = ["persistent", "onOff50", "wrongLength", "wrongIndex"]
_SIZES = {"wide": (1180, 900), "narrow": (390, 844)}
# WCAG 2.2, 1.4.3.
_CONTRAST = 4.5
_PALE = pathlib.Path(__file__).with_name("contrast.js").read_text()


def look(browser, url, name, folder, work):
    """One picture for each size and theme."""
    for size, (width, height) in _SIZES.items():
        for theme in ["light", "dark"]:
            # The names by which DocC finds the one for its own theme.
            picture = folder / f"dashboard-{name}-{size}{'~dark' if theme == 'dark' else ''}.png"
            browser.resize(width, height, is_dark=theme == "dark")
            browser.open(f"{url}/")
            browser.wait_for("document.readyState == 'complete' && document.querySelector('.tile')")
            # A second word has come, and the page is as it stays.
            before = browser.run("document.getElementById('facts').textContent")
            browser.wait_for(f"document.getElementById('facts').textContent != {before!r}")
            # Of the page before: its feed may have ended with its service.
            wrong = [complaint for complaint in browser.complaints if "/events" not in complaint] + [asked for asked in browser.requests if not asked.startswith(url)]
            if browser.run("document.documentElement.scrollWidth > innerWidth"):
                wrong.append("wider than the window")
            wrong += [f"pale: {text}" for text in browser.run(f"({_PALE})({_CONTRAST})")]
            if wrong:
                raise RuntimeError(f"{picture.name}: {wrong}")
            browser.requests.clear()
            browser.complaints.clear()
            taken = work / "taken.png"
            taken.write_bytes(browser.picture())
            # Few colours and smaller: a page of text needs no more.
            state, text = processes.run(
                ["ffmpeg", "-y", "-v", "error", "-i", taken, "-vf",
                 "split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none",
                 "-update", "1", picture], work / "ffmpeg.log", 60)
            if state != 0:
                raise RuntimeError(text)
            print(picture.name, flush=True)


def main():
    products, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="shoal-dashboard-"))
    origin, url = film()
    swarm = Swarm(products, work)
    browser = Chromium()
    try:
        look(browser, swarm.tracker_url, "empty", folder, work)
        nodes = []
        for number in range(_VIEWERS):
            flags = ["--edge"] if number == 0 else []
            nodes.append(swarm.add_node(url, *flags))
            swarm.play(nodes[-1][1], 2.5 * number)
        until(lambda: len(next(iter(status(swarm.tracker_url)["swarms"]), {}).get("peers", []))
              == _VIEWERS, "the swarm")
        until(lambda: (status(nodes[3][0])["traffic"]["offload"] or 0) > 0.3, "what peers gave", 40)
        until(lambda: (status(swarm.tracker_url)["traffic"]["offload"] or 0) > 0.3, "reports", 40)
        # Long enough for a line to be drawn.
        until(lambda: status(swarm.tracker_url)["process"]["uptimeSeconds"] > 60, "time", 90)
        look(browser, swarm.tracker_url, "peers", folder, work)
        look(browser, nodes[3][0], "node", folder, work)
        swarm.harm(url, _HOSTILE)
        # A node bans by what it has seen; the operator then bans those for everybody.
        until(lambda: status(nodes[3][0])["trust"]["bannedCount"] >= 2, "bans by evidence", 60)
        look(browser, nodes[3][0], "node-banned", folder, work)
        guilty = status(nodes[3][0])["trust"]["banned"]
        for peer in guilty:
            swarm.ban(peer)
        until(lambda: status(swarm.tracker_url)["trust"]["bannedCount"] == len(guilty), "the bans")
        look(browser, swarm.tracker_url, "banned", folder, work)
        swarm.tracker.end()
        until(lambda: status(nodes[3][0])["health"]["state"] == "degraded", "the tracker's end")
        look(browser, nodes[3][0], "tracker-down", folder, work)
    finally:
        browser.end()
        swarm.end()
        origin.shutdown()
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
