"""What players are told when the table moved for them: after a lapse, or by a bot in their seat."""

from odin_engine.games import GAMES
from odin_server.hall import TableView
from odin_tui.drawing.names import names_apart
from odin_tui.game_ui import game_ui
from odin_tui.narrator import Reader

TIMES = ("", "", "twice", "three times", "four times", "five times")


def stand_in_words(table: TableView) -> str:
    """Say that a bot plays the reader's seat, and why; empty if none does."""
    mine = table.mine
    if mine is None or mine.covered is None:
        return ""
    bot = f"A {(mine.bot or 'bot').title()} plays for you"
    if mine.covered == "lapses":
        times = f" {_times(mine.lapses)}" if mine.lapses > 1 else ""
        return f"{bot}: your clock ran out{times}."
    return f"{bot}: you {'had left the table' if mine.covered == 'left' else 'were away'}."


def lapse_words(before: TableView | None, table: TableView) -> str:
    """Say that the reader's clock has just run out, and which move that made; else empty."""
    if before is None or before.match_no != table.match_no or table.lapsed is None:
        return ""
    old, mine = before.mine, table.mine
    if old is None or mine is None or mine.lapses <= old.lapses:
        return ""
    move = GAMES[table.game].parse_move(table.lapsed)
    spoken = game_ui(table.game).spoken(move, Reader(names_apart(table), table.seat))
    return f"Your clock ran out; chosen for you: {spoken}."


def _times(count: int) -> str:
    return TIMES[count] if count < len(TIMES) else f"{count} times"
