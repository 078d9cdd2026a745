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
    about=N_("For 3 or 4: land Vikings, fight, and hold the most land."),
    tell="odin_tui.walhalla.narration:tell",
    text="odin_tui.walhalla.text:TEXT",
    rules="odin_tui.walhalla.text:RULES",
    refusals="odin_tui.walhalla.messages:REFUSALS",
    outcomes="odin_tui.walhalla.messages:MESSAGES.outcomes",
    reasons="odin_tui.walhalla.reasons:sentences",
    options="odin_tui.walhalla.messages:MESSAGES.options",
    board="odin_tui.walhalla.board:Board",
    lesson="odin_tui.walhalla.lesson:LESSON",
    drawn="odin_tui.walhalla.rules_pictures:drawn",
    replay="odin_tui.walhalla.review:REPLAY",
    screen_reader="odin_tui.walhalla.screen_reader:READER",
    json=JsonView(add={"history": history}),
)
