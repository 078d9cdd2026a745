"""Odin in words: in plain lines, in sentences for codes, in rules and a lesson."""

from collections.abc import Mapping

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, Cards
from odin_engine.odin.moves import Move, Pass, Play, parse_move
from odin_engine.odin.rules import why_not_play
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.game_text import read_lesson, read_messages, read_rules
from odin_tui.game_ui import Question, RulesPage, TextUI
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.messages import Facts, Sentence, any_of
from odin_tui.narrator import Reader

MESSAGES = read_messages("odin")
ONLY_PASS = N_("You can only pass.")
WHICH_CARD = N_("Which card do you take, {cards}?")
HELP = (
    N_("Type a move: pass, or cards like B9 B5, then +R8 for the card you take."),
    N_("hand: what you hold. table: what lies there. scores: the points. sets: what you can play."),
)


def hand(view: View, reader: Reader) -> list[str]:
    """Return the reader's cards colour by colour, and the numbers held more than once."""
    tr, count = reader.tr, len(view.hand)
    if view.seat is None:
        return [tr.gettext("You watch, so you hold no cards.")]
    if not count:
        return [tr.gettext("You hold no cards.")]
    bits = view.hand.bits
    groups = (Cards(bits & group) for group in COLOUR_BITS.values() if bits & group)
    colours = comma_list(groups, tr)
    lines = [MESSAGES.say("hand", tr, count=count, cards=colours)]
    numbers = [Cards(bits & group) for group in NUMBER_BITS.values()]
    if several := comma_list((cards for cards in numbers if len(cards) > 1), tr):
        lines.append(tr.gettext("Same number: {cards}.").format(cards=several))
    return lines


def table(view: View, reader: Reader) -> list[str]:
    """Return what lies in the middle, how many cards everyone holds, and what is discarded."""
    tr = reader.tr
    where = MESSAGES.say("where", tr, hand=view.hand_no, round=view.round_no)
    lines = [where, _middle(view, reader)]
    if view.table and view.passes:
        lines.append(MESSAGES.say("passes", tr, passes=view.passes))
    left = comma_list((_of_seat(seat, count, reader) for seat, count in enumerate(view.counts)), tr)
    lines.append(tr.gettext("Cards left: {cards}.").format(cards=left))
    if reader.is_me(view.turn):
        lines.append(tr.gettext("It is your turn."))
    elif view.turn is not None:
        lines.append(tr.gettext("It is the turn of {name}.").format(name=reader.names[view.turn]))
    lines.append(_discarded(view, reader))
    return lines


def _middle(view: View, reader: Reader) -> str:
    if not view.table:
        leader = view.owner if view.turn is None else view.turn
        return MESSAGES.tell("middle-empty", reader, leader)
    value, code = VALUE[view.table.bits], "middle-set" if len(view.table) > 1 else "middle-card"
    return MESSAGES.tell(code, reader, view.owner, cards=view.table, value=value)


def _discarded(view: View, reader: Reader) -> str:
    count = len(view.discard)
    code = "valhalla-holds" if count else "valhalla-empty"
    return MESSAGES.say(code, reader.tr, count=count, cards=view.discard)


def scores(view: View, reader: Reader) -> list[str]:
    """Return everyone's points, the fewest first, and when the match ends."""
    order = sorted(range(len(reader.names)), key=lambda seat: (view.points[seat], seat))
    points = comma_list((_of_seat(seat, view.points[seat], reader) for seat in order), reader.tr)
    code, target = "points-of-match", view.options.target
    if target is None:
        code = "points-of-one-hand"
    return [MESSAGES.say(code, reader.tr, points=points, target=target)]


def goal(view: View, reader: Reader) -> list[str]:
    """Return when the match ends, and who wins it."""
    target = view.options.target
    code = "goal-of-one-hand" if target is None else "goal-of-match"
    return [MESSAGES.say(code, reader.tr, target=target)]


def prompt(view: View, reader: Reader) -> str:
    """Return what the reader can do now."""
    tr, size = reader.tr, len(view.table)
    if view.seat is None or view.seat != view.turn:
        return tr.gettext("It is not your turn.")
    if not size:
        whole = len(view.hand) > 1 and view.hand.bits in VALUE
        return MESSAGES.say("lead-one-or-all" if whole else "lead-one", tr)
    return MESSAGES.say(
        "beat-or-pass" if len(view.moves) > 1 else "only-pass",
        tr,
        cards=size,
        value=VALUE[view.table.bits],
        size=number_word(size, tr),
        more=number_word(size + 1, tr),
    )


