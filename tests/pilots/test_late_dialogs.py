"""A pilot on a slow line: what it pressed long ago is handled between two other keys."""

from random import Random
from types import SimpleNamespace

import pytest

from odin_tui.pilots import pilot as pilot_module
from odin_tui.pilots.findings import PilotLog
from odin_tui.pilots.pilot import Lost, Pilot

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


class DeafTerminal(SlowTerminal):
    """Shows the same whatever is pressed."""

    async def press(self, key: str) -> None:
        self.pressed.append(key)

    async def click(self, x: int, y: int) -> None:
        self.pressed.append(f"click {x} {y}")


async def test_a_key_after_a_stray_click_is_pressed_once_more_before_it_counts_as_dead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pilot_module, "STIRRED", 0.01)
    terminal, log = DeafTerminal(), PilotLog("p", "")
    always_click = SimpleNamespace(randrange=lambda most: min(most - 1, 2))
    pilot = Pilot(terminal, lambda: None, log, always_click, limit=0.01)  # type: ignore[arg-type]
    await pilot._stir(TABLE)
    await pilot.press("right", TABLE)
    assert not log.findings.complaints
    with pytest.raises(Lost):
        await pilot.press("right", TABLE)
    assert [found.check for found in log.findings.complaints] == ["a key is answered by a frame"]
    assert terminal.pressed == ["click 2 0", "right", "right"]
