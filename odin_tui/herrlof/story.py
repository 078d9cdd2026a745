"""What has happened around the trick, one short line for each turn that everyone saw."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.herrlof.cards import VALKNUT, Card
from odin_engine.herrlof.moves import Bury, Draw, Play, Predict, Return, Skip, Steal
from odin_engine.herrlof.state import HiddenMove, Trick, Turn
from odin_engine.herrlof.view import View
from odin_tui.drawing.names import inside
from odin_tui.herrlof.card_face import SHAPES, Marks, chip, chips


def ends_at(view: View) -> int:
    """Say after how many turns of the history the last trick was over; 0 if there was none."""
    if view.last_trick is None:
        return 0
    history, seats = view.history, view.seats
    laid = [number for number, turn in enumerate(history) if isinstance(turn.move, Play)]
    if len(laid) < seats:
        return 0
    end = laid[seats - 1] + 1
    if view.last_trick.cards[-1].number == 3 and end < len(history):
        swapper = history[end - 1].seat
        if history[end].seat == swapper and isinstance(history[end].move, Skip):
            return end + 1
        if history[end].seat == swapper and isinstance(history[end].move, Draw):
            return end + 2
    return end


def turns_trump(cards: Sequence[Card]) -> bool:
    """Tell whether a new trump is turned up because of a trick: a second Valknut lies in it."""
    return cards.count(VALKNUT) > 1


def takes_trick(trick: Trick | None) -> bool:
    """Tell whether what is stolen after a trick is a trick: a 1 has won it."""
    return winning_number(trick) == 1


def winning_number(trick: Trick | None) -> int:
    """Give the number of the card that won a trick; 0 for none."""
    if trick is None or trick.winner is None:
        return 0
    return dict(trick.laid)[trick.winner].number


def lines(view: View, names: Sequence[str], marks: Marks = SHAPES) -> list[Content]:
    """Tell the last trick in a line, and then what happened after it."""
    told = list(_last(view, names, marks))
    for turn in view.history[ends_at(view) :]:
        said = _deed(turn, names, marks, me=view.seat, tricks=takes_trick(view.last_trick))
        if said is not None:
            told.append(Content.assemble((f"{names[turn.seat]} ", "$quiet"), said))
    return told


def _last(view: View, names: Sequence[str], marks: Marks) -> Iterator[Content]:
    trick = view.last_trick
    if trick is None or trick.round_no != view.round_no:
        return
    cards = chips(trick.cards, "", marks)
    if trick.winner is None:
        fate = "destroyed"
    else:
        fate = "yours" if trick.winner == view.seat else f"to {names[trick.winner]}"
    yield Content.assemble(cards, (f" {fate}", "$quiet"))
    if turns_trump(trick.cards):
        yield Content.assemble(("turned up ", "$quiet"), chip(view.trump_card, "", marks))


def _deed(  # noqa: C901, PLR0911 - one for each kind of move
    turn: Turn, names: Sequence[str], marks: Marks, *, me: Seat | None, tricks: bool
) -> Content | None:
    def with_card(verb: str, card: Card | None) -> Content:
        return Content.assemble(verb, *((" ", chip(card, "", marks)) if card else ()))

    match turn.move:
        case Play(card):
            return chip(card, "", marks)
        case Predict() | HiddenMove.PREDICTED:
            return None
        case Draw():
            return with_card("drew", turn.card)
        case Bury(card):
            return with_card("buried", card)
        case HiddenMove.BURIED:
            return Content("buried a card")
        case Return(card):
            return with_card("gave back", card)
        case HiddenMove.RETURNED:
            return Content("gave a card back")
        case Steal(victim):
            what = Content("a trick" if tricks else "a card")
            if turn.card is not None:
                what = chip(turn.card, "", marks)
            return Content.assemble("took ", what, f" from {inside(names, victim, me)}")
    return Content("let it be")
