"""Screens as an asciicast, version 2: what `asciinema play` and its web player show.

The first line is a header, every other one an event: the seconds from the start, the letter o for
output, and the control sequences that write what has changed.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

from rich.color import ColorSystem
from rich.segment import Segment

from odin_tui.drawing.cell_pictures import Frame

CLEAR, HIDE_CURSOR = "\x1b[2J", "\x1b[?25l"


def asciicast(frames: Sequence[Frame], title: str) -> Iterator[str]:
    """Yield the lines of a recording of these screens."""
    width = max(sum(part.cell_length for part in row) for row in frames[0].rows)
    header = {"version": 2, "width": width, "height": len(frames[0].rows), "title": title}
    yield json.dumps(header, ensure_ascii=False)
    shown, at = [""] * len(frames[0].rows), 0.0
    for number, frame in enumerate(frames):
        rows = [_codes(row) for row in frame.rows]
        changed = [
            f"\x1b[{line + 1};1H{row}"
            for line, row in enumerate(rows)
            if number == 0 or row != shown[line]
        ]
        start = HIDE_CURSOR + CLEAR if number == 0 else ""
        if changed:
            yield _event(at, start + "".join(changed))
        shown, at = rows, at + frame.seconds
    # Without it a player stops as soon as the last screen is there.
    yield _event(at, "\x1b[0m")


def _event(at: float, output: str) -> str:
    return json.dumps([round(at, 3), "o", output], ensure_ascii=False)


def _codes(row: Iterable[Segment]) -> str:
    return "".join(
        part.text
        if part.style is None
        else part.style.render(part.text, color_system=ColorSystem.TRUECOLOR)
        for part in row
    )
