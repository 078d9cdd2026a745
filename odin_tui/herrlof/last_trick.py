"""The last trick once more: the only one that may be looked at again."""

from textual.content import Content

from odin_engine.game import Seat
from odin_engine.herrlof.state import Trick
from odin_engine.herrlof.view import View
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.names import inside
from odin_tui.herrlof.card_face import MARKS, SMALL, Style
from odin_tui.herrlof.card_hints import reminder
from odin_tui.herrlof.middle import TableCards, draw_middle
from odin_tui.herrlof.painted import painted
from odin_tui.screens.lookup import LookupScreen

WIDTH = 56


class LastTrickScreen(LookupScreen):
    """Who laid what, who won it, and what its special cards do."""

    def __init__(self, view: View, names: tuple[str, ...], card_style: str) -> None:
        trick = view.last_trick
        page = Content("") if trick is None else page_of(trick, names, card_style, view.seat)
        super().__init__("The last trick", page)


def page_of(
    trick: Trick, names: tuple[str, ...], card_style: str, me: Seat | None = None
) -> Content:
    """Draw a trick, and say what became of it."""
    laid = tuple(names[seat] for seat, _ in trick.laid)
    wins = None if trick.winner is None else (trick.winner - trick.leader) % len(trick.cards)
    style = Style(SMALL, MARKS[card_style])
    picture: Canvas = draw_middle(TableCards(trick.cards, laid, wins, style=style), WIDTH, 8)
    lines = [picture.content(), painted(outcome_of(trick, names, me), card_style)]
    lines += [
        Content.assemble(painted(f"{card} ", card_style), (said, "$quiet"))
        for card in dict.fromkeys(trick.cards)
        if (said := reminder(card, len(trick.cards)))
    ]
    return Content("\n").join(lines)


def outcome_of(trick: Trick, names: tuple[str, ...], me: Seat | None = None) -> str:
    """Say in a sentence what became of a trick."""
    where = f"Trick {trick.number} of round {trick.round_no}"
    led = f"{where}, led by {inside(names, trick.leader, me)}"
    if trick.winner is None:
        return f"{led}: destroyed."
    return f"{led}: {inside(names, trick.winner, me)} won it with {dict(trick.laid)[trick.winner]}."
