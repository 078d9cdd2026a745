"""What one can do now, what the chosen cards are worth, and why not."""

from collections.abc import Mapping, Sequence

from textual.content import Content

from odin_engine.odin.cards import Colour
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.drawing.names import shortened
from odin_tui.languages import ENGLISH
from odin_tui.messages import reason_text
from odin_tui.odin.card_face import SHAPES, chip, chips
from odin_tui.odin.intent import Intent

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def task(view: View, names: Sequence[str], intent: Intent, width: int = 80) -> Content:
    """Say whose turn it is, and what that means for the reader, in the room there is."""
    if view.turn is None:
        return Content("The match is over.")
    if not intent.my_turn:
        name = shortened(names[view.turn], width - len(" is to move."))
        return Content.assemble((f"{name} ", "bold"), "is to move.")
    if intent.taking:
        return _yours("take one of the cards you beat")
    if not view.table:
        if len(view.hand) < 2 or view.hand not in view.moves.sets:
            return _yours("lead any one card")
        return _fitting(width, "lead any one card or your whole hand", "lead one card, or all")
    return _to_follow(view, width)


def _to_follow(view: View, width: int) -> Content:
    """Say what answers the set in the middle."""
    size, value = len(view.table), VALUE[view.table.bits]
    if not view.moves.sets:
        return _fitting(width, f"nothing you hold beats {value}, so pass", "you can only pass")
    alike = "one card" if size == 1 else f"a set of {COUNTS[size]}"
    return _fitting(
        width,
        f"{alike} above {value}, any set of {COUNTS[size + 1]}, or pass",
        f"{COUNTS[size]} above {value}, {COUNTS[size + 1]}, or pass",
    )


def _fitting(width: int, *ways: str) -> Content:
    """Say the first of these that fits, or the last."""
    said = map(_yours, ways)
    return next((way for way in said if way.cell_length <= width), _yours(ways[-1]))


def preview(
    view: View, intent: Intent, marks: Mapping[Colour, str] = SHAPES, width: int = 80
) -> Content:
    """Say what the chosen cards would do, or why they cannot be played, in the room there is.

    Where it is short, the cards are not named: they stand out from the hand below.
    """
    if not intent.chosen:
        return _idle(view, intent)
    cards = chips(intent.chosen, "bold", marks)
    if (why_not := intent.why_not) is not None:
        why = reason_text(why_not, ENGLISH, "odin")
        full, brief = Content.assemble(cards, ": ", why), Content(why)
    else:
        worth, then = _worth(intent), _then(intent, marks)
        full = Content.assemble(cards, worth, then)
        brief = Content.assemble(worth.removeprefix(" "), then)
    return full if full.cell_length <= width else brief


def _then(intent: Intent, marks: Mapping[Colour, str]) -> Content:
    """Say what playing the chosen cards leads to."""
    if not intent.my_turn:
        return Content.styled(" · when it is your turn", "$quiet")
    if intent.goes_out:
        return Content.styled(" · and you are out!", "bold")
    if intent.take is not None:
        return Content.assemble(" · and you take ", chip(intent.take, "bold", marks))
    if not intent.takes:
        return Content("")
    cards = Content(" or ").join(chip(card, "", marks) for card in intent.takes)
    return Content.assemble(" · then take " if len(intent.takes) > 1 else " · you take ", cards)


def _yours(what: str) -> Content:
    return Content.assemble(("Your turn: ", "bold $your-turn"), what)


def _worth(intent: Intent) -> str:
    value = VALUE[intent.chosen.bits]
    worth = f" = {value}" if len(intent.chosen) > 1 else ""
    return f"{worth} beats {VALUE[intent.table.bits]}" if intent.table else worth


def _idle(view: View, intent: Intent) -> Content:
    sets = len(intent.sets) if intent.my_turn and view.table else 0
    if not sets:
        return Content("")
    said = "1 set can be played" if sets == 1 else f"{sets} sets can be played"
    return Content.styled(said, "$quiet")
