"""What a player reads when the table moved for them: after a lapse, or by a bot."""

from odin_engine.games import GAMES
from odin_server.hall import TableView
from odin_tui.drawing.names import names_apart
from odin_tui.game_ui import game_ui
from odin_tui.languages import Translations
from odin_tui.narrator import Reader


def stand_in_text(table: TableView, tr: Translations) -> str:
    """Return a sentence on why a bot plays the reader's seat; empty if none does."""
    mine = table.mine
    if mine is None or mine.covered is None:
        return ""
    if mine.covered == "lapses":
        return _lapses(mine.lapses, tr).format(count=mine.lapses)
    if mine.covered == "left":
        return tr.gettext("A bot plays for you: you left the table.")
    return tr.gettext("A bot plays for you: you were away.")


def _lapses(count: int, tr: Translations) -> str:
    """Return the sentence for so many lapses, with a placeholder for the count."""
    sentences = {
        2: tr.gettext("A bot plays for you: your time ran out twice."),
        3: tr.gettext("A bot plays for you: your time ran out three times."),
        4: tr.gettext("A bot plays for you: your time ran out four times."),
        5: tr.gettext("A bot plays for you: your time ran out five times."),
    }
    return sentences.get(count) or tr.ngettext(
        "A bot plays for you: your time ran out.",
        "A bot plays for you: your time ran out {count} times.",
        max(count, 1),
    )


def lapse_text(before: TableView | None, table: TableView, tr: Translations) -> str:
    """Return a sentence if the reader's clock has just run out, with the move that was made.

    Empty otherwise.
    """
    if before is None or before.match_no != table.match_no or table.lapsed is None:
        return ""
    old, mine = before.mine, table.mine
    if old is None or mine is None or mine.lapses <= old.lapses:
        return ""
    return lapsed_text(table, tr)


def lapsed_text(table: TableView, tr: Translations) -> str:
    """Return a sentence on the move that was made when the reader's clock last ran out.

    Empty if they have moved since.
    """
    if table.lapsed is None:
        return ""
    reader = Reader(names_apart(table, tr), table.seat, tr)
    move = game_ui(table.game).spoken(GAMES[table.game].parse_move(table.lapsed), reader)
    return tr.gettext("Your time ran out, so this was played for you: {move}.").format(move=move)
