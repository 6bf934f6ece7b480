"""A node with a route for each site, a store on disk, and a restart."""

import json
import pathlib
import time
import urllib.request

import processes
from servers import answers, free_port


class FleetNode:
    # Seconds in which it must be there, or be gone.
    _PATIENCE = 20

    def __init__(self, products, tracker, sites, work, number, **settings):
        """`settings` are those of its configuration file that are not as in the fleet."""
        self.name = f"node {number}"
        self._program = pathlib.Path(products) / "shoal-node"
        self._work = pathlib.Path(work) / f"node-{number}"
        self._work.mkdir()
        port, admin = free_port(), free_port()
        self.url = f"http://127.0.0.1:{port}"
        self._status = f"http://127.0.0.1:{admin}/debug/status"
        self._probe = f"{self.url}/{sites[0].name}/film/index.m3u8"
        self._config = self._work / "node.json5"
        self._config.write_text(json.dumps({
            "sdkKey": f"@{tracker.key}",
            "role": "edge",
            "peers": "loopback",
            "listen": [f"127.0.0.1:{port}"],
            "admin": f"127.0.0.1:{admin}",
            "store": str(self._work / "store"),
            "sites": {site.name: {"origin": f"{site.url}/"} for site in sites},
        } | settings, indent=4))
        self._starts = 0
        self._start()

    def restart(self):
        """As an operator's upgrade does it; the seconds in which nobody listened."""
        stopped = time.monotonic()
        self.end()
        self._start()
        return time.monotonic() - stopped

    def _start(self):
        self._starts += 1
        self._process = processes.Child(
            [self._program, "--config", self._config], self._work / f"log-{self._starts}")
        self._process.wait_for(lambda: answers(self._probe), self._PATIENCE, f"the answer of {self.name}")

    @property
    def status(self):
        """What its admin listener says."""
        with urllib.request.urlopen(self._status, timeout=5) as answer:
            return json.load(answer)

    @property
    def pid(self):
        return self._process.process.pid

    @property
    def resident(self):
        """Bytes in memory."""
        pages = pathlib.Path(f"/proc/{self.pid}/statm").read_text().split()[1]
        return int(pages) * 4096

    @property
    def descriptors(self):
        return len(list(pathlib.Path(f"/proc/{self.pid}/fd").iterdir()))

    def wait_for(self, word, seconds):
        """Until the node has said it, since it was started."""
        self._process.wait_for(lambda: word in self.said, seconds, f"the node's word: {word}")

    @property
    def said(self):
        return self._process.text

    @property
    def last_words(self):
        return f"{self.name}:\n{self.said[-3000:]}"

    def end(self):
        self._process.end(grace=self._PATIENCE)
