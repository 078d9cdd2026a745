"""The board of any game that is played on fields: keys or the mouse choose the fields of a move."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive

from odin_engine.games import GAMES
from odin_tui.game_ui import game_ui
from odin_tui.keys import binding
from odin_tui.languages import N_
from odin_tui.languages.session import translations_of
from odin_tui.narrator import Reader
from odin_tui.widgets.map_table import MapContents, MapTable, MapUI, MapView
from odin_tui.widgets.match_end import MatchEnd
from odin_tui.widgets.table_board import TABLE, TableBoard


class MapBoard(TableBoard):
    """A match on a board of fields: the fields of a move are chosen one after the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("table.take_back", "take_back", N_("take your seat back")),
        binding("map.left", "move(-1, 0)", N_("move")),
        binding("map.right", "move(1, 0)", N_("move")),
        binding("map.up", "move(0, -1)", N_("move"), show=False),
        binding("map.down", "move(0, 1)", N_("move"), show=False),
        binding("map.choose", "choose", N_("choose")),
        binding("back", "clear", N_("back")),
        binding("map.clear", "clear", N_("back"), show=False),
        binding("table.hint", "screen.hint", N_("hint")),
        *(Binding(str(n), f"pick({n})", N_("choose by number"), show=False) for n in range(1, 10)),
    ]
    AT_TABLE = frozenset({"move", "choose", "clear", "pick"})
    is_picture = True
    """The keys go over the board, which is never mirrored."""

    cursor: reactive[str] = reactive("", repaint=False)
    """The field the keys are on."""
    chosen: reactive[tuple[str, ...]] = reactive((), repaint=False, bindings=True)
    """The fields of the move that have been chosen so far."""

    def __init__(self, ui: MapUI, now: Callable[[], float] = lambda: 0.0) -> None:
        self._map = MapTable(ui)
        super().__init__(self._map, MatchEnd(), now)
        self.ui = ui
        self.set_reactive(MapBoard.cursor, min(ui.shape.places, key=self._from_the_middle))

    def _from_the_middle(self, name: str) -> tuple[int, str]:
        x, y = self.ui.shape.places[name]
        return abs(2 * x + 1 - self.ui.shape.columns) + abs(2 * y + 1 - self.ui.shape.rows), name

    def choices(self) -> tuple[str, ...]:
        """Return the fields that can be chosen next, in reading order."""
        if self.match is None or self.covered:
            return ()
        count = len(self.chosen)
        fields = {fields[count] for fields in self._fields_of_moves() if len(fields) > count}
        places = self.ui.shape.places
        return tuple(sorted(fields, key=lambda name: places[name][::-1]))

    def _fields_of_moves(self) -> list[tuple[str, ...]]:
        """Return the fields of the legal moves that begin with those chosen so far."""
        count = len(self.chosen)
        moves = map(self.ui.fields_of, self.match.moves)
        return [fields for fields in moves if fields[:count] == self.chosen]

    # -- what is shown ----------------------------------------------------------------------

    def take_in(self, view: Any) -> None:
        """Forget what was chosen if it begins no legal move any more."""
        if view is not None and not self._fields_of_moves():
            self.chosen = ()

    def watch_cursor(self) -> None:
        self.paint()

    def watch_chosen(self) -> None:
        self.paint()

    def show_table(self, view: Any, now: float) -> None:
        """Hand everything that is seen at this moment to the frame."""
        assert self.table_view is not None  # noqa: S101 - the view is part of it
        table = self.table_view
        picture = replace(
            self.ui.picture(view),
            cursor=None if table.seat is None else self.cursor,
            chosen=self.chosen,
            choices=self.choices(),
        )
        self.frame.show(
            MapContents(
                table=table,
                said=self.told,
                now=now,
                picture=picture,
                reader=Reader(self.names, table.seat, translations_of(self)),
                title=GAMES[table.game].TITLE.upper(),
            )
        )

    def show_hint(self, move: Any, reasons: Sequence[str]) -> None:
        """Choose all but the last field of a good move, and put the cursor there."""
        if self.match is None or move not in self.match.moves:
            return
        *first, last = self.ui.fields_of(move)
        self.chosen, self.cursor = tuple(first), last
        tr = translations_of(self)
        reader = Reader(self.names, self.match.seat, tr)
        advice = game_ui(self.table_view.game).advice(move, reader) if self.table_view else ""
        self.say_whole(Content(advice), Content(" ".join(reasons)), Content(""))

    # -- what the player does ---------------------------------------------------------------

    def can(self, action: str) -> bool:
        """Return whether something can be done at the table now."""
        if action == "clear":
            return bool(self.chosen)
        return action == "move" or bool(self.choices())

    def action_move(self, across: int, down: int) -> None:
        """Move the cursor to the next field in a direction."""
        self.said = None
        self.cursor = self.ui.shape.neighbour(self.cursor, across, down)

    def action_choose(self) -> None:
        """Choose the field under the cursor; the last field of a move makes it."""
        self.choose(self.cursor)

    def action_pick(self, number: int) -> None:
        """Choose the field with this number."""
        choices = self.choices()
        if number <= len(choices):
            self.choose(choices[number - 1])

    def action_clear(self) -> None:
        """Put the last chosen field back."""
        self.said = None
        self.chosen = self.chosen[:-1]

    def choose(self, name: str) -> None:
        """Choose a field: the next of a move, another first one, or a chosen one to put it back."""
        self.said, self.cursor = None, name
        if name in self.chosen:
            self.chosen = self.chosen[: self.chosen.index(name)]
            return
        if name not in self.choices():
            self.chosen = ()
        if name not in self.choices():
            self.paint()
            return
        self.chosen = (*self.chosen, name)
        for move in self.match.moves:
            if self.ui.fields_of(move) == self.chosen:
                self.chosen = ()
                self.decide(move)
                return

    def on_map_view_picked(self, message: MapView.Picked) -> None:
        message.stop()
        if self.page == TABLE and self.match is not None:
            self.choose(message.name)
