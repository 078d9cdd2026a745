"""What Odin shows."""

from operator import attrgetter

from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import HandResult, Turn
from odin_tui.game_ui import GameUI
from odin_tui.json_words import JsonView

GAME = GameUI(
    name="odin",
    tell="odin_tui.odin.events:tell",
    text="odin_tui.odin.text:TEXT",
    rules="odin_tui.odin.rules_page:RULES",
    refusals="odin_tui.odin.messages:REFUSALS",
    outcomes="odin_tui.odin.messages:OUTCOMES",
    options="odin_tui.odin.messages:OPTIONS",
    reasons="odin_tui.odin.reasons:sentences",
    lesson="odin_tui.odin.lesson:LESSON",
    json=JsonView(
        add={
            "hand_no": attrgetter("hand_no"),
            "value": lambda view: VALUE.get(view.table.bits, 0),
            "owner": lambda view: view.owner if view.table else None,
        },
        lists=(Turn,),
        attributes={HandResult: ("starter", "winner", "left", "points")},
    ),
    board="odin_tui.odin.board:Board",
    painted="odin_tui.odin.cards:painted",
    emblem="odin_tui.odin.cards:emblem",
    replay="odin_tui.odin.replay:REPLAY",
    screen_reader="odin_tui.odin.screen_reader:READER",
)
