"""Secrets to plant, and the search for them in whatever form they may have taken."""

import base64
import secrets


class Canaries:
    """Values that nobody but their owner may show, by name."""

    def __init__(self):
        self._values = {}

    def text(self, name):
        """A new one, of letters and digits alone, so that no encoding of URLs changes it."""
        value = "canary" + secrets.token_hex(12)
        self.add(name, value.encode())
        return value

    def add(self, name, value):
        self._values[name] = value

    def names(self):
        return list(self._values)

    def found(self, content, allowed=()):
        """The names of those that `content` shows, raw or written in one of the usual ways."""
        lower = content.lower()
        return [
            name for name, value in self._values.items() if name not in allowed
            and any((lower if form == form.lower() else content).find(form) >= 0
                    for form in _forms(value))]


def _forms(value):
    """The value itself, in hexadecimal, and in base64 wherever in a longer text it begins."""
    yield value
    yield value.hex().encode()
    for offset in range(3):
        # The digits at both ends hold bits of the neighbours, too.
        digits = base64.b64encode(b"\0" * offset + value)
        whole = digits[4 if offset else 0:len(digits) - 4]
        yield whole
        yield whole.replace(b"+", b"-").replace(b"/", b"_")
