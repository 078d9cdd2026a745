"""The board of a game that declares none: its table in lines, and its moves in a list."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.reactive import reactive

from odin_engine.games import GAMES
from odin_tui.advice import in_fewer_sentences
from odin_tui.drawing.canvas import broken
from odin_tui.drawing.names import shortened
from odin_tui.game_ui import GameUI, game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.searching import comparable
from odin_tui.languages.session import translations_of
from odin_tui.narrator import Reader
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.table_board import TABLE, TableBoard
from odin_tui.widgets.text_table import MoveChoices, MoveList, TextContents, TextTable

SHORT_NAME = 10
"""The columns of a name in a preview."""


def prompt_in(width: int, prompt: Callable[[Reader], str], reader: Reader) -> Content:
    """Return a prompt that fits in two rows of a width; names are cut as far as needed."""
    said = Content(prompt(reader))
    for longest in (16, SHORT_NAME, 6):
        if broken(said, width)[1].cell_length <= width:
            break
        names = tuple(shortened(name, longest) for name in reader.names)
        said = Content(prompt(replace(reader, names=names)))
    return said


class TextBoard(TableBoard):
    """A match in lines: the moves are listed, and the list can be filtered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("table.take_back", "take_back", N_("take your seat back")),
        binding("moves.up", "move(0, -1)", N_("move")),
        binding("moves.down", "move(0, 1)", N_("move")),
        binding("moves.left", "move(-1, 0)", N_("move"), show=False),
        binding("moves.right", "move(1, 0)", N_("move"), show=False),
        binding("moves.choose", "choose", N_("choose")),
        binding("moves.filter", "filter", N_("filter")),
        binding("back", "clear", N_("back")),
        binding("moves.page_up", "scroll(-1)", N_("scroll"), show=False),
        binding("moves.page_down", "scroll(1)", N_("scroll"), show=False),
        binding("table.hint", "screen.hint", N_("hint")),
        *(Binding(str(n), f"pick({n})", f"move {n}", show=False) for n in range(1, 10)),
    ]
    AT_TABLE = frozenset({"move", "choose", "filter", "clear", "pick", "scroll"})
    LOOKING = frozenset({"scroll"})

    here: reactive[int] = reactive(0, repaint=False)
    """The number of the move the cursor is on, among those that pass the filter."""
    filter: reactive[str | None] = reactive(None, repaint=False, bindings=True)
    """What the listed moves contain; None while all of them are listed."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        self._table = TextTable()
        super().__init__(self._table, MatchEnd(), now)
        self._listed: list[tuple[str, Any]] = []
        """The moves of this turn with what they are called."""

    @property
    def _ui(self) -> GameUI:
        assert self.table_view is not None  # noqa: S101 - nothing is shown without one
        return game_ui(self.table_view.game)

    @property
    def _reader(self) -> Reader:
        seat = None if self.table_view is None else self.table_view.seat
        return Reader(self.names, seat, translations_of(self))

    def choices(self) -> list[tuple[str, Any]]:
        """Return the moves that pass the filter, with what they are called."""
        if self.covered:
            return []
        wanted = comparable(self.filter or "").split()
        return [
            (label, move)
            for label, move in self._listed
            if all(word in comparable(f"{label} {move}") for word in wanted)
        ]

    # -- what is shown ----------------------------------------------------------------------

    def take_in(self, view: Any) -> None:
        """List the moves of this turn."""
        moves = list(view.moves)
        if moves != [move for _, move in self._listed]:
            self._listed = [(self._ui.spoken(move, self._reader), move) for move in moves]
            self.here, self.filter = 0, None

    def watch_here(self) -> None:
        self.paint()

    def watch_filter(self) -> None:
        self.here = 0
        self.paint()

    def show_table(self, view: Any, now: float) -> None:
        """Hand everything that is seen at this moment to the frame."""
        table, ui, reader = self.table_view, self._ui, self._reader
        assert table is not None  # noqa: S101 - the view is part of it
        said = ui.text.table(view, reader)
        if view.seat is not None:
            said = [*said, *ui.text.hand(view, reader)]
        choices = self.choices()
        none_left = reader.tr.gettext("No move matches.") if self.filter else ""
        width = self.frame.size.width - 2
        self.frame.show(
            TextContents(
                table=table,
                said=self.told,
                now=now,
                title=GAMES[table.game].TITLE.upper(),
                lines=tuple(ui.painted(line, self.settings.card_style, "") for line in said),
                choices=MoveChoices(tuple(label for label, _ in choices), self.here, none_left),
                task=prompt_in(width, partial(ui.text.prompt, view), reader),
                filtered=self._filtered(len(choices)),
                preview=Content.styled(self._preview(view, choices), "$quiet"),
                previews=ui.text.preview is not None,
            )
        )

    def _filtered(self, count: int) -> str:
        if self.filter is None:
            return ""
        text = translations_of(self).gettext("Moves with “{words}”: {count} of {all}")
        return text.format(words=self.filter, count=count, all=len(self._listed))

    def _preview(self, view: Any, choices: Sequence[tuple[str, Any]]) -> str:
        reader, preview = self._reader, self._ui.text.preview
        if preview is None or not choices:
            return ""
        names = tuple(shortened(name, SHORT_NAME) for name in reader.names)
        return preview(view, choices[self.here][1], replace(reader, names=names))

    def show_hint(self, move: Any, reasons: Sequence[str]) -> None:
        """Put the cursor on a good move, and say why."""
        self.filter = None
        moves = [each for _, each in self.choices()]
        if move in moves:
            self.here = moves.index(move)
            advice = self._ui.advice(move, self._reader)
            self.say_whole(Content(advice), *map(Content, in_fewer_sentences(reasons)))

    # -- what the player does ---------------------------------------------------------------

    def can(self, action: str) -> bool:
        """Return whether something can be done at the table now."""
        if action == "scroll":
            return True
        if action == "clear":
            return self.filter is not None
        return bool(self.choices()) or (action == "filter" and bool(self._listed))

    def action_move(self, across: int, down: int) -> None:
        """Move the cursor within a column, or to the next one."""
        self.said = None
        step = down + across * max(self._table.moves.size.height, 1)
        if 0 <= self.here + step < len(self.choices()):
            self.here += step

    def action_choose(self) -> None:
        """Make the move under the cursor."""
        self.pick(self.here)

    def action_pick(self, number: int) -> None:
        """Make the move with this number."""
        self.pick(number - 1)

    def pick(self, number: int) -> None:
        """Make a move of the list, counted from 0."""
        choices = self.choices()
        if number < len(choices):
            self.said, self.here = None, number
            self.decide(choices[number][1])

    def action_filter(self) -> None:
        """Let what is typed from now on shorten the list."""
        self.said, self.filter = None, ""

    def action_clear(self) -> None:
        """List all moves again."""
        self.filter = None

    def action_scroll(self, pages: int) -> None:
        """Scroll the lines."""
        self._table.lines.scroll_pages(pages)

    def on_key(self, event: Key) -> None:
        """Type into the filter, if there is one."""
        if self.filter is None or self.page != TABLE:
            return
        if event.is_printable and event.character is not None:
            self.filter += event.character
        elif event.key == "backspace":
            self.filter = self.filter[:-1] if self.filter else None
        else:
            return
        event.stop()

    def on_move_list_picked(self, message: MoveList.Picked) -> None:
        message.stop()
        if self.page == TABLE:
            self.pick(message.number)