def sets(view: View, reader: Reader) -> list[str]:
    """Return the sets that may be played now, the lowest first."""
    tr = reader.tr
    if view.seat is None or view.seat != view.turn:
        return [tr.gettext("It is not your turn.")]
    found = sorted(view.moves.sets, key=lambda cards: VALUE[cards.bits])
    if not found:
        return [tr.gettext(ONLY_PASS)]
    code = "sets-or-pass" if view.table else "sets"
    return [MESSAGES.say(code, tr, sets=comma_list(found, tr))]


def _move_code(move: Move) -> str:
    return "pass" if isinstance(move, Pass) else "play" if move.take is None else "play-and-take"


spoken, advice = MESSAGES.of_moves("spoken", _move_code), MESSAGES.of_moves("advice", _move_code)


def read_move(view: View, text: str, about: Play | None = None) -> Move:
    """Return a typed move; a card to take that can only be one need not be typed.

    Raises `Question` where the card to take has to be asked, and another `Refusal` for what is no
    move or cannot be played. `about` is the play an earlier question was about.
    """
    move = parse_move(text.removeprefix("+") if about else text)
    if isinstance(move, Pass):
        return move
    if about is not None and move.take is None and len(move.cards) == 1:
        (card,) = move.cards
        if card in view.table:
            return Play(about.cards, card)
    if move.take is not None or not view.table or move.cards == view.hand:
        return move
    takes = [Play(move.cards, card) for card in view.table]
    if takes[0] not in view.moves:
        raise why_not_play(view.hand.bits, view.table.bits, move)
    if len(takes) == 1:
        return takes[0]
    raise Question("which-card", about=move, cards=[str(card) for card in view.table])


def _of_seat(seat: int, number: int, reader: Reader) -> str:
    """Return a seat's number in a list, as in `Bo 3`."""
    if reader.is_me(seat):
        return reader.tr.gettext("you {number}").format(number=number)
    return reader.tr.gettext("{name} {number}").format(name=reader.names[seat], number=number)


TEXT = TextUI(
    help=HELP,
    hand=hand,
    table=table,
    scores=scores,
    goal=goal,
    prompt=prompt,
    moves=sets,
    spoken=spoken,
    advice=advice,
    read_move=read_move,
)


# -- sentences for codes -------------------------------------------------------------------


def number_word(number: int, tr: Translations) -> str:
    """Return a small number in letters, as in `two`."""
    return MESSAGES.word(str(number), tr)


def capitalized(sentence: str) -> str:
    """Return a sentence with a capital at its beginning; reasons begin with a small letter."""
    return sentence[:1].upper() + sentence[1:]


def _wrong_size(tr: Translations, facts: Facts) -> str:
    fewest, most = (number_word(facts[name], tr) for name in ("fewest", "most"))
    return tr.gettext("play {fewest} or {most} cards.").format(fewest=fewest, most=most)


def _take_a_card(tr: Translations, facts: Facts) -> str:
    cards = any_of((f"+{card}" for card in facts["cards"]), tr)
    return tr.gettext("say which card you take: {cards}.").format(cards=cards)


def _which_card(tr: Translations, facts: Facts) -> str:
    return tr.gettext(WHICH_CARD).format(cards=any_of(facts["cards"], tr))


REFUSALS: Mapping[str, Sentence] = {
    **MESSAGES.refusals,
    "wrong-size": _wrong_size,
    "take-a-card": _take_a_card,
    "which-card": _which_card,
}


# -- rules and lesson -----------------------------------------------------------------------


def topic_for(view: View | None) -> str:
    """Return the name of the topic that matters most in a position; None is before a match."""
    if view is None:
        return "goal"
    if view.outcome is not None:
        return "match"
    if view.results and not view.history:
        return "out"
    if view.seat is None or view.seat != view.turn:
        return "round"
    if not view.table:
        return "lead"
    return "follow" if len(view.moves) > 1 else "pass"


RULES = RulesPage(topics=read_rules("odin"), topic_for=topic_for)
LESSON = read_lesson("odin")
