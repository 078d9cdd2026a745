"""The last page of a match of any game: who has won and why, and the proof of the deal."""

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from odin_engine.chance import SeedCheck
from odin_engine.game import Outcome, Seat
from odin_server.hall import TableView
from odin_tui import fair_deals
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import listed, listed_seats, names_of
from odin_tui.drawing.standings import Standings
from odin_tui.languages import ENGLISH
from odin_tui.messages import outcome_text
from odin_tui.widgets.action_link import ActionLink

Drawing = Callable[[Any, tuple[str, ...], int, int], Canvas]
"""Draws the places of a match that is over: its view, the names, and the room there is."""


class StandingsTable(CanvasWidget):
    """One row for each seat, the winner first, as the room draws them."""

    DEFAULT_CSS = "StandingsTable { height: 1fr; }"

    table_view: reactive[TableView | None] = reactive(None)
    """The table whose match is over."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self._draw_rows = drawing

    def draw(self) -> Canvas:
        """Draw the places."""
        table = self.table_view
        if table is None or table.match is None or table.match.outcome is None:
            return Canvas(*self.size)
        return self._draw_rows(table.match, names_of(table), self.size.width, self.size.height)


class MatchEnd(Widget):
    """What every room shows at the end; the rows of the standings are the room's own."""

    DEFAULT_CSS = """
    MatchEnd { layout: vertical; padding: 1 2 0 2; }
    MatchEnd #winner { height: 1; text-style: bold; }
    MatchEnd #reason { height: 2; color: $quiet; }
    MatchEnd #proof { height: auto; min-height: 2; color: $quiet; }
    MatchEnd #proof.-broken { color: $foreground; text-style: bold; }
    MatchEnd #afterwards { height: 1; margin-bottom: 1; }
    MatchEnd ActionLink { margin: 0 2 0 0; }
    MatchEnd #again { width: 1fr; text-style: bold; }
    """

    def __init__(self, drawing: Drawing = Standings()) -> None:  # noqa: B008 - a frozen value
        super().__init__()
        self._drawing = drawing

    def compose(self) -> ComposeResult:
        yield Static(id="winner", markup=False)
        yield Static(id="reason", markup=False)
        yield StandingsTable(self._drawing)
        yield Static(id="proof", markup=False)
        with Horizontal(id="afterwards"):
            yield ActionLink("Play again", "rematch", id="rematch")
            yield ActionLink("Save record", "record", id="record")
            yield ActionLink("Home", "home", id="home")
            yield Static(id="again", markup=False)

    def show(self, table: TableView) -> None:
        """Show how the match ended."""
        outcome: Outcome | None = None if table.match is None else table.match.outcome
        if outcome is None:
            return
        self.query_one("#winner", Static).update(verdict(outcome, names_of(table), table.seat))
        self.query_one("#reason", Static).update(outcome_text(outcome, ENGLISH, table.game))
        proof = self.query_one("#proof", Static)
        proof.update(_proof(table))
        proof.set_class(table.seed_check is SeedCheck.DIFFERS, "-broken")
        self.query_one(StandingsTable).table_view = table
        again = self.query_one("#again", Static)
        again.update(said := wanting_more(table))
        again.display = bool(said)


def wanting_more(table: TableView) -> str:
    """Say who would play again, or for whom the reader waits; empty if nobody would."""
    names = names_of(table)
    people = [seat for seat in table.seats if seat.player is not None and not seat.is_bot]
    ready = [seat.seat for seat in people if seat.wish == "rematch"]
    others = [names[seat.seat] for seat in people if seat.seat not in ready]
    if table.seat in ready and others:
        return f"Waiting for {listed(others)}."
    if not ready or not others:
        return ""
    would = listed([names[seat] for seat in ready])
    return f"{would} {'want' if len(ready) > 1 else 'wants'} to play again."


def verdict(outcome: Outcome, names: tuple[str, ...], me: Seat | None) -> str:
    """Say who has won."""
    winners = outcome.winners
    if len(winners) > 1:
        return f"{listed_seats(names, winners, me)} share the win."
    return "You win the match!" if winners[0] == me else f"{names[winners[0]]} wins the match."


def _proof(table: TableView) -> str:
    """Say whether the deals were as promised, and what is promised for the next match."""
    following = table.next_commitment
    after = [] if following is None else [f"Next match: SHA-256 {fair_deals.short(following)}"]
    return "\n".join([*fair_deals.proof(table, ENGLISH), *after])
