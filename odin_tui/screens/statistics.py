"""What a player has achieved, by game and by the strongest bot at the table, with charts."""

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from odin_engine.bots import LEVELS
from odin_server.hall import FinishedMatch, Player
from odin_server.hall.puzzles import Progress
from odin_tui.achievements import PEOPLE, Tally, achievements, own_seat, tallies
from odin_tui.bots_text import bot_rank, bot_title
from odin_tui.catalogue import game_title
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import decimal, percent
from odin_tui.screens.screen import OdinScreen, size_class
from odin_tui.statistics_text import achievements_text, form_text
from odin_tui.widgets.footer import KeyFooter
from odin_tui.widgets.page import WIDEST, Page, Plate, Title

STEPS = " ▁▂▃▄▅▆▇█"
CHART = 4
"""The lines of a chart of points."""
FIRST_COLUMN = 12
ROOM_FOR_RANKS = 66
"""The columns from which bots are called with how strong they are."""
MARGIN = 7
"""The columns of a plate beside its text, with the scrollbar."""


class StatisticsScreen(OdinScreen[None]):
    """Matches, wins, points and highest sets, with a chart."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("page.down", "scroll(1)", N_("read on")),
        binding("page.up", "scroll(-1)", N_("page up"), show=False),
        binding("back", "back", N_("back")),
    ]
    DEFAULT_CSS = """
    StatisticsScreen {
        #page { height: auto; max-height: 1fr; padding: 0 1 0 3; scrollbar-size-vertical: 1; }
        #text { height: auto; }
    }
    """

    def __init__(
        self,
        player: Player,
        matches: Sequence[FinishedMatch],
        puzzles: Progress | None = None,
    ) -> None:
        super().__init__()
        self.player = player
        self.matches = matches
        self.puzzles = puzzles or Progress()

    def compose(self) -> ComposeResult:
        with Page():
            yield Title(self.tr.gettext("Statistics"), self.player.name)
            with Plate(), VerticalScroll(id="page"):
                yield Static(id="text")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.query_one("#page").focus()

    def on_resize(self, event: Resize) -> None:
        """Draw the charts as wide as there is room for."""
        super().on_resize(event)
        self._show(event.size)

    def compose_again(self) -> None:
        self._show(self.app.size)

    def _show(self, size: Size) -> None:
        width = min(size.width, WIDEST[size_class(size)]) - MARGIN
        page = page_of(self.player, self.matches, self.puzzles, width, self.tr)
        self.query_one("#text", Static).update(page)
        self.call_after_refresh(self.refresh_bindings)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether this can be done now: a page that fits does not scroll."""
        if action == "scroll":
            pages = self.query("#page")
            return bool(pages) and pages.first().max_scroll_y > 0
        return super().check_action(action, parameters)

    def action_scroll(self, pages: int) -> None:
        """Read on, or back."""
        page = self.query_one("#page")
        page.scroll_relative(y=pages * page.size.height, animate=False)

    def action_back(self) -> None:
        """Go back home."""
        self.dismiss()


def page_of(
    player: Player,
    matches: Sequence[FinishedMatch],
    puzzles: Progress,
    width: int,
    tr: Translations,
) -> Content:
    """Return the whole page, game by game."""
    parts = list[Content]()
    if not matches:
        text = tr.gettext(
            "No match has been finished yet.\n\n"
            "Go back and choose Play now: a table with bots opens, and when its match is over "
            "you will find it here, with your wins and your points."
        )
        parts.append(Content(text))
    for game in dict.fromkeys(match.game for match in matches):
        played = [match for match in matches if match.game == game]
        rows = tallies(player.id, played)
        table = _table(rows, width, tr)
        parts.append(Content.assemble((game_title(game), "bold"), "\n", table))
        parts += [
            _shares(rows, width, tr),
            form_text(player.id, played, tr),
            _points(player.id, played, width, tr),
        ]
    if matches or puzzles.tries:
        parts.append(achievements_text(achievements(player.id, matches, puzzles), tr))
    return Content("\n\n").join(parts)


def _title(row: Tally, width: int, tr: Translations) -> str:
    if row.against in LEVELS:
        called = bot_rank if width >= ROOM_FOR_RANKS else bot_title
        return called(row.against, tr)
    return tr.gettext("people only") if row.against == PEOPLE else tr.pgettext("matches", "all")


