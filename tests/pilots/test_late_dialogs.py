"""A pilot on a slow line: keys that it pressed long ago are handled between two others."""

import asyncio
from random import Random
from types import SimpleNamespace

import pytest

from odin_tui.pilots import pilot as pilot_module
from odin_tui.pilots.findings import PilotLog
from odin_tui.pilots.pilot import Pilot
from odin_tui.pilots.ssh_terminal import SshTerminal

TABLE, DIALOG = ["the table"], ["   Leave the table?   "]


class SlowTerminal:
    """Shows the dialog after the first key."""

    def __init__(self) -> None:
        self.lines, self.open = TABLE, True
        self.pressed: list[str] = []

    async def press(self, key: str) -> None:
        self.pressed.append(key)
        if self.lines == TABLE:
            self.lines = DIALOG

    async def click(self, x: int, y: int) -> None:
        raise NotImplementedError

    async def resize(self, width: int, height: int) -> None:
        raise NotImplementedError

    async def settle(self) -> list[str]:
        return self.lines


async def test_a_dialog_that_opens_late_does_not_get_the_keys_meant_for_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = SimpleNamespace(next_keys=lambda _reading: ["5", "6", "enter"], windows=())
    monkeypatch.setattr(pilot_module, "screen_reader", lambda _game: reader)
    terminal = SlowTerminal()
    pilot = Pilot(terminal, lambda: None, PilotLog("p", ""), Random(1), limit=0.1)
    await pilot._at_the_table(TABLE, SimpleNamespace(my_turn=True))
    assert terminal.pressed == ["5"]


async def test_a_screen_counts_as_up_to_date_when_every_row_was_drawn_again() -> None:
    terminal, written = SshTerminal((20, 3)), bytearray()
    terminal.connection_made(SimpleNamespace(write=written.extend))
    waiting = asyncio.create_task(terminal.catch_up())
    await asyncio.sleep(0)
    assert written == b"\x0c"
    terminal.data_received(b"\x1b[2;1Hlate", None)
    await asyncio.sleep(0.2)
    assert not waiting.done()
    terminal.data_received(b"\x1b[1;1Hone\x1b[2;1Htwo \x1b[3;1Hthree", None)
    assert [line.rstrip() for line in await waiting] == ["one", "two", "three"]
