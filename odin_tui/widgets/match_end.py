"""The last page of a match of any game: who has won and why, and the proof of the deal."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widgets import Static

from odin_engine.chance import SeedCheck
from odin_engine.game import Outcome, Seat
from odin_server.hall import TableView
from odin_tui import fair_deals
from odin_tui.drawing.canvas import Canvas
from odin_tui.drawing.large_names import ROWS, enlarged, large_name
from odin_tui.drawing.names import listed, names_of
from odin_tui.drawing.pixel_art import pictures
from odin_tui.drawing.standings import Standings
from odin_tui.drawing.surfaces import draw_oak
from odin_tui.languages import ENGLISH, N_, Translations
from odin_tui.languages.session import translations_of
from odin_tui.messages import outcome_text
from odin_tui.narrator import Reader, most_points, shared_win
from odin_tui.widgets.action_link import ActionLink
from odin_tui.widgets.late_page import LatePage
from odin_tui.widgets.motion import Motion, MovingWidget

Drawing = Callable[[Any, tuple[str, ...], int, int, Translations], Canvas]
"""Draws the standings from a view, names, a width, a height and a language."""


MARGIN, RIM = 2, 1
"""The columns at both sides of the standings, and the rows of the edge of the table."""
NAME_ROWS, TARGET_ROWS = 2, 1
"""The rows around the name of the winner, and of the number above the line of the target."""


WAYS = {
    "rematch": N_("Play again"),
    "report": N_("Where did I go wrong?"),
    "replay": N_("Replay"),
    "record": N_("Save record"),
    "home": N_("Home"),
}
"""What the words below the standings say, by the actions they stand for."""
SPARKS, SPARKS_GAP = 6, 3
"""The frames of sparks beside the winner's name, and the columns between them and the name."""
CELEBRATION = Motion(SPARKS, 0.08, reduced=3)


