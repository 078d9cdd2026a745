"""What the player can do now, and what the chosen cards would do or why they cannot be played."""

from collections.abc import Mapping

from rich.cells import cell_len
from textual.content import Content

from odin_engine.odin.cards import Colour
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.drawing.names import shortened
from odin_tui.languages import N_, Translations
from odin_tui.languages.styled import fill
from odin_tui.messages import reason_text
from odin_tui.narrator import Reader
from odin_tui.odin.cards import SHAPES, chip, chips
from odin_tui.odin.intent import Intent
from odin_tui.odin.messages import number_word

YOUR_TURN = N_("Your turn:")
TAKE_ONE = N_("{your_turn} take one of the cards you beat")
SOMEBODY_MOVES = N_("{name} is to move.")


def task(view: View, reader: Reader, intent: Intent, width: int = 80) -> Content:
    """Return whose turn it is and what the reader has to do, in so many cells."""
    tr = reader.tr
    if view.turn is None:
        return Content(tr.gettext("The match is over."))
    if not intent.my_turn:
        name, template = reader.names[view.turn], tr.gettext(SOMEBODY_MOVES)
        short = shortened(name, width - cell_len(template.format(name="")))
        return fill(template, name=Content.styled(short, "bold"))
    if intent.taking:
        ways = tr.gettext(TAKE_ONE), tr.gettext("{your_turn} take a card")
        return _first_that_fits(width, ways, tr)
    if view.table:
        return _first_that_fits(width, _to_follow(view, tr), tr)
    if len(view.hand) < 2 or view.hand not in view.moves.sets:
        return _your_turn(tr.gettext("{your_turn} lead any one card"), tr)
    ways = (
        tr.gettext("{your_turn} lead any one card or your whole hand"),
        tr.gettext("{your_turn} lead one card, or all"),
    )
    return _first_that_fits(width, ways, tr)


def _to_follow(view: View, tr: Translations) -> tuple[str, ...]:
    """Return what beats the set in the middle, in more and in fewer words."""
    size, value = len(view.table), VALUE[view.table.bits]
    if not view.moves.sets:
        full = tr.gettext("{your_turn} nothing you hold beats {value}, so pass")
        brief = tr.gettext("{your_turn} you can only pass")
    else:
        full = tr.ngettext(
            "{your_turn} one card above {value}, any set of {more}, or pass",
            "{your_turn} a set of {size} above {value}, any set of {more}, or pass",
            size,
        )
        brief = tr.ngettext(
            "{your_turn} {size} above {value}, {more}, or pass",
            "{your_turn} {size} above {value}, {more}, or pass",
            size,
        )
    facts = {
        "your_turn": "{your_turn}",
        "value": value,
        "size": number_word(size, tr),
        "more": number_word(size + 1, tr),
    }
    return full.format(**facts), brief.format(**facts)


def _first_that_fits(width: int, templates: tuple[str, ...], tr: Translations) -> Content:
    """Return the first sentence that has at most so many cells, or the last."""
    *longer, shortest = (_your_turn(template, tr) for template in templates)
    return next((way for way in longer if way.cell_length <= width), shortest)


def _your_turn(template: str, tr: Translations) -> Content:
    return fill(template, your_turn=Content.styled(tr.gettext(YOUR_TURN), "bold $your-turn"))


def preview(
    view: View,
    intent: Intent,
    tr: Translations,
    marks: Mapping[Colour, str] = SHAPES,
    width: int = 80,
) -> Content:
    """Return what the chosen cards would do, or why they cannot be played, in so many cells.

    Where it is too long, the cards are not named: they stand out from the hand below.
    """
    if not intent.chosen:
        return _sets_to_choose(view, intent, tr)
    cards = chips(intent.chosen, "bold", marks)
    if (why_not := intent.why_not) is not None:
        reason = reason_text(why_not, tr, "odin")
        full, brief = fill(tr.gettext("{cards}: {reason}"), cards=cards, reason=reason), reason
        return full if full.cell_length <= width else Content(brief)
    then = _consequence(intent, tr, marks)
    ways = [fill(way, cards=cards) for way in _values(intent, tr)]
    if then is not None:
        both = tr.gettext("{play} · {then}")
        ways = [fill(both, play=way, then=then) if way else then for way in ways]
    return ways[0] if ways[0].cell_length <= width else ways[1]


def _values(intent: Intent, tr: Translations) -> tuple[str, str]:
    """Return what the chosen cards are worth and beat, with the cards and without them."""
    several, follows = len(intent.chosen) > 1, bool(intent.table)
    if several and follows:
        ways = tr.gettext("{cards} = {value} beats {table}"), tr.gettext("= {value} beats {table}")
    elif several:
        ways = tr.gettext("{cards} = {value}"), tr.gettext("= {value}")
    elif follows:
        ways = tr.gettext("{cards} beats {table}"), tr.gettext("beats {table}")
    else:
        ways = "{cards}", ""
    facts = {
        "cards": "{cards}",
        "value": VALUE[intent.chosen.bits],
        "table": VALUE.get(intent.table.bits, 0),
    }
    return ways[0].format(**facts), ways[1].format(**facts)


def _consequence(intent: Intent, tr: Translations, marks: Mapping[Colour, str]) -> Content | None:
    """Return what follows from playing the chosen cards; None if there is nothing to add."""
    if not intent.my_turn:
        return Content.styled(tr.gettext("when it is your turn"), "$quiet")
    if intent.goes_out:
        return Content.styled(tr.gettext("and you are out!"), "bold")
    if intent.take is not None:
        return fill(tr.gettext("and you take {card}"), card=chip(intent.take, "bold", marks))
    if not intent.takes:
        return None
    cards = Content(tr.gettext(" or ")).join(chip(card, "", marks) for card in intent.takes)
    if len(intent.takes) > 1:
        return fill(tr.gettext("then take {cards}"), cards=cards)
    return fill(tr.gettext("you take {card}"), card=cards)


def _sets_to_choose(view: View, intent: Intent, tr: Translations) -> Content:
    count = len(intent.sets) if intent.my_turn and view.table else 0
    if not count:
        return Content("")
    text = tr.ngettext("{count} set can be played", "{count} sets can be played", count)
    return Content.styled(text.format(count=count), "$quiet")
