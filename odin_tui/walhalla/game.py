"""What Walhalla shows."""

import re
from typing import Any

from odin_engine.walhalla.events import RaidBegun
from odin_engine.walhalla.view import View
from odin_tui.game_ui import GameUI
from odin_tui.json_words import JsonView
from odin_tui.languages import N_


def history(view: View) -> list[dict[str, Any]]:
    """Return what has happened in this raid, each event with the name of its kind."""
    begins = [at for at, event in enumerate(view.history) if isinstance(event, RaidBegun)]
    return [
        {"event": _kebab(type(event).__name__), **event._asdict()}
        for event in view.history[begins[-1] :]
    ]


def _kebab(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"-\1", name).lower()


GAME = GameUI(
    name="walhalla",
    about=N_("Raid three peninsulas by longship and score the most points."),
    tell="odin_tui.walhalla.narration:tell",
    text="odin_tui.walhalla.text:TEXT",
    rules="odin_tui.walhalla.text:RULES",
    refusals="odin_tui.walhalla.messages:REFUSALS",
    outcomes="odin_tui.walhalla.messages:MESSAGES.outcomes",
    reasons="odin_tui.walhalla.reasons:sentences",
    options="odin_tui.walhalla.messages:MESSAGES.options",
    replay="odin_tui.walhalla.text:REPLAY",
    json=JsonView(add={"history": history}),
)
