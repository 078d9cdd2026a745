"""Motion in tests: time stands still, and frames are shown one by one."""

from typing import Any

import pytest
from textual.pilot import Pilot

from odin_tui.widgets.motion import MovingWidget


class StoppedTimer:
    """A timer that never fires; `running` counts those that were not stopped."""

    running = 0

    def __init__(self) -> None:
        StoppedTimer.running += 1

    def stop(self) -> None:
        StoppedTimer.running -= 1


def stop_time(monkeypatch: pytest.MonkeyPatch) -> type[StoppedTimer]:
    """Let nothing move by itself; return the timers, which count those that are left."""

    def begin(*_interval: Any) -> StoppedTimer:
        return StoppedTimer()

    monkeypatch.setattr(StoppedTimer, "running", 0)
    monkeypatch.setattr(MovingWidget, "set_interval", begin)
    return StoppedTimer


async def next_frame(widget: MovingWidget, pilot: Pilot[None]) -> int | None:
    """Show the next frame, and return its number; None at rest."""
    widget.go_on()
    await pilot.pause()
    return widget.step