def _table(rows: Sequence[Tally], width: int, tr: Translations) -> Content:
    headings = [
        tr.gettext("strongest"),
        tr.gettext("matches"),
        tr.pgettext("matches", "won"),
        tr.gettext("shared"),
        tr.gettext("points"),
    ]
    # Not every game has a move that is remarkable in itself.
    remarkable = any(row.highest for row in rows)
    headings += [tr.gettext("highest")] if remarkable else []
    cells = [
        [
            _title(row, width, tr),
            str(row.matches),
            str(row.wins),
            str(row.shared),
            decimal(row.points, 1, tr),
            *([str(row.highest)] if remarkable else []),
        ]
        for row in rows
    ]
    # In English these widths fit beside a scrollbar in 60 columns; longer words make room.
    widths = [
        max(least, *(cell_len(row[column]) + 1 for row in (headings, *cells)))
        for column, least in enumerate((FIRST_COLUMN, 8, 5, 8, 8, 11)[: len(headings)])
    ]
    lines = [Content.styled(_aligned(headings, widths), "$quiet")]
    for row, line in zip(rows, cells, strict=True):
        lines.append(Content.styled(_aligned(line, widths), "" if row.against else "bold"))
    return Content("\n").join(lines)


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return a row of a table: the first column to the left, the others to the right."""
    first = cells[0] + " " * (widths[0] - cell_len(cells[0]))
    return first + "".join(
        " " * (width - cell_len(cell)) + cell
        for cell, width in zip(cells[1:], widths[1:], strict=True)
    )


def _shares(rows: Sequence[Tally], width: int, tr: Translations) -> Content:
    """Draw a bar for the share of matches won against each."""
    titles = [_title(row, width, tr) for row in rows]
    column = max(FIRST_COLUMN, *(cell_len(title) + 1 for title in titles))
    shares = [percent(row.share, tr) for row in rows]
    share_column = max(5, *(cell_len(share) + 1 for share in shares))
    room = max(width - column - share_column - 1, 10)
    lines = [Content.styled(tr.gettext("Win rate; │ is your share by chance"), "$quiet")]
    for row, title, share in zip(rows, titles, shares, strict=True):
        full, fair = round(row.share * room), min(round(row.fair * room), room - 1)
        bar = Content.assemble(("█" * full, "$your-turn"), ("·" * (room - full), "$line"))
        tick = Content.styled("│", "$foreground")
        bar = Content.assemble(bar[:fair], tick, bar[fair + 1 :])
        lines.append(Content.assemble(set_cell_size(title, column), bar, share.rjust(share_column)))
    return Content("\n").join(lines)


def _points(player: str, matches: Sequence[FinishedMatch], width: int, tr: Translations) -> Content:
    """Draw the points of the newest matches, the oldest of them first."""
    won_label = tr.pgettext("matches", "won")
    column = max(4, cell_len(won_label))
    room = max((width - column - 2) // 2, 4)
    newest = list(reversed(matches[:room]))
    points = [match.points[own_seat(player, match)] for match in newest]
    most = max(*points, 1)
    lines = [Content.styled(_points_heading(len(newest), tr), "$quiet")]
    for line in range(CHART, 0, -1):
        label = {CHART: str(most), 1: "0"}.get(line, "").rjust(column) + " "
        eighths = [round(value / most * CHART * 8) - (line - 1) * 8 for value in points]
        columns = "".join(f"{STEPS[max(0, min(part, 8))]} " for part in eighths)
        lines.append(Content.assemble((label, "$quiet"), (columns, "$your-turn")))
    won = [match.places[own_seat(player, match)] == 1 for match in newest]
    # Translators: one letter, below each match that was won.
    mark = set_cell_size(tr.pgettext("mark of a match", "w"), 1)
    marks = "".join(f"{mark} " if w else "  " for w in won)
    lines.append(Content.assemble((set_cell_size(won_label, column + 1), "$quiet"), marks))
    return Content("\n").join(lines)


def _points_heading(count: int, tr: Translations) -> str:
    return tr.ngettext(
        "Points in the last match", "Points in the last {count} matches", count
    ).format(count=count)