class StandingsTable(MovingWidget):
    """The winner's name in large letters, and one row for each seat, the winner first."""

    DEFAULT_CSS = "StandingsTable { height: 1fr; }"

    table_view: reactive[TableView | None] = reactive(None)
    """The table whose match is over."""

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self._draw_rows = drawing

    def draw(self) -> Canvas:
        """Draw the places on the table."""
        width, height = self.size
        canvas = draw_oak(width, height).cut(0, 0, width, height)
        table = self.table_view
        if table is None or table.match is None or table.match.outcome is None:
            return canvas
        tr = translations_of(self)
        names, room = names_of(table, tr), width - 2 * MARGIN
        spare = height - RIM - NAME_ROWS - TARGET_ROWS - len(names)
        winners = table.match.outcome.winners
        name = self._winner(table, winners, room, spare)
        head = 0 if name is None else name.height + NAME_ROWS
        rows = self._draw_rows(table.match, names, room, height - RIM - head, tr)
        top = RIM + max((height - RIM - head - rows.height) // 3, 0)
        if name is not None:
            canvas.paste((width - name.width) // 2, top + 1, name)
            self._draw_sparks(canvas, name, top + 1)
        canvas.paste(max((width - rows.width) // 2, MARGIN), top + head, rows)
        return canvas

    def _winner(
        self, table: TableView, winners: Sequence[int], width: int, height: int
    ) -> Canvas | None:
        """Return the name of the only winner in large letters, if there is room for it."""
        if len(winners) > 1:
            return None
        ink = "$your-turn" if winners[0] == table.seat else "$foreground"
        names = names_of(table, translations_of(self))
        large = height >= 2 * ROWS + 3 * len(names)
        room = names[winners[0]], width, height if large else min(height, ROWS)
        bright, dim = large_name(*room, ink), large_name(*room, "$line")
        if self.step is None or bright is None or dim is None:
            return bright
        # Light runs over the letters, from the left to the right.
        lit = Canvas(bright.width, bright.height)
        lit.paste(0, 0, dim)
        lit.paste(0, 0, bright.cut(0, 0, bright.width * (self.step + 1) // SPARKS, bright.height))
        return lit

    def _draw_sparks(self, canvas: Canvas, name: Canvas, y: int) -> None:
        """Draw sparks at both sides of a name, as large as its letters."""
        if self.step is None:
            return
        scale = 2 if name.height > ROWS else 1
        sprite = enlarged(pictures("sparks")[str(self.step + 1)], scale)
        inks = {"#": "$foreground", "+": "$quiet"}
        away = name.width // 2 + SPARKS_GAP
        for x in (canvas.width // 2 - away - len(sprite[0]), canvas.width // 2 + away):
            if 0 <= x <= canvas.width - len(sprite[0]):
                canvas.draw_pixels(x, 2 * y, sprite, inks)


class MatchEnd(LatePage):
    """The page after the match; a game may draw the standings its own way."""

    DEFAULT_CSS = """
    MatchEnd { layout: vertical; }
    MatchEnd #winner { height: 1; padding: 0 1; text-style: bold; }
    MatchEnd #reason { height: auto; max-height: 2; padding: 0 2; }
    MatchEnd #proof { height: auto; padding: 0 2; color: $quiet; }
    MatchEnd #proof.-broken { color: $foreground; text-style: bold; }
    MatchEnd .actions { height: 1; padding: 0 1; }
    MatchEnd ActionLink { margin: 0 1 0 0; }
    MatchEnd #again { width: 1fr; text-style: bold; }
    """

    def __init__(self, drawing: Drawing = Standings()) -> None:  # noqa: B008 - a frozen value
        super().__init__()
        self._standings = StandingsTable(drawing)
        self._table: TableView | None = None

    def compose_page(self) -> ComposeResult:
        yield Static(id="winner", markup=False)
        yield self._standings
        yield Static(id="reason", markup=False)
        yield Static(id="proof", markup=False)
        # In two rows, which 80 columns have room for in longer languages too.
        with Horizontal(classes="actions"):
            for name in ("rematch", "report", "replay"):
                yield ActionLink(WAYS[name], name, main=name == "rematch", id=name)
        with Horizontal(classes="actions"):
            for name in ("record", "home"):
                yield ActionLink(WAYS[name], name, id=name)
            yield Static(id="again", markup=False)

    def celebrate(self, animations: str) -> None:
        """Have the winner seen."""
        self._standings.move(CELEBRATION, animations)

    def finish(self) -> None:
        """Show the end of whatever is moving."""
        self._standings.finish()

    def show(self, table: TableView) -> None:
        """Show how the match ended, once it has."""
        self._table = table
        if self.is_made:
            self.fill()

    def fill(self) -> None:
        """Show how the match ended in every widget."""
        table = self._table
        outcome: Outcome | None = None
        if table is not None and table.match is not None:
            outcome = table.match.outcome
        if table is None or outcome is None:
            return
        tr = translations_of(self)
        for link in self.query(ActionLink):
            link.say(tr.gettext(WAYS[str(link.id)]))
        self.query_one("#rematch").display = not table.tournament
        winner = verdict(outcome, names_of(table, tr), table.seat, tr)
        self.query_one("#winner", Static).update(winner)
        who = most_points(outcome, Reader(names_of(table, tr), table.seat, tr))
        self.query_one("#reason", Static).update(outcome_text(outcome, tr, table.game, who))
        proof = self.query_one("#proof", Static)
        proof.update(self._proof(table, tr))
        proof.set_class(table.seed_check is SeedCheck.DIFFERS, "-broken")
        self._standings.table_view = table
        again = self.query_one("#again", Static)
        again.update(said := wanting_more(table, tr))
        again.display = bool(said)

    def _proof(self, table: TableView, tr: Translations) -> str:
        """Say whether the seed fits its commitment, and the commitment of the next match."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - the app imports its screens

        key = self.app.key_of("table.deals") if isinstance(self.app, OdinApp) else ""
        lines = fair_deals.proof_in_short(table, key, tr)
        if table.next_commitment is not None:
            digits = fair_deals.short(table.next_commitment)
            lines.append(tr.gettext("Next match: fair deal {digits}").format(digits=digits))
        return "\n".join(lines)


def wanting_more(table: TableView, tr: Translations = ENGLISH) -> str:
    """Return who wants to play again, or who the reader waits for; empty if there is nobody."""
    names = names_of(table, tr)
    people = [seat for seat in table.seats if seat.player is not None and not seat.is_bot]
    ready = [seat.seat for seat in people if seat.vote == "rematch"]
    others = [names[seat.seat] for seat in people if seat.seat not in ready]
    if table.seat in ready and others:
        return tr.gettext("Waiting for {names}.").format(names=listed(others, tr))
    if not ready or not others:
        return ""
    would = listed([names[seat] for seat in ready], tr)
    text = tr.ngettext("{names} wants to play again.", "{names} want to play again.", len(ready))
    return text.format(names=would)


def verdict(
    outcome: Outcome, names: tuple[str, ...], me: Seat | None, tr: Translations = ENGLISH
) -> str:
    """Say who has won."""
    winners = outcome.winners
    if len(winners) > 1:
        return shared_win(winners, Reader(names, me, tr))
    if winners[0] == me:
        return tr.gettext("You win the match!")
    return tr.gettext("{name} wins the match.").format(name=names[winners[0]])
