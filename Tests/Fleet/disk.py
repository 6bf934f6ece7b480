"""A disk of a node's own, in a file, that is filled to its last byte and that goes read-only under it."""

import errno
import os
import pathlib
import subprocess

_BYTES = 24 << 20


class Disk:
    """An ext4 in a file; to mount it takes the rights of an administrator."""

    def __init__(self, work):
        work = pathlib.Path(work)
        self._image, self.folder = work / "disk.img", work / "disk"
        self._filler = self.folder / "filler"
        self.folder.mkdir()
        with open(self._image, "wb") as image:
            image.truncate(_BYTES)
        # Without a journal of its own and without blocks that only the administrator may take.
        _run("mkfs.ext4", "-q", "-m", "0", "-O", "^has_journal", self._image)
        self.mount()

    def mount(self):
        _run("mount", "-o", "loop", self._image, self.folder)
        self.folder.chmod(0o700)

    def unmount(self):
        _run("umount", self.folder)

    def fill(self):
        """Until the system has no byte more for anybody."""
        with open(self._filler, "ab", buffering=0) as filler:
            for size in (1 << 20, 4096, 1):
                while _is_written(filler, bytes(size)):
                    pass

    def empty(self):
        self._filler.unlink()

    def fail(self):
        """As the kernel does it when the disk itself gives up: nothing may be written, whoever has files open."""
        _run("mount", "-o", "remount,abort", self.folder)
        probe = self.folder / "probe"
        try:
            probe.write_bytes(b"")
        except OSError as error:
            if error.errno == errno.EROFS:
                return
            raise
        raise RuntimeError("the disk is written in spite of all")


def _is_written(file, block):
    try:
        return file.write(block) == len(block)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            return False
        raise


def _run(*words):
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{words[0]}: {done.stderr.strip()}")
