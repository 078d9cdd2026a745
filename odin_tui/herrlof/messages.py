"""The sentences of Herrlof for codes and facts of its rules."""

from gettext import NullTranslations

from odin_engine.herrlof.cards import Colour
from odin_engine.herrlof.scoring import EndReason, TieBreak
from odin_engine.herrlof.state import Stage
from odin_tui.languages import N_
from odin_tui.messages import Facts, Sentence
from odin_tui.option_text import OptionText

COLOURS = {
    Colour.RED: N_("red"),
    Colour.BLUE: N_("blue"),
    Colour.GREEN: N_("green"),
    Colour.YELLOW: N_("yellow"),
}
WAITING_FOR = {
    Stage.PREDICT: N_("now everyone predicts a number of tricks."),
    Stage.PLAY: N_("now a card is played."),
    Stage.SWAP: N_("your 3 lets you draw or skip."),
    Stage.BURY: N_("now put a card of your hand under the deck."),
    Stage.STEAL_TRICK: N_("your 1 lets you steal a trick or skip."),
    Stage.STEAL_CARD: N_("your 6 lets you steal a card or skip."),
    Stage.RETURN: N_("now return a card for the one you stole."),
    Stage.OVER: N_("the match is over."),
}


def _not_held(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("you do not hold {cards}.").format(cards=" ".join(facts["cards"]))


def _other_stage(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext(WAITING_FOR[Stage(facts["stage"])])


def _not_a_move_now(tr: NullTranslations, facts: Facts) -> str:
    return tr.gettext("{text!r} is not a move now: {wanted}").format(
        text=facts["text"], wanted=_other_stage(tr, facts)
    )


def _must_follow(tr: NullTranslations, facts: Facts) -> str:
    colour = tr.gettext(COLOURS[Colour(facts["led"][0])])
    return tr.gettext("{led} was led and you hold {colour}: follow, or play V or H.").format(
        led=facts["led"], colour=colour
    )


def _target_reached(tr: NullTranslations, facts: Facts) -> str:
    text = tr.gettext("{points} points reached the target of {target}.").format(**facts)
    return _with_tie_break(text, tr, facts)


def _last_round(tr: NullTranslations, facts: Facts) -> str:
    text = tr.ngettext(
        "The only round is over.", "The last of {rounds} rounds is over.", facts["rounds"]
    )
    return _with_tie_break(text.format(rounds=facts["rounds"]), tr, facts)


def _with_tie_break(text: str, tr: NullTranslations, facts: Facts) -> str:
    if "tie_break" not in facts:
        return text
    return f"{text} {tr.gettext(TIE_BREAKS[facts['tie_break']])}"


TIE_BREAKS: dict[str, str] = {
    TieBreak.EXACT_PREDICTIONS: N_("Equal points: more exact predictions decide."),
    TieBreak.LAST_ROUND_TRICKS: N_(
        "Equal points and exact predictions: more tricks in the last round decide."
    ),
    TieBreak.NOTHING: N_(
        "Points, exact predictions and tricks in the last round are equal: a draw."
    ),
}

OUTCOMES: dict[str, Sentence] = {
    EndReason.TARGET: _target_reached,
    EndReason.LAST_ROUND: _last_round,
}

REFUSALS: dict[str, Sentence] = {
    # Text that is no move
    "not-a-move": N_(
        "{text!r} is not a move: "
        "type a card like R7, V or H, predict 4, draw, bury R7, steal 1, return R7 or skip."
    ),
    "not-a-move-now": _not_a_move_now,
    "not-a-card": N_("{card} is not a card: there are R B G Y with 1 to 9, and V and H."),
    # Illegal moves: these follow the move and a colon
    "already-predicted": N_("you have predicted, and a prediction stands."),
    "other-stage": _other_stage,
    "bad-prediction": N_("predict from 0 to {most} tricks."),
    "own-seat": N_("you cannot steal from yourself."),
    "no-such-victim": N_("there is no seat {seat}."),
    "no-trick-to-steal": N_("seat {seat} has no trick to steal."),
    "not-held": _not_held,
    "must-follow": _must_follow,
}

OPTIONS: dict[str, OptionText] = {
    "target": OptionText(
        N_("Play to"),
        N_("Points that end the match, any whole number from 1 to 500. Type the number."),
        N_("play to {value}"),
    ),
    "max-rounds": OptionText(
        N_("Rounds at most"),
        N_("After so many the most points win, any whole number from 1 to 20. Type the number."),
        N_("rounds at most {value}"),
    ),
    "small-bonus": OptionText(
        N_("Bonus for few tricks"),
        N_("5 points more for whoever ends a round with 3 or 4 tricks."),
        N_("bonus for few tricks {value}"),
        {"on": N_("on"), "off": N_("off")},
    ),
}
