"""Opening the app for a test, and looking at what it shows.

    async with odin(size=(80, 24)) as (app, pilot):
        await pilot.press("n")
        assert "New table" in screen_text(app)
        snapshot(app, "new_table_80x24")

A snapshot is a text file in tests/tui/snapshots: the screen as letters, below it the same cells as
letters of a legend of styles. With ODIN_SNAPSHOTS=write in the environment they are written anew.
"""

import os
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from difflib import unified_diff
from pathlib import Path
from random import Random
from string import ascii_letters, digits
from typing import Any
from zlib import crc32

from rich.style import Style
from textual.app import App
from textual.pilot import Pilot

from odin_engine.record import Record
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Player
from odin_server.log import Log
from odin_tui.app import OdinApp
from odin_tui.settings import Settings
from odin_tui.widgets.footer import KeyFooter

SNAPSHOTS = Path(__file__).parent / "snapshots"
ME = Player("local", "Astrid")


@asynccontextmanager
async def odin(
    size: tuple[int, int] = (80, 24),
    *,
    settings: Settings | None = None,
    log: Log | None = None,
    hall: Hall | None = None,
    start: NewTable | None = None,
    **handed_in: Any,
) -> AsyncIterator[tuple[OdinApp, Pilot[None]]]:
    """Run the app without a terminal, over a hall of fixed chance and bots that do not wait."""
    own = hall is None
    hall = hall or await begin_hall(log)
    app = new_app(hall, settings, start=await _seated(hall, start), **handed_in)
    try:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield app, pilot
    finally:
        if own:
            await hall.close()


async def begin_hall(log: Log | None = None, bot_pause: float = 0.0) -> Hall:
    """Open a hall in which the same actions lead to the same match."""
    alone = HallSettings(tables_per_player=1000, seats_per_player=1000, bot_pause=bot_pause)
    return await Hall.begin(log, alone, chance=Random("odin"))


def new_app(hall: Hall, settings: Settings | None = None, **handed_in: Any) -> OdinApp:
    """Make the app as a command would, except that nothing is kept."""
    keeping: dict[str, Callable[..., Any]] = {
        "keep_settings": _forget,
        "keep_record": lambda _record: "nowhere",
    }
    return OdinApp(
        hall=hall,
        player=handed_in.pop("player", ME),
        settings=settings or Settings(animations="none", lesson_done=True),
        **(keeping | handed_in),
    )


def _forget(_settings: Settings | Record) -> None:
    return None


async def _seated(hall: Hall, start: NewTable | None) -> Chair | None:
    if start is None:
        return None
    chair = await hall.open_table(ME, start)
    await chair.start()
    return chair


def screen_text(app: App[Any]) -> str:
    """Give what is on the screen as lines of text, without the blanks at their ends."""
    return "\n".join(strip.text.rstrip() for strip in _strips(app))


def news(app: App[Any]) -> str:
    """Give what has been said in passing, in the last line or in news."""
    lines = [footer.news for screen in app.screen_stack for footer in screen.query(KeyFooter)]
    return "\n".join([*filter(None, lines), *(one.message for one in app._notifications)])


def snapshot(app: App[Any], name: str) -> None:
    """Compare the screen, colours included, with the one that was reviewed under this name."""
    seen, path = painted(app), SNAPSHOTS / f"{name}.txt"
    if pictures := os.environ.get("ODIN_PICTURES"):
        app.save_screenshot(f"{name}.svg", pictures)
    if os.environ.get("ODIN_SNAPSHOTS") == "write":
        SNAPSHOTS.mkdir(exist_ok=True)
        path.write_text(seen, encoding="utf-8")
        return
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    difference = "\n".join(
        unified_diff(known.splitlines(), seen.splitlines(), "reviewed", "seen", lineterm="", n=1)
    )
    assert not difference, f"{name} looks different; ODIN_SNAPSHOTS=write accepts it.\n{difference}"


def painted(app: App[Any]) -> str:
    """Write the screen down with its colours: the letters, the styles of the cells, the legend."""
    legend: dict[str, str] = {}
    letters, styles = [], []
    for strip in _strips(app):
        letters.append(strip.text.rstrip())
        row = ""
        for segment in strip:
            words = _words(segment.style)
            if words not in legend:
                legend[words] = _mark(words, legend.values())
            row += legend[words] * segment.cell_length
        styles.append(row)
    size = f"{app.size.width}x{app.size.height}"
    names = [f"{mark} {words}" for words, mark in sorted(legend.items())]
    return "\n".join([size, *letters, "", *styles, "", *names, ""])


MARKS = [
    *ascii_letters,
    *digits,
    *(chr(code) for code in range(0xC0, 0x180) if code not in (0xD7, 0xF7)),
]

MARKS_OF_PAINTINGS = [chr(code) for code in range(0x4E00, 0x5200)]
"""For screens with more styles than that."""


def _mark(words: str, taken: Collection[str]) -> str:
    """Return the mark of a style, the same in every snapshot: a new style re-letters no other."""
    first = crc32(words.encode())
    wanted = (MARKS[(first + step) % len(MARKS)] for step in range(len(MARKS)))
    return next(mark for mark in (*wanted, *MARKS_OF_PAINTINGS) if mark not in taken)


def _words(style: Style | None) -> str:
    return (
        str(style.without_color + Style(color=style.color, bgcolor=style.bgcolor)) if style else ""
    )


def _strips(app: App[Any]) -> Any:
    return app.screen._compositor.render_strips()
