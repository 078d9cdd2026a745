"""What a player has achieved, by game and by the strongest bot at the table, with charts."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from odin_engine.bots import LEVELS
from odin_engine.games import GAMES
from odin_server.hall import FinishedMatch, Player
from odin_tui.achievements import PEOPLE, Tally, own_seat, tallies
from odin_tui.bots_text import bot_title
from odin_tui.keys import binding
from odin_tui.languages import ENGLISH
from odin_tui.screens.screen import OdinScreen
from odin_tui.widgets.footer import KeyFooter

NOTHING = (
    "No match has been finished yet.\n\nGo back and choose Play now: a table with bots opens, "
    "and when its match is over you will find it here, with your wins and your points."
)
STEPS = " ▁▂▃▄▅▆▇█"
CHART = 4
"""The lines of a chart of points."""


class StatisticsScreen(OdinScreen[None]):
    """Matches, wins, points and highest sets, with a chart."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("page.down", "scroll(1)", "read on", show=False),
        binding("page.up", "scroll(-1)", "read back", show=False),
        binding("back", "back", "back"),
    ]
    DEFAULT_CSS = """
    StatisticsScreen {
        #page { height: 1fr; padding: 0 3; scrollbar-size-vertical: 1; }
        &.-medium #page { padding: 2 3; }
        &.-large #page { padding: 3 12; }
        #text { height: auto; }
    }
    """

    def __init__(self, player: Player, matches: Sequence[FinishedMatch]) -> None:
        super().__init__()
        self.player = player
        self.matches = matches

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page"):
            yield Static(id="text")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one("#page").focus()

    def on_resize(self, event: Resize) -> None:
        """Draw the charts as wide as there is room for."""
        super().on_resize(event)
        margin = 26 if self.has_class("-large") else 8
        page = page_of(self.player, self.matches, min(event.size.width - margin, 120))
        self.query_one("#text", Static).update(page)

    def action_scroll(self, pages: int) -> None:
        """Read on, or back."""
        page = self.query_one("#page")
        page.scroll_relative(y=pages * page.size.height, animate=False)

    def action_back(self) -> None:
        """Go back home."""
        self.dismiss()


def page_of(player: Player, matches: Sequence[FinishedMatch], width: int) -> Content:
    """Write everything out, game by game."""
    parts = [Content.styled(f"Statistics of {player.name}", "bold")]
    if not matches:
        parts.append(Content(NOTHING))
    for game in dict.fromkeys(match.game for match in matches):
        played = [match for match in matches if match.game == game]
        title = GAMES[game].TITLE if game in GAMES else game
        rows = tallies(player.id, played)
        parts.append(Content.assemble((title, "underline"), "\n", _table(rows)))
        parts += [_shares(rows, width), _points(player.id, played, width)]
    return Content("\n\n").join(parts)


def _title(row: Tally) -> str:
    if row.against in LEVELS:
        return bot_title(row.against, ENGLISH)
    return "people only" if row.against == PEOPLE else "all"


def _table(rows: Sequence[Tally]) -> Content:
    names = ["strongest", "matches", "won", "shared", "points"]
    # Not every game has a move that is remarkable in itself.
    remarkable = any(row.highest for row in rows)
    names += ["highest"] if remarkable else []
    lines = [Content.styled(_columns(*names), "$quiet")]
    for row in rows:
        highest = [row.highest] if remarkable else []
        line = _columns(
            _title(row), row.matches, row.wins, row.shared, f"{row.points:.1f}", *highest
        )
        lines.append(Content.styled(line, "" if row.against else "bold"))
    return Content("\n").join(lines)


def _columns(first: str, *others: object) -> str:
    """Set a row; it must fit beside a scrollbar in 60 columns."""
    return f"{first:12}" + "".join(
        f"{word!s:>{width}}" for word, width in zip(others, (8, 5, 8, 8, 11), strict=False)
    )


def _shares(rows: Sequence[Tally], width: int) -> Content:
    """Draw a bar for the share of matches won against each."""
    room = max(width - 12 - 6, 10)
    lines = [Content.styled("Matches won, alone or with others", "$quiet")]
    for row in rows:
        full = round(row.share * room)
        bar = Content.assemble(("█" * full, ""), ("·" * (room - full), "$line"))
        lines.append(Content.assemble(f"{_title(row):12}", bar, f"{row.share:>5.0%}"))
    return Content("\n").join(lines)


def _points(player: str, matches: Sequence[FinishedMatch], width: int) -> Content:
    """Draw the points of the newest matches, the oldest of them first."""
    room = max((width - 6) // 2, 4)
    newest = list(reversed(matches[:room]))
    points = [match.points[own_seat(player, match)] for match in newest]
    most = max(*points, 1)
    lines = [Content.styled(_points_heading(len(newest)), "$quiet")]
    for line in range(CHART, 0, -1):
        label = f"{most:>4} " if line == CHART else f"{0:>4} " if line == 1 else " " * 5
        eighths = [round(value / most * CHART * 8) - (line - 1) * 8 for value in points]
        columns = "".join(f"{STEPS[max(0, min(part, 8))]} " for part in eighths)
        lines.append(Content.assemble((label, "$quiet"), columns))
    won = [match.places[own_seat(player, match)] == 1 for match in newest]
    lines.append(Content.assemble(("won  ", "$quiet"), "".join("w " if w else "  " for w in won)))
    return Content("\n").join(lines)


def _points_heading(count: int) -> str:
    return "Points in the last match" if count == 1 else f"Points in the last {count} matches"
