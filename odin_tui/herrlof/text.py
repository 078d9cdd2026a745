"""Herrlof in words: in plain lines, in sentences for codes, in rules and a lesson."""

from collections.abc import Iterable, Iterator, Mapping

from odin_engine.game import NotAMove
from odin_engine.herrlof.cards import COLOUR_BITS, SPECIAL_NUMBERS, Card, Cards, Colour
from odin_engine.herrlof.moves import (
    Bury,
    Move,
    Play,
    Predict,
    Return,
    Steal,
    parse_move,
)
from odin_engine.herrlof.scoring import EndReason
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import listed
from odin_tui.game_text import read_lesson, read_messages, read_rules
from odin_tui.game_ui import RulesPage, TextUI
from odin_tui.herrlof.reasons import why_not
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.messages import Facts, Sentence, any_of
from odin_tui.narrator import Reader

MESSAGES = read_messages("herrlof")
HELP = (
    N_("Type a move: a card like R7, V or H, or a number to predict."),
    N_("When a card lets you, type draw, bury R7, steal 1, return R7, or skip."),
    N_("hand: what you hold. table: trump, trick, last trick and tricks won. scores: the points."),
    N_("moves: what you can do now."),
)


def hand(view: View, reader: Reader) -> list[str]:
    """Return what the reader holds, colour by colour."""
    tr = reader.tr
    if view.seat is None:
        return [tr.gettext("You watch, so you hold no cards.")]
    if not view.hand:
        return [tr.gettext("You hold no cards.")]
    bits = view.hand.bits
    groups = [str(Cards(bits & group)) for group in COLOUR_BITS.values() if bits & group]
    groups += [str(card) for card in view.hand if card.colour is None]
    return [MESSAGES.say("hand", tr, count=len(view.hand), cards=comma_list(groups, tr))]


def table(view: View, reader: Reader) -> list[str]:
    """Return trump, trick, last trick, tricks won, cards left, and whose turn it is."""
    return list(_table(view, reader))


def _table(view: View, reader: Reader) -> Iterator[str]:
    tr, names = reader.tr, reader.names
    yield _with_trump(
        "where", view, tr, round=view.round_no, trick=view.trick_no, tricks=view.hand_size
    )
    yield _middle(view, reader)
    if (last := view.last_trick) is not None:
        cards = _by_seat(reader, last.laid)
        if last.winner is None:
            yield MESSAGES.say("last-trick-destroyed", tr, cards=cards)
        else:
            yield MESSAGES.tell("last-trick-won", reader, last.winner, cards=cards)
    tricks = _by_seat(reader, enumerate(view.tricks))
    yield MESSAGES.say("tricks-won", tr, tricks=tricks, destroyed=view.destroyed)
    yield from _own_prediction(view, tr)
    counts = _by_seat(reader, enumerate(view.counts))
    yield MESSAGES.say("cards-left", tr, cards=counts, deck=view.deck)
    for seat, known in enumerate(view.known):
        if known and not reader.is_me(seat):
            yield MESSAGES.say("known-cards", tr, name=names[seat], cards=known)
    if view.seat is not None and view.seat in view.to_move:
        yield tr.gettext("It is your turn.")
    elif view.to_move:
        yield tr.gettext("It is the turn of {name}.").format(name=names[view.to_move[0]])


def _by_seat(reader: Reader, values: Iterable[tuple[int, object]]) -> str:
    """Return what belongs to each seat, as in `you 3, Bo 2`."""
    return comma_list((f"{_label(reader, seat)} {value}" for seat, value in values), reader.tr)


def _label(reader: Reader, seat: int) -> str:
    if reader.is_me(seat):
        return reader.tr.pgettext("inside a list", "you")
    return reader.names[seat]


def _middle(view: View, reader: Reader) -> str:
    tr = reader.tr
    if view.trick:
        return MESSAGES.say("in-the-middle", tr, cards=_by_seat(reader, view.laid))
    if view.stage == Stage.PREDICT:
        names = listed([_label(reader, seat) for seat in view.to_move], tr)
        return MESSAGES.say("still-predicting", tr, names=names)
    return MESSAGES.tell("middle-empty", reader, view.leader)


