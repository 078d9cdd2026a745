"""The last trick once more: the only one that may be looked at again."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from odin_engine.herrlof.sight import View
from odin_engine.herrlof.state import Trick
from odin_tui.drawing.canvas import Canvas
from odin_tui.herrlof.card_face import MARKS, SMALL, Style
from odin_tui.herrlof.lore import reminder
from odin_tui.herrlof.middle import Lying, draw_middle
from odin_tui.herrlof.painted import painted
from odin_tui.screens.screen import OdinModal

WIDTH = 56


class LastTrickScreen(OdinModal[None]):
    """Who laid what, who won it, and what its special cards do. Any key closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,v,q", "dismiss", "close"),
    ]
    DEFAULT_CSS = """
    LastTrickScreen { align: center middle; background: $background 60%; }
    LastTrickScreen > Static {
        width: auto; height: auto; max-width: 100%; max-height: 100%; padding: 0 1;
        border: round $foreground; background: $background;
    }
    """

    def __init__(self, view: View, names: tuple[str, ...], card_style: str) -> None:
        super().__init__()
        self._view, self._names, self._card_style = view, names, card_style

    def compose(self) -> ComposeResult:
        trick = self._view.last_trick
        page = Static(Content("") if trick is None else self._page(trick))
        page.border_title = "The last trick"
        yield page

    def _page(self, trick: Trick) -> Content:
        names = tuple(self._names[seat] for seat, _ in trick.laid)
        wins = None if trick.winner is None else (trick.winner - trick.leader) % len(trick.cards)
        kind = self._card_style
        style = Style(SMALL, MARKS[kind])
        picture: Canvas = draw_middle(Lying(trick.cards, names, wins, style=style), WIDTH, 8)
        lines = [picture.content(), painted(outcome_of(trick, self._names), kind)]
        lines += [
            Content.assemble(painted(f"{card} ", kind), (said, "$quiet"))
            for card in dict.fromkeys(trick.cards)
            if (said := reminder(card, len(trick.cards)))
        ]
        return Content("\n").join(lines)

    def on_click(self) -> None:
        """Close on any click."""
        self.dismiss()


def outcome_of(trick: Trick, names: tuple[str, ...]) -> str:
    """Say in a sentence what became of a trick."""
    where = f"Trick {trick.number} of round {trick.round_no}"
    led = f"{where}, led by {names[trick.leader]}".replace("You", "you")
    if trick.winner is None:
        return f"{led}: destroyed."
    winner = names[trick.winner].replace("You", "you")
    return f"{led}: {winner} won it with {dict(trick.laid)[trick.winner]}."
