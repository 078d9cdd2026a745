"""What Brandubh shows."""

from odin_tui.drawing.map_picture import MapShape, Piece
from odin_tui.game_ui import GameUI, RulesPage, TextUI
from odin_tui.languages import N_
from odin_tui.narrator import Reader, match_over
from odin_tui.replay_views import replay_of_views
from odin_tui.rulebook import read_rulebook
from odin_tui.widgets.map_board import MapBoard
from odin_tui.widgets.map_table import MapUI
from tests.brandubh import CORNERS, FIELDS, THRONE, View

RULES = """
# goal: The goal
The king wins at a corner. The attackers win by capturing him.

# move: Moving and capturing
Pieces go any way in a straight line, over no other piece; only the king may stop on the throne
and the corners. A piece between two enemies, or between an enemy and a corner, is captured.
"""
PIECES = (
    Piece("K", "bold $your-turn"),
    *[Piece("o", "bold")] * 4,
    *[Piece("x", "bold $quiet")] * 8,
)


def pieces(view: View) -> dict[str, Piece]:
    return {field: PIECES[piece] for piece, field in enumerate(view.at) if field is not None}


def tell(before: View | None, after: View, reader: Reader) -> list[str]:
    told = []
    for number in range(0 if before is None else len(before.history), len(after.history)):
        seat, move = number % 2, after.history[number]
        if reader.is_me(seat):
            text = reader.tr.gettext("You move {start} to {end}.")
        else:
            text = reader.tr.gettext("{name} moves {start} to {end}.")
        told.append(text.format(name=reader.names[seat], start=move.start, end=move.end))
    if after.outcome is not None and (before is None or before.outcome is None):
        told += match_over(after.outcome, "brandubh", reader)
    return told


def table(view: View, reader: Reader) -> list[str]:
    rows = [FIELDS[start : start + 7] for start in range(0, 49, 7)]
    drawn = dict.fromkeys(FIELDS, ".") | {f: piece.text for f, piece in pieces(view).items()}
    return [" ".join(drawn[field] for field in row) + f"  {row[0][1]}" for row in rows] + [
        "a b c d e f g", task(view, reader)
    ]  # fmt: skip


def task(view: View, reader: Reader) -> str:
    if not view.to_move:
        return reader.tr.gettext("The match is over.")
    if reader.is_me(view.to_move[0]):
        return reader.tr.gettext("Your turn: move a piece.")
    return reader.tr.gettext("{name}'s turn.").format(name=reader.names[view.to_move[0]])


def seat_note(_view: View, seat: int, reader: Reader) -> str:
    return reader.tr.gettext("the king's men") if seat else reader.tr.gettext("the attackers")


MAP = MapUI(
    shape=MapShape({field: (n % 7, n // 7) for n, field in enumerate(FIELDS)}),
    pieces=pieces,
    grounds=dict.fromkeys((*CORNERS, THRONE), Piece("#", "$line")),
    fields_of=tuple,
    task=task,
    seat_note=seat_note,
    last_move=lambda view: view.history[-1] if view.history else None,
)

GAME = GameUI(
    name="brandubh",
    tell=tell,
    text=TextUI(table=table, help=(N_("Type a move like d6-a6. table: the board."),)),
    rules=RulesPage(topics=read_rulebook(RULES)),
    refusals={
        "not-a-move": N_("{text!r} is not a move: type two fields, like d6-a6."),
        "cannot-move": N_("no piece of yours can move like that."),
    },
    outcomes={
        "king-escaped": N_("The king has reached a corner."),
        "king-captured": N_("The king is captured."),
        "move-limit": N_("{moves} moves have been made."),
        "no-moves": N_("Whoever is to move cannot."),
    },
    options={},
    board=lambda now: MapBoard(MAP, now),
    replay=replay_of_views("brandubh", lambda view, *size: MAP.picture(view).draw(*size[:2])),
)
