#!/usr/bin/env -S python3 -B
"""Uses the dashboards of a running swarm in a real Chromium, by keyboard alone.

usage: use.py PRODUCTS

Fails where the page does not go on by itself, loses the keyboard's place, hides it, is wider than a phone,
complains, or asks anybody but its own service for anything.
"""

import pathlib
import shutil
import sys
import tempfile

from chromium import Chromium
from scene import Swarm, film, status, until

_PLACE = """(() => {
  const at = document.activeElement;
  const box = at.getBoundingClientRect();
  const style = getComputedStyle(at);
  return {
    name: at.getAttribute("aria-label") ?? (at.id || at.textContent.trim()) ,
    isPage: at === document.body,
    isSeen: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    isMarked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
  };
})()"""
_FACTS = "document.getElementById('facts').textContent"


def expect(condition, what):
    if not condition:
        raise RuntimeError(what)


def hears(browser, url):
    """The page goes on by the service's own events, and asks nobody else."""
    browser.open(f"{url}/")
    browser.wait_for("document.querySelector('.tile b')")
    for _ in range(2):
        before = browser.run(_FACTS)
        browser.wait_for(f"{_FACTS} != {before!r}", 10)
    asked = [request.removeprefix(url) for request in browser.requests]
    expect(asked.count("/events") == 1 and asked.count("/debug/status") == 1, f"asked for {asked}")
    expect(all(path.startswith("/") for path in asked), f"asked elsewhere: {asked}")
    browser.requests.clear()


def places(browser):
    """Where the keyboard comes, from the page's beginning to its end."""
    names = []
    while True:
        browser.press("Tab")
        place = browser.run(_PLACE)
        if place["isPage"] or place["name"] in names:
            return names
        expect(place["isSeen"] and place["isMarked"], f"nobody sees that the keyboard is here: {place}")
        names.append(place["name"])


def uses_keys(browser, regions):
    browser.run("document.activeElement.blur()")
    names = places(browser)
    expect(names[0] == "Skip to content", f"the first place is {names[0]}")
    expect(names[-3:] == ["metrics", "status", "readiness"], f"the last places are {names[-3:]}")
    expect(any(name.startswith(regions) for name in names), f"no place of the peers among {names}")
    # The figure's time is chosen with arrows; each choice is drawn.
    while browser.run("document.activeElement.name") != "range":
        browser.press("Tab")
    chosen = [browser.run("document.activeElement.value")]
    for _ in range(2):
        browser.press("ArrowRight")
        chosen.append(browser.run("document.activeElement.value"))
        expect(browser.run("document.activeElement.checked"), "the arrow has chosen nothing")
    expect(len(set(chosen)) == 3, f"the arrows choose {chosen}")
    # What comes each second leaves the keyboard where it is.
    while not browser.run(_PLACE)["name"].startswith(regions):
        browser.press("Tab")
    before = browser.run(_FACTS)
    browser.wait_for(f"{_FACTS} != {before!r}", 10)
    place = browser.run(_PLACE)
    expect(place["name"].startswith(regions), f"the keyboard was taken to {place}")
    browser.run("document.activeElement.blur()")
    browser.run("scrollTo(0, 0)")


def fits(browser):
    for width in (320, 390, 1180):
        browser.resize(width, 800)
        expect(browser.run("document.documentElement.scrollWidth <= innerWidth"), f"wider than {width}")


def main():
    products = pathlib.Path(sys.argv[1]).resolve()
    work = pathlib.Path(tempfile.mkdtemp(prefix="shoal-dashboard-"))
    origin, url = film()
    swarm = Swarm(products, work)
    browser = Chromium()
    try:
        nodes = [swarm.add_node(url, *flags) for flags in (["--edge"], [])]
        for _, playback in nodes:
            swarm.play(playback, 0)
        until(lambda: len(next(iter(status(swarm.tracker_url)["swarms"]), {}).get("peers", [])) == 2,
              "the swarm")
        for service in (swarm.tracker_url, nodes[1][0]):
            browser.resize(1180, 800)
            hears(browser, service)
            uses_keys(browser, "Peers of swarm")
            fits(browser)
            expect(not browser.complaints, f"the page complains: {browser.complaints}")
        # Whoever looks on is told that nobody answers.
        swarm.nodes[1].end()
        browser.wait_for("document.getElementById('state').className.includes('lost')", 15)
    finally:
        browser.end()
        swarm.end()
        origin.shutdown()
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
