"""What a cell of the matrix holds, and the table of all of them."""

import dataclasses
import enum
import json


class State(enum.Enum):
    SAME = "same"
    DIFFERENT = "different"
    # The player cannot play it without us either.
    BROKEN_DIRECTLY = "broken directly"
    NOT_FOR_IT = "not for it"
    ABSENT = "absent"


@dataclasses.dataclass
class Cell:
    state: State
    # Why it is not the same, or not there; of a swarm, its figures.
    reason: str = ""
    # Of the bytes that the playing node had: what part came from peers.
    share: float | None = None
    # Milliseconds that the first frame came later than it does directly; the median of some runs.
    later: float | None = None
    # What a low-latency player said, directly and through: seconds behind the live edge.
    latencies: tuple | None = None

    # The most that a start may be later.
    LATEST = 50

    @property
    def is_late(self):
        return self.later is not None and self.later > self.LATEST

    def text(self, note):
        match self.state:
            case State.SAME:
                words = ["✓"]
                if self.share is not None:
                    words.append(f"{100 * self.share:.0f} %")
                if self.later is not None:
                    words.append(f"{self.later:+.0f} ms" + (" late" if self.is_late else ""))
                if self.latencies:
                    words.append("{:.1f} → {:.1f} s".format(*self.latencies))
                if self.reason:
                    words.append(self.reason)
                return ", ".join(words)
            case State.DIFFERENT:
                return f"**✗** {note(self.reason)}"
            case State.BROKEN_DIRECTLY:
                return f"(✗) {note(self.reason)}"
            case State.NOT_FOR_IT:
                return f"– {note(self.reason)}" if self.reason else "–"
            case State.ABSENT:
                return f"absent {note(self.reason)}"


class Memory:
    """The cells as they were when they were last tried, in a file."""

    def __init__(self, file):
        self._file = file
        self.cells = {}
        if file.exists():
            for entry in json.loads(file.read_text()):
                state = State[entry.pop("state")]
                key = entry.pop("medium"), entry.pop("player")
                self.cells[key] = Cell(state, **entry)

    def keep(self, cells):
        self.cells |= cells
        self._file.write_text(json.dumps([
            {"medium": medium, "player": player, **vars(cell), "state": cell.state.name}
            for (medium, player), cell in self.cells.items()], indent=1))


_HEAD = """# Players

Made by `make players`, which tries all cells, or those that it is told to try, and keeps the others.
Each cell is one player and one way of delivery: played directly from the origin, and through a swarm
of three nodes, of which two have played the same or, live, play it too.

- ✓ the same came of both: hashes of all packets or decoded frames; of browsers the count of frames,
  what was played, and no stall more. Then the share of bytes that the node had from peers, the
  median by which the first frame came later than directly, and the latency, directly and through.
- **✗** something else came. (✗) the player does not play it directly either. – is not for it.
  The numbers lead to the reasons.
- *late* is more than {latest} ms.

"""


def text(media, players, scenes, cells, versions):
    """The page in Markdown; `cells` by the names of medium and player, or twice that of a scene."""
    notes = []

    def note(reason):
        if reason not in notes:
            notes.append(reason)
        return f"[{notes.index(reason) + 1}]"

    rows = [["", *(player.title for player in players)], ["---"] * (len(players) + 1)]
    for medium in media:
        row = [medium.title]
        for player in players:
            cell = cells.get((medium.name, player.name))
            row.append(cell.text(note) if cell else "")
        rows.append(row)
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    swarms = [
        f"- {scene.title}: {cells[scene.name, scene.name].text(lambda reason: reason)}"
        for scene in scenes if (scene.name, scene.name) in cells]
    if notes:
        lines += ["", *(f"{number}. {reason}" for number, reason in enumerate(notes, 1))]
    if swarms:
        lines += ["", *swarms]
    lines += ["", "Versions: " + "; ".join(versions) + "."]
    return _HEAD.format(latest=Cell.LATEST) + "\n".join(lines) + "\n"
