"""What one run of a player brought, and whether two runs brought the same."""

import dataclasses


@dataclasses.dataclass
class Played:
    """Streams are sequences of what was decoded or read, in order: hashes of frames, or bytes."""

    streams: dict = dataclasses.field(default_factory=dict)
    # Where a run begins or ends by the clock, what it has of the medium is another part each time.
    is_by_clock: bool = False
    # Of players that tell no more than what they showed.
    frames: int | None = None
    seconds: float | None = None
    stalls: int = 0
    latency: float | None = None
    problem: str | None = None


# What a browser may show less: a frame is dropped where another process had the processor.
_FRAME_TOLERANCE = 0.02
_SECONDS_TOLERANCE = 0.5
# A live run of a browser begins where it will within a segment.
_LIVE_SECONDS_TOLERANCE = 2.5
# So much of the shorter one of two runs by the clock must be seen in both.
_LEAST_OVERLAP = 0.5
# Bytes that may stand before the first frame alone, which is not the first of another run.
_CODEC_HEADER = 64
# One part of the low-latency origin, and the clock's grain in a page.
_LATENCY_TOLERANCE = 0.55


def difference(direct, through, is_live):
    """None if they are the same, or else the words for how they differ."""
    if through.problem:
        return through.problem
    if direct.streams:
        if set(direct.streams) != set(through.streams):
            return f"streams {sorted(through.streams)} instead of {sorted(direct.streams)}"
        for name, stream in direct.streams.items():
            found = _stream_difference(stream, through.streams[name], direct.is_by_clock)
            if found:
                return f"{name}: {found}"
        return None
    if through.stalls > direct.stalls:
        return f"{through.stalls} stalls instead of {direct.stalls}"
    seconds = _LIVE_SECONDS_TOLERANCE if is_live else _SECONDS_TOLERANCE
    if through.seconds < direct.seconds - seconds:
        return f"{through.seconds:.1f} s instead of {direct.seconds:.1f} s"
    if not is_live and through.frames < direct.frames - max(2, _FRAME_TOLERANCE * direct.frames):
        return f"{through.frames} frames instead of {direct.frames}"
    if direct.latency is not None:
        if through.latency is None or through.latency > direct.latency + _LATENCY_TOLERANCE:
            return f"latency {through.latency} s instead of {direct.latency} s"
    return None


def _stream_difference(direct, through, is_by_clock):
    if not is_by_clock:
        return None if direct == through else f"{len(through)} of {len(direct)}, or other content"
    if not direct or not through:
        return "nothing"
    for first, second in [(direct, through), (through, direct)]:
        if isinstance(second, bytes):
            second = second[_CODEC_HEADER:]
        start = _index(first, second)
        if start is None:
            continue
        common = min(len(first) - start, len(second))
        if first[start:start + common] != second[:common]:
            return "other content"
        if common < _LEAST_OVERLAP * min(len(first), len(second)):
            continue
        return None
    return "no common part"


def _index(sequence, other):
    """Where `sequence` has the beginning of the other: enough of it that it is there once."""
    if isinstance(sequence, bytes):
        found = sequence.find(other[:1000])
        return None if found < 0 else found
    part = other[:8]
    return next((i for i in range(len(sequence)) if sequence[i:i + len(part)] == part), None)
