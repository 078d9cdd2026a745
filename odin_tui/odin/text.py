"""Odin in words: in plain lines, in sentences for codes, in rules and a lesson."""

from collections.abc import Iterable, Mapping

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, Cards
from odin_engine.odin.moves import Move, Pass, Play, parse_move
from odin_engine.odin.rules import why_not_play
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.game_text import read_lesson, read_messages, read_rules
from odin_tui.game_ui import Question, RulesPage, TextUI
from odin_tui.languages import N_, Translations
from odin_tui.messages import Facts, Sentence, any_of
from odin_tui.narrator import Reader

MESSAGES = read_messages("odin")
NUMBERS = (
    N_("no"),
    N_("one"),
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)
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
    colours = _listed(Cards(bits & group) for group in COLOUR_BITS.values() if bits & group)
    text = tr.ngettext("You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", count)
    lines = [text.format(count=count, cards=colours)]
    numbers = [Cards(bits & group) for group in NUMBER_BITS.values()]
    if several := _listed(cards for cards in numbers if len(cards) > 1):
        lines.append(tr.gettext("Same number: {cards}.").format(cards=several))
    return lines


def table(view: View, reader: Reader) -> list[str]:
    """Return what lies in the middle, how many cards everyone holds, and what is discarded."""
    tr = reader.tr
    text = tr.gettext("Hand {hand}, round {round}.")
    lines = [text.format(hand=view.hand_no, round=view.round_no), _middle(view, reader)]
    if view.table and view.passes:
        text = tr.ngettext("{count} pass since.", "{count} passes since.", view.passes)
        lines.append(capitalized(text.format(count=number_word(view.passes, tr))))
    left = _listed(_of_seat(seat, count, reader) for seat, count in enumerate(view.counts))
    lines.append(tr.gettext("Cards left: {cards}.").format(cards=left))
    if reader.is_me(view.turn):
        lines.append(tr.gettext("It is your turn."))
    elif view.turn is not None:
        lines.append(tr.gettext("It is the turn of {name}.").format(name=reader.names[view.turn]))
    lines.append(_discarded(view, reader))
    return lines


def _middle(view: View, reader: Reader) -> str:
    tr = reader.tr
    if not view.table:
        leader = view.owner if view.turn is None else view.turn
        if reader.is_me(leader):
            return tr.gettext("Nothing lies in the middle; you to lead.")
        text = tr.gettext("Nothing lies in the middle; {name} to lead.")
        return text.format(name=reader.names[leader])
    mine = reader.is_me(view.owner)
    if len(view.table) > 1:
        text = (
            tr.gettext("In the middle: {cards}, worth {value}, played by you.")
            if mine
            else tr.gettext("In the middle: {cards}, worth {value}, played by {name}.")
        )
    else:
        text = (
            tr.gettext("In the middle: {cards}, played by you.")
            if mine
            else tr.gettext("In the middle: {cards}, played by {name}.")
        )
    value, name = VALUE[view.table.bits], reader.names[view.owner]
    return text.format(cards=view.table, value=value, name=name)


def _discarded(view: View, reader: Reader) -> str:
    tr, count = reader.tr, len(view.discard)
    if not count:
        return tr.gettext("Valhalla holds 0 cards.")
    return tr.ngettext(
        "Valhalla holds {count} card: {cards}.", "Valhalla holds {count} cards: {cards}.", count
    ).format(count=count, cards=view.discard)


def scores(view: View, reader: Reader) -> list[str]:
    """Return everyone's points, the fewest first, and when the match ends."""
    order = sorted(range(len(reader.names)), key=lambda seat: (view.points[seat], seat))
    points = _listed(_of_seat(seat, view.points[seat], reader) for seat in order)
    target = view.options.target
    if target is None:
        text = reader.tr.gettext("Points: {points}. The match is one hand.")
        return [text.format(points=points)]
    text = reader.tr.gettext("Points: {points}. The match ends at {target}; the fewest win.")
    return [text.format(points=points, target=target)]


