"""What our menus and forms cost beside Textual's own widgets, in a session over SSH.

    python benchmarks/menus.py [--logins 15] [--keys 300]

The same ten lines in a `Menu` and in an `OptionList`, the same eight choices in a `Form` and in
eight `Select`s, each on a screen of its own as `odin serve` shows it: our painter, the SSH driver,
100 × 30 cells. The other end of the wire is in memory. Logins of all kinds take turns; the first of
each warms up. All times are CPU time of this process.
"""

import argparse
import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from statistics import median
from time import process_time
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Label, OptionList, Select
from textual.widgets.option_list import Option

from odin_server.metrics import Metrics
from odin_server.notices import Notice
from odin_server.sessions.app_setup import set_up_app
from odin_server.sessions.driver import RemoteDriver
from odin_server.sessions.input_limits import InputLimits
from odin_server.sessions.settings import HostSettings
from odin_server.sessions.terminal import Terminal
from odin_server.textual_internals import share_backgrounds
from odin_tui.screens.screen import OdinScreen
from odin_tui.settings import SETTINGS
from odin_tui.textual_internals import AppBase
from odin_tui.themes import THEME_NAMES, theme_named
from odin_tui.widgets.form import Field, Form
from odin_tui.widgets.menu import Item, Menu

DOWN, RIGHT, TAB, ENTER = b"\x1b[B", b"\x1b[C", b"\t", b"\r"
LINES = [(f"Line {number}", f"what the line with number {number} is for") for number in range(10)]


@dataclass
class Wire:
    """Counts what is sent."""

    terminal: Terminal = field(default_factory=lambda: Terminal("xterm-256color", 100, 30))
    input_limits: InputLimits = field(
        default_factory=lambda: InputLimits(
            HostSettings(keys_burst=10**9, keys_rate=10**9, typed_rate=10**9),
            Metrics(),
            time.monotonic,
        )
    )
    sent: int = 0
    frames: int = 0
    painted: asyncio.Event = field(default_factory=asyncio.Event)
    driver: RemoteDriver | None = None

    def send(self, frame: bytes) -> None:
        """Take a frame."""
        self.sent += len(frame)
        self.frames += 1
        self.painted.set()

    def has_room(self) -> bool:
        """Take every frame."""
        return True

    def notice_text(self, notice: Notice) -> str:
        """Return the code: nobody reads it."""
        return notice.code

    def attach(self, driver: RemoteDriver) -> None:
        """Keep the driver."""
        self.driver = driver

    async def press(self, key: bytes) -> None:
        """Press a key and wait for what it paints."""
        self.painted.clear()
        assert self.driver is not None  # noqa: S101 - it comes with the first frame
        self.driver.feed(key)
        await asyncio.wait_for(self.painted.wait(), 5)
        seen = 0
        while seen != self.frames:
            seen = self.frames
            await asyncio.sleep(0.01)


def menu() -> Widget:
    """Give our menu."""
    return Menu(*(Item(title, title, words, str(n)) for n, (title, words) in enumerate(LINES)))


def option_list() -> Widget:
    """Give the same lines in Textual's list."""
    return OptionList(
        *(
            Option(Content.assemble(f"{n}  {title:<12}", (words, "$quiet")))
            for n, (title, words) in enumerate(LINES)
        )
    )


def form() -> Widget:
    """Give our form of choices."""
    return Form([Field(s.name, s.title, next(iter(s.words)), [*s.words]) for s in SETTINGS])


def selects() -> Widget:
    """Give the same choices in Textual's selects."""
    return Vertical(
        *(
            Horizontal(
                Label(each.title),
                Select([(w, w) for w in each.words], allow_blank=False, compact=True),
            )
            for each in SETTINGS
        )
    )


KINDS: dict[str, tuple[Callable[[], Widget], bytes, Sequence[bytes]]] = {
    "Menu": (menu, DOWN, ()),
    "OptionList": (option_list, DOWN, ()),
    "Form": (form, DOWN, (RIGHT,)),
    "8 Selects": (selects, TAB, (ENTER, DOWN, ENTER)),
}
"""How to make it, the key that goes to the next line, and the keys that change a choice."""


class OneWidget(OdinScreen[None]):
    """A screen with one thing on it."""

    DEFAULT_CSS = """
    OneWidget Horizontal { height: 1; }
    OneWidget Label { width: 20; }
    OneWidget Select { width: 30; }
    OneWidget OptionList, OneWidget OptionList:focus { height: auto; border: none; padding: 0; }
    """

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self._widget = widget

    def compose(self) -> ComposeResult:
        yield self._widget

    def on_form_changed(self, message: Form.Changed) -> None:
        """Show the other choice, as our screens do."""
        form = self.query_one(Form)
        form.show(
            [
                replace(each, word=message.word) if each == message.field else each
                for each in form.fields
            ]
        )


class BareApp(AppBase):
    """An app that shows one screen."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, make: Callable[[], Widget]) -> None:
        super().__init__()
        for name in THEME_NAMES:
            self.register_theme(theme_named(name))
        self.theme = "night"
        self._make = make

    def on_mount(self) -> None:
        self.push_screen(OneWidget(self._make()))


@asynccontextmanager
async def session(make: Callable[[], Widget], wire: Wire) -> Any:
    """Show a widget to somebody who has just come in, until it is painted."""
    app = BareApp(make)
    set_up_app(app, wire)
    running = asyncio.create_task(app.run_async())
    await at_rest(wire)
    try:
        yield app
    finally:
        app.exit()
        await running


async def at_rest(wire: Wire) -> None:
    """Wait until nothing more is painted."""
    seen = -1
    while wire.frames != seen or wire.sent < 1000:  # fewer are only the beginning
        seen = wire.frames
        await asyncio.sleep(0.1)


async def measure(kind: str, keys: int) -> dict[str, float]:
    """Let somebody come in and press keys."""
    make, move, change = KINDS[kind]
    wire, begun = Wire(), process_time()
    async with session(make, wire) as app:
        found = {"login ms": 1000 * (process_time() - begun), "login bytes": wire.sent}
        found["widgets"] = len(app.screen.query("*"))
        found |= await pressed(wire, "move", [move], keys)
        if change:
            found |= await pressed(wire, "change", change, keys // 4)
    return found


async def pressed(wire: Wire, name: str, keys: Sequence[bytes], times: int) -> dict[str, float]:
    """Press keys again and again; give what each round of them costs."""
    sent, begun = wire.sent, process_time()
    for _ in range(times):
        for key in keys:
            await wire.press(key)
    await at_rest(wire)
    return {
        f"{name} ms": 1000 * (process_time() - begun) / times,
        f"{name} bytes": (wire.sent - sent) / times,
    }


async def main(words: argparse.Namespace) -> None:
    """Measure all kinds in turns and print a table."""
    share_backgrounds()
    rounds: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
    for number in range(words.logins + 1):
        for kind, found in rounds.items():
            one = await measure(kind, words.keys if number else 4)
            if number:
                found.append(one)
    columns = ("widgets", "login ms", "login bytes", "move ms", "move bytes")
    columns += ("change ms", "change bytes")
    print(" " * 12 + "".join(f"{column:>14}" for column in columns))
    for kind, found in rounds.items():
        cells = [
            f"{median(one[column] for one in found):14.2f}" if column in found[0] else " " * 14
            for column in columns
        ]
        print(f"{kind:12}" + "".join(cells))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--logins", type=int, default=15, metavar="N")
    parser.add_argument("--keys", type=int, default=300, metavar="N")
    asyncio.run(main(parser.parse_args()))
