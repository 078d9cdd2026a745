"""What Herrlof shows."""

from operator import attrgetter

from odin_engine.herrlof.state import RoundResult, Trick, Turn
from odin_tui.game_ui import GameUI
from odin_tui.json_words import JsonView
from odin_tui.languages import N_

GAME = GameUI(
    name="herrlof",
    about=N_("For 2 or 3: win exactly as many tricks as you said in secret."),
    tell="odin_tui.herrlof.events:tell",
    text="odin_tui.herrlof.text:TEXT",
    rules="odin_tui.herrlof.text:RULES",
    refusals="odin_tui.herrlof.text:REFUSALS",
    outcomes="odin_tui.herrlof.text:OUTCOMES",
    options="odin_tui.herrlof.text:MESSAGES.options",
    reasons="odin_tui.herrlof.reasons:sentences",
    lesson="odin_tui.herrlof.text:LESSON",
    json=JsonView(
        leave_out=frozenset({"memory", "turns_dropped"}),
        add={
            "round_no": attrgetter("round_no"),
            "trump": attrgetter("trump"),
            "trick": attrgetter("laid"),
        },
        lists=(Turn,),
        attributes={
            Trick: ("round_no", "number", "laid", "winner"),
            RoundResult: (*RoundResult._fields, "points"),
        },
    ),
    board="odin_tui.herrlof.board:Board",
    painted="odin_tui.herrlof.cards:CARD_SET.painted",
    drawn="odin_tui.herrlof.cards:CARD_SET.drawn",
    emblem="odin_tui.herrlof.cards:CARD_SET.emblem",
    hand="odin_tui.herrlof.cards:CARD_SET.hand",
    replay="odin_tui.herrlof.recap:REPLAY",
    screen_reader="odin_tui.herrlof.screen_reader:READER",
)
