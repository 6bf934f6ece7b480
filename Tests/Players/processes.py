"""Processes that the matrix starts: each has a log, a limit of time, and ends with all its children."""

import ctypes
import os
import pathlib
import select
import signal
import subprocess
import time

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def _end_with_parent():
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


class Child:
    """A process group of its own, so that helpers which outlive their program are ended, too."""

    def __init__(
        self, arguments, log, user=None, folder=None, environment=None, stdin=subprocess.DEVNULL
    ):
        self.log = pathlib.Path(log)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        # No proxy of the network may stand between a player and this machine.
        inherited = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
        with open(self.log, "wb") as output:
            self.process = subprocess.Popen(
                [str(argument) for argument in arguments],
                stdin=stdin,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=inherited | (environment or {}),
                cwd=folder,
                user=user,
                start_new_session=True,
                preexec_fn=_end_with_parent,
            )

    @property
    def is_running(self):
        return self.process.poll() is None

    @property
    def text(self):
        return self.log.read_text(errors="replace")

    def wait(self, seconds):
        """The exit status, or None if it was ended for taking too long."""
        try:
            return self.process.wait() if self._ends_within(seconds) else None
        finally:
            self.end()

    def _ends_within(self, seconds):
        """Told by the kernel: `Popen.wait` with a limit looks only every 50 ms, too seldom for starts."""
        if not self.is_running:
            return True
        descriptor = os.pidfd_open(self.process.pid)
        try:
            return bool(select.select([descriptor], [], [], seconds)[0])
        finally:
            os.close(descriptor)

    def wait_for(self, condition, seconds, what):
        """Until `condition` gives something true, which is returned."""
        latest = time.monotonic() + seconds
        while True:
            found = condition()
            if found:
                return found
            if not self.is_running or time.monotonic() > latest:
                self.end()
                raise RuntimeError(f"{what} did not come:\n{self.text[-2000:]}")
            time.sleep(0.02)

    def end(self, grace=0):
        """Ends the whole group; asks politely first if there is time for it."""
        try:
            if grace and self.is_running:
                os.killpg(self.process.pid, signal.SIGTERM)
                self.process.wait(grace)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()


def run(arguments, log, seconds, **options):
    """Runs a program to its end: the exit status, or None for too long, and what it wrote."""
    child = Child(arguments, log, **options)
    status = child.wait(seconds)
    return status, child.text
