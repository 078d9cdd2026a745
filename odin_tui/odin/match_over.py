"""The end of a match: places, points, and the story of the hands in bars."""

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from odin_engine.chance import Seed, keeps_promise
from odin_engine.odin.sight import View
from odin_server.hall import TableView
from odin_tui.odin.canvas import Canvas
from odin_tui.odin.drawn import Drawn
from odin_tui.odin.points_chart import bar, hands_of, scale_of
from odin_tui.odin.seating import listed, names_of, points_word
from odin_tui.widgets.verb import Verb


class Standings(Drawn):
    """One row for each seat, the winner first."""

    DEFAULT_CSS = "Standings { height: 1fr; }"

    table_view: reactive[TableView | None] = reactive(None)
    """The table whose match is over."""

    def draw(self) -> Canvas:
        """Draw the places."""
        table = self.table_view
        if table is None or table.match is None or table.match.outcome is None:
            return Canvas(*self.size)
        return draw_places(table.match, names_of(table), self.size.width, self.size.height)


class MatchOver(Widget):
    """The last page of a match."""

    DEFAULT_CSS = """
    MatchOver { layout: vertical; padding: 1 2 0 2; }
    MatchOver #winner { height: 1; text-style: bold; }
    MatchOver #reason { height: 2; color: $quiet; }
    MatchOver #proof { height: 2; color: $quiet; }
    MatchOver #afterwards { height: 1; margin-bottom: 1; }
    MatchOver Verb { margin: 0 2 0 0; }
    """

    def compose(self) -> ComposeResult:
        yield Static(id="winner", markup=False)
        yield Static(id="reason", markup=False)
        yield Standings()
        yield Static(id="proof", markup=False)
        with Horizontal(id="afterwards"):
            yield Verb("Play again", "rematch", id="rematch")
            yield Verb("Save record", "record", id="record")
            yield Verb("Home", "home", id="home")

    def show(self, table: TableView) -> None:
        """Show how the match ended."""
        view: View | None = table.match
        if view is None or view.outcome is None:
            return
        names = names_of(table)
        self.query_one("#winner", Static).update(_verdict(view, names))
        self.query_one("#reason", Static).update(view.outcome.reason)
        self.query_one("#proof", Static).update(_proof(table))
        self.query_one(Standings).table_view = table


def _verdict(view: View, names: tuple[str, ...]) -> str:
    assert view.outcome is not None  # noqa: S101 - shown only when there is one
    winners = [names[seat] for seat in view.outcome.winners]
    if len(winners) > 1:
        return f"{listed(winners)} share the win."
    return "You win the match!" if winners == ["You"] else f"{winners[0]} wins the match."


def _proof(table: TableView) -> str:
    if table.seed is None:
        return ""
    if table.seed_given:
        return "The seed of this match was chosen when the table was opened."
    if keeps_promise(Seed(bytes.fromhex(table.seed)), table.commitment):
        return f"Seed {table.seed} is the one that was promised before the first card."
    return f"Seed {table.seed} is not the one that was promised."


def draw_places(view: View, names: tuple[str, ...], width: int, height: int) -> Canvas:
    """Draw the seats by their place, each with its points and the bar of its hands."""
    canvas = Canvas(width, height)
    if view.outcome is None:
        return canvas
    order = sorted(range(view.seats), key=lambda seat: (view.outcome.places[seat], seat))  # type: ignore[union-attr]
    step = 2 if height >= 2 * view.seats else 1
    name_width = min(max(map(len, names)), 16)
    bar_width = max(min(width - name_width - 22, 80), 0)
    for place, seat in enumerate(order):
        y, ink = place * step, "bold" if view.outcome.places[seat] == 1 else ""
        canvas.put(0, y, f"{view.outcome.places[seat]}.", ink)
        canvas.put(4, y, set_cell_size(names[seat], name_width), ink)
        canvas.put(6 + name_width, y, f"{points_word(view.points[seat]):>10}", ink)
        canvas.put_content(18 + name_width, y, bar(hands_of(view, seat), scale_of(view), bar_width))
    return canvas
