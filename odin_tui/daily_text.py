"""The board of a daily deal in lines."""

from odin_engine.games import GAMES
from odin_server.hall.daily import DailyBoard, DailyResult
from odin_tui.fair_deals import short
from odin_tui.languages import Translations
from odin_tui.languages.numbers import day_text

NAME = 26
"""The columns of a name."""
DAY = 86_400
"""The seconds of a day."""


def board_lines(board: DailyBoard, player: str, tr: Translations) -> list[str]:
    """Return a line for everybody who has finished, and one for those who have not."""
    lines = [row_text(row, tr, mine=row.player == player) for row in board.results]
    if not lines:
        lines.append(tr.gettext("Nobody has finished this deal yet."))
    if board.unfinished:
        text = tr.ngettext(
            "{count} has begun and not finished.",
            "{count} have begun and not finished.",
            board.unfinished,
        )
        lines.append(text.format(count=board.unfinished))
    return lines


def row_text(row: DailyResult, tr: Translations, *, mine: bool = False) -> str:
    """Say in one line how somebody did."""
    own, *others = row.points
    text = (
        tr.gettext("won by {lead}, {points}")
        if row.place == 1
        else tr.gettext("place {place}, {lead} behind, {points}")
    )
    points = " : ".join(map(str, (own, *others)))
    said = text.format(place=row.place, lead=abs(row.lead), points=points)
    name = tr.gettext("{name} (you)").format(name=row.name) if mine else row.name
    return f"{row.rank:>3}  {name:<{NAME}} {said}"


def board_text(board: DailyBoard, player: str, now: float, tr: Translations) -> list[str]:
    """Return the whole board in lines: the deal, everybody's result, and when the day ends."""
    title = tr.gettext("Daily deal of {day}: {game}")
    return [
        title.format(day=day_text(board.day, tr), game=GAMES.title(board.game)),
        *board_lines(board, player, tr),
        board_note(board, now, tr),
    ]


def board_note(board: DailyBoard, now: float, tr: Translations) -> str:
    """Say when the day ends, and what was published about its seed."""
    if board.seed is not None:
        text = tr.gettext("Closed. Seed {seed}, SHA-256 {digest}")
        return text.format(seed=board.seed, digest=short(board.commitment))
    left = max(int(board.ends_at - now), 0)
    if left > DAY:
        left -= DAY
        text = tr.gettext("It begins in {hours} h {minutes} min. SHA-256 {digest}")
    elif left:
        text = tr.gettext("A new deal in {hours} h {minutes} min (midnight UTC). SHA-256 {digest}")
    else:
        text = tr.gettext(
            "Matches begun that day may be finished until midnight UTC. SHA-256 {digest}"
        )
    return text.format(
        hours=left // 3600, minutes=left % 3600 // 60, digest=short(board.commitment)
    )
