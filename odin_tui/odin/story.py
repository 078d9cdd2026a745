"""The round so far, one line for each turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.reactive import reactive

from odin_engine.odin.moves import Move, Pass
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import Turn
from odin_engine.odin.view import View
from odin_tui.drawing.canvas import Canvas, in_lines
from odin_tui.drawing.canvas_widget import CanvasWidget
from odin_tui.drawing.names import shortened
from odin_tui.odin.card_face import HUES, words


def rounds(history: Sequence[Turn], seats: int) -> list[list[Turn]]:
    """Split what happened in a hand into its rounds; the last one may still be empty."""
    told: list[list[Turn]] = [[]]
    passes = 0
    for turn in history:
        told[-1].append(turn)
        passes = passes + 1 if isinstance(turn.move, Pass) else 0
        if passes == seats - 1:
            told.append([])
            passes = 0
    return told


def last_deeds(view: View) -> dict[int, Turn]:
    """Give what each seat did last in the round being played."""
    return {turn.seat: turn for turn in rounds(view.history, view.seats)[-1]}


def deed(move: Move, width: int) -> Content:
    """Write a move in so many cells: its cards if they fit, else its value, else how many."""
    if isinstance(move, Pass):
        return Content.styled("pass", "$quiet")
    cards = words(move.cards)
    if len(move.cards) > 1:
        cards += Content.styled(f" {VALUE[move.cards.bits]}", "bold")
    taken = Content("")
    if move.take:
        taken = Content.assemble((" took ", "$quiet"), words([move.take]))
    if cards.cell_length + taken.cell_length <= width:
        return cards + taken
    if move.take:
        taken = Content.assemble((" +", "$quiet"), words([move.take]))
    if cards.cell_length + taken.cell_length > width:
        first = next(iter(move.cards))
        alike = all(card.colour == first.colour for card in move.cards)
        value = str(VALUE[move.cards.bits])
        brief = value if len(value) <= width else f"×{len(value)}"
        cards = Content.styled(brief, f"bold {HUES[first.colour]}" if alike else "bold")
    return cards + taken if cards.cell_length + taken.cell_length <= width else cards


@dataclass(frozen=True, slots=True)
class Telling:
    """What the story tells: the round, the names, and a quiet heading when it is already over."""

    turns: tuple[Turn, ...] = ()
    names: tuple[str, ...] = ()
    over: bool = False
    ending: str = ""


class Story(CanvasWidget):
    """The turns of this round; of the one before while nobody has led yet."""

    telling: reactive[Telling] = reactive(Telling())
    """What is told."""

    def show(self, view: View, names: tuple[str, ...]) -> None:
        """Tell the round this view is in."""
        told = rounds(view.history, view.seats)
        turns, over = told[-1], False
        if not turns and len(told) > 1:
            turns, over = told[-2], True
        ending = ""
        if view.turn is not None and not view.table:
            leader = view.owner if over else view.turn
            ending = "You lead." if leader == view.seat else f"{names[leader]} leads."
        self.telling = Telling(tuple(turns), names, over, ending)

    def draw(self) -> Canvas:
        """Draw the newest lines that fit."""
        telling, width, height = self.telling, self.size.width, self.size.height
        names = [telling.names[turn.seat] for turn in telling.turns]
        column = min(max((cell_len(name) for name in names), default=0), max(width // 3, 6))
        lines = [
            _line(name, turn, column, width, quiet=telling.over)
            for name, turn in zip(names, telling.turns, strict=True)
        ]
        if telling.ending:
            lines.append(Content.styled(telling.ending, "bold"))
        if len(lines) > height > 0:
            hidden = len(lines) - height + 1
            lines = [Content.styled(f"… {hidden} turns before", "$quiet"), *lines[hidden:]]
        return in_lines(lines, width, height)


def _line(name: str, turn: Turn, column: int, width: int, *, quiet: bool) -> Content:
    short = shortened(name, column)
    room = width - column - 2
    told = deed(turn.move, room)
    style = "$quiet" if quiet or isinstance(turn.move, Pass) else ""
    return Content.assemble((set_cell_size(short, column), style), "  ", told)