def prompt(view: View, reader: Reader) -> str:
    """Return what the reader can do now."""
    tr = reader.tr
    if view.seat is None or view.seat != view.turn:
        return tr.gettext("It is not your turn.")
    if not view.table:
        if len(view.hand) > 1 and view.hand.bits in VALUE:
            return tr.gettext("Your turn: lead one card, or all, since they are one set.")
        return tr.gettext("Your turn: lead one card.")
    size, only_pass = len(view.table), len(view.moves) == 1
    if only_pass:
        text = tr.ngettext(
            "Your turn: beating {value} needs one card above {value} or any pair; "
            "you can only pass.",
            "Your turn: beating {value} needs {size} or {more} cards above {value}; "
            "you can only pass.",
            size,
        )
    else:
        text = tr.ngettext(
            "Your turn: play one card above {value} or any pair, or pass.",
            "Your turn: play {size} or {more} cards above {value}, or pass.",
            size,
        )
    more = number_word(size + 1, tr)
    return text.format(value=VALUE[view.table.bits], size=number_word(size, tr), more=more)


def sets(view: View, reader: Reader) -> list[str]:
    """Return the sets that may be played now, the lowest first."""
    tr = reader.tr
    if view.seat is None or view.seat != view.turn:
        return [tr.gettext("It is not your turn.")]
    found = sorted(view.moves.sets, key=lambda cards: VALUE[cards.bits])
    if not found:
        return [tr.gettext("You can only pass.")]
    if view.table:
        text = tr.gettext("You can play {sets}, or pass.")
    else:
        text = tr.gettext("You can play {sets}.")
    return [text.format(sets=_listed(found))]


def spoken(move: Move, reader: Reader) -> str:
    """Return a move as a player would say it, as in `play B9 B5 and take R8`."""
    if isinstance(move, Pass):
        return reader.tr.pgettext("a move", "pass")
    if move.take is None:
        return reader.tr.gettext("play {cards}").format(cards=move.cards)
    text = reader.tr.gettext("play {cards} and take {card}")
    return text.format(cards=move.cards, card=move.take)


def advice(move: Move, reader: Reader) -> str:
    """Return what a good player would do, as a sentence."""
    template = advice_template(move, reader.tr)
    return template if isinstance(move, Pass) else template.format(cards=move.cards, card=move.take)


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


def _listed(items: Iterable[object]) -> str:
    return ", ".join(map(str, items))


TEXT = TextUI(
    help=HELP,
    hand=hand,
    table=table,
    scores=scores,
    prompt=prompt,
    moves=sets,
    spoken=spoken,
    advice=advice,
    read_move=read_move,
)


# -- sentences for codes -------------------------------------------------------------------


def number_word(number: int, tr: Translations) -> str:
    """Return a small number in letters, as in `two`."""
    return tr.gettext(NUMBERS[number])


def capitalized(sentence: str) -> str:
    """Return a sentence with a capital at its beginning; reasons begin with a small letter."""
    return sentence[:1].upper() + sentence[1:]


def advice_template(move: Move, tr: Translations) -> str:
    """Return what a good player would do, with `{cards}` and `{card}` for what is played."""
    if isinstance(move, Pass):
        return tr.gettext("A Konung would pass.")
    if move.take is None:
        return tr.gettext("A Konung would play {cards}.")
    return tr.gettext("A Konung would play {cards} and take {card}.")


def _not_held(tr: Translations, facts: Facts) -> str:
    return tr.gettext("you do not hold {cards}.").format(cards=" ".join(facts["cards"]))


def _wrong_size(tr: Translations, facts: Facts) -> str:
    fewest, most = (number_word(facts[name], tr) for name in ("fewest", "most"))
    return tr.gettext("{fewest} or {most} cards are needed.").format(fewest=fewest, most=most)


def _take_a_card(tr: Translations, facts: Facts) -> str:
    cards = any_of((f"+{card}" for card in facts["cards"]), tr)
    return tr.gettext("say which card you take: {cards}.").format(cards=cards)


def _which_card(tr: Translations, facts: Facts) -> str:
    cards = any_of(facts["cards"], tr)
    return tr.gettext("Which card do you take, {cards}?").format(cards=cards)


REFUSALS: Mapping[str, Sentence] = {
    **MESSAGES.refusals,
    "not-held": _not_held,
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
