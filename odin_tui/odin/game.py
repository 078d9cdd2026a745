"""What Odin shows."""

from operator import attrgetter

from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import HandResult, Turn
from odin_tui.game_ui import GameUI
from odin_tui.json_words import JsonView
from odin_tui.languages import N_

GAME = GameUI(
    name="odin",
    about=N_("For 2 to 6: beat the set on the table, be out of cards first."),
    tell="odin_tui.odin.events:tell",
    text="odin_tui.odin.text:TEXT",
    rules="odin_tui.odin.text:RULES",
    refusals="odin_tui.odin.text:REFUSALS",
    outcomes="odin_tui.odin.text:MESSAGES.outcomes",
    options="odin_tui.odin.text:MESSAGES.options",
    reasons="odin_tui.odin.reasons:sentences",
    lesson="odin_tui.odin.text:LESSON",
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
    painted="odin_tui.odin.cards:CARD_SET.painted",
    drawn="odin_tui.odin.cards:CARD_SET.drawn",
    emblem="odin_tui.odin.cards:CARD_SET.emblem",
    hand="odin_tui.odin.cards:CARD_SET.hand",
    replay="odin_tui.odin.recap:REPLAY",
    screen_reader="odin_tui.odin.screen_reader:READER",
)