def scores(view: View, reader: Reader) -> list[str]:
    """Return everyone's points, the most first, and when the match ends."""
    order = sorted(range(view.seats), key=lambda seat: (-view.points[seat], seat))
    points = _by_seat(reader, ((seat, view.points[seat]) for seat in order))
    target, rounds = view.options.target, view.options.max_rounds
    return [MESSAGES.say("points", reader.tr, points=points, target=target, rounds=rounds)]


def goal(view: View, reader: Reader) -> list[str]:
    """Return when the match ends, and who wins it."""
    target, rounds = view.options.target, view.options.max_rounds
    return [MESSAGES.say("goal", reader.tr, target=target, rounds=rounds)]


def prompt(view: View, reader: Reader) -> str:
    """Return what the reader can do now."""
    tr = reader.tr
    if view.seat is None or view.seat not in view.to_move:
        return tr.gettext("It is not your turn.")
    if view.stage == Stage.PREDICT:
        return _with_trump("predict", view, tr, most=view.hand_size)
    if view.stage == Stage.PLAY:
        return " ".join([_asked_for_card(view, tr), *_own_prediction(view, tr)])
    steals = _steals(view)
    return tr.gettext(MESSAGES.stages[view.stage]["typed"]).format(
        drawn=view.drawn,
        names=any_of([reader.names[move.victim] for move in steals], tr),
        moves=any_of(map(str, steals), tr),
    )


def _with_trump(code: str, view: View, tr: Translations, **facts: object) -> str:
    """Return a text that says what is trump, or another one that says that nothing is."""
    card = view.trump_card
    if card.colour is None:
        return MESSAGES.say(f"{code}-without-trump", tr, card=card, **facts)
    return MESSAGES.say(code, tr, card=card, colour=colour_name(card.colour, tr), **facts)


def _asked_for_card(view: View, tr: Translations) -> str:
    if not view.trick:
        return MESSAGES.say("lead", tr)
    led = view.trick[0]
    if led.colour is None or all(card.colour != led.colour for card in view.hand):
        return MESSAGES.say("any-card", tr, led=led)
    return MESSAGES.say("follow", tr, led=led, colour=colour_name(led.colour, tr))


def _own_prediction(view: View, tr: Translations) -> list[str]:
    predicted = None if view.seat is None else view.predictions[view.seat]
    if predicted is None or view.seat is None:
        return []
    won = view.tricks[view.seat]
    code = "exact" if won == predicted else "more" if won < predicted else "fewer"
    facts = {"predicted": predicted, "won": won}
    facts |= {"missing": predicted - won, "extra": won - predicted}
    return [MESSAGES.say(f"predicted-{code}", tr, **facts)]


def moves(view: View, reader: Reader) -> list[str]:
    """Return what the reader may do now, and what the special cards among it do."""
    tr = reader.tr
    if view.seat is None or view.seat not in view.to_move:
        return [tr.gettext("It is not your turn.")]
    if view.stage == Stage.PREDICT:
        return [MESSAGES.say("can-predict", tr, most=view.hand_size)]
    cards = [move.card for move in view.moves if isinstance(move, Play)]
    special = {
        card.number or card.name: card for card in cards if card.number in (0, *SPECIAL_NUMBERS)
    }
    reminders = [
        MESSAGES.say("reminder", tr, card=card, reminder=reminder(card, view.seats, tr))
        for card in special.values()
    ]
    code = "can-play" if view.stage == Stage.PLAY else "can-type"
    return [MESSAGES.say(code, tr, moves=comma_list(view.moves, tr)), *reminders]


spoken, advice = MESSAGES.of_moves("spoken"), MESSAGES.of_moves("advice")


