"""How long this machine gave the viewers or a node no processor: what they are late by then is nobody's fault."""

import bisect
import pathlib
import threading
import time

_PERIOD = 0.2


def waited(pid):
    """Seconds in which each thread was ready and waited for a processor, by its number."""
    seconds = {}
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            seconds[task.name] = int((task / "schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            # The thread has ended.
            continue
    return seconds


class Starvation(threading.Thread):
    """Looks several times a second, by being late itself and by asking the kernel about the nodes."""

    def __init__(self, nodes):
        super().__init__(daemon=True)
        self._nodes = nodes
        self._times = []
        self._own = []
        self._of_nodes = {node.name: [] for node in nodes}
        self._is_over = threading.Event()

    def run(self):
        last = {node.name: {} for node in self._nodes}
        while not self._is_over.is_set():
            due = time.monotonic() + _PERIOD
            self._is_over.wait(_PERIOD)
            own = max(0.0, time.monotonic() - due)
            for node in self._nodes:
                now, before = waited(node.pid), last[node.name]
                # The threads of a node work for one answer one after the other.
                self._of_nodes[node.name].append(
                    max((seconds - before[task] for task, seconds in now.items() if task in before), default=0.0))
                last[node.name] = now
            self._own.append(own)
            self._times.append(time.monotonic())

    def end(self):
        self._is_over.set()
        self.join()

    def between(self, begin, end, node):
        """Seconds that viewers and that node were late by together."""
        places = range(bisect.bisect_left(self._times, begin - _PERIOD),
                       min(bisect.bisect_right(self._times, end + _PERIOD) + 1, len(self._times)))
        return sum(self._own[i] + self._of_nodes[node.name][i] for i in places)

    @property
    def total(self):
        """Of the viewers, and of the nodes by their names."""
        return sum(self._own), {name: sum(late) for name, late in self._of_nodes.items()}