def read_move(view: View, text: str, about: None = None) -> Move:  # noqa: ARG001 - asks nothing
    """Read a typed move; a card alone is buried or returned where that is what is asked.

    Raises `NotAMove` for text that is no move now, and `IllegalMove` for a card that does not fit.
    """
    words = text.strip().casefold()
    if words == "steal" and len(_steals(view)) == 1:
        return _steals(view)[0]
    move = parse_move(text)
    if isinstance(move, Play) and view.stage == Stage.BURY:
        move = Bury(move.card)
    elif isinstance(move, Play) and view.stage == Stage.RETURN:
        move = Return(move.card)
    if isinstance(move, Predict) and "predict" not in words and view.stage != Stage.PREDICT:
        raise NotAMove("not-a-move-now", text=text[:40], stage=view.stage.value)
    mine = view.seat is not None and view.seat in view.to_move
    if mine and isinstance(move, Play) and move.card in view.hand and move not in view.moves:
        raise why_not(view, move)
    return move


def _steals(view: View) -> list[Steal]:
    return [move for move in view.moves if isinstance(move, Steal)]


TEXT = TextUI(
    help=HELP,
    hand=hand,
    table=table,
    scores=scores,
    goal=goal,
    prompt=prompt,
    moves=moves,
    spoken=spoken,
    advice=advice,
    read_move=read_move,
)


# -- sentences for codes --------------------------------------------------------------------


def colour_name(colour: Colour, tr: Translations) -> str:
    """Return the name of a colour in a language."""
    return MESSAGES.word(colour.value, tr)


def reminder(card: Card, seats: int, tr: Translations) -> str:
    """Return what a special card does, in a line; empty for a plain one."""
    name = str(card.number or card)
    codes = [f"reminder-{name}-of-three"] * (seats == 3) + [f"reminder-{name}"]
    return next((MESSAGES.say(code, tr) for code in codes if code in MESSAGES.texts), "")


def distance_text(predicted: int, won: int, tr: Translations) -> str:
    """Return how far a prediction is from coming true."""
    if won == predicted:
        return MESSAGES.say("exact-now", tr)
    return MESSAGES.say("to-go" if won < predicted else "too-many", tr, count=abs(predicted - won))


def _other_stage(tr: Translations, facts: Facts) -> str:
    return tr.gettext(MESSAGES.stages[facts["stage"]]["wanted"])


def _not_a_move_now(tr: Translations, facts: Facts) -> str:
    return MESSAGES.say("not-a-move-now", tr, text=facts["text"], wanted=_other_stage(tr, facts))


def _must_follow(tr: Translations, facts: Facts) -> str:
    colour = MESSAGES.word(facts["led"][0], tr)
    return MESSAGES.say("must-follow", tr, led=facts["led"], colour=colour)


REFUSALS: Mapping[str, Sentence] = {
    **MESSAGES.refusals,
    "not-a-move-now": _not_a_move_now,
    "other-stage": _other_stage,
    "must-follow": _must_follow,
}


def _with_tie_break(code: str) -> Sentence:
    """Return the sentence of this code, and what decided between equal points if they were."""

    def sentence(tr: Translations, facts: Facts) -> str:
        codes = [code, f"tie-{facts['tie_break']}"] if "tie_break" in facts else [code]
        return " ".join(MESSAGES.say(each, tr, **facts) for each in codes)

    return sentence


OUTCOMES: Mapping[str, Sentence] = {reason: _with_tie_break(reason) for reason in EndReason}


# -- rules and lesson -----------------------------------------------------------------------

TOPIC_OF_STAGE = {
    Stage.PREDICT: "predict",
    Stage.PLAY: "follow",
    Stage.SWAP: "three",
    Stage.BURY: "three",
    Stage.STEAL_TRICK: "one",
    Stage.STEAL_CARD: "six",
    Stage.RETURN: "six",
    Stage.OVER: "match",
}


def topic_for(view: View | None) -> str:
    """Return the name of the topic that matters most in a view; None is before any match."""
    if view is None:
        return "goal"
    if view.outcome is None and (view.seat is None or view.seat not in view.to_move):
        return "winner"
    if view.stage == Stage.PREDICT and view.results:
        return "score"
    return TOPIC_OF_STAGE[view.stage]


RULES = RulesPage(topics=read_rules("herrlof"), topic_for=topic_for)
LESSON = read_lesson("herrlof")
