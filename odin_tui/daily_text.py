"""The board of a daily deal in lines."""

from textual.content import Content

from odin_server.hall.daily import DailyBoard, DailyResult
from odin_tui.fair_deals import short
from odin_tui.languages import Translations

NAME = 26
"""The columns of a name."""
DAY = 86_400
"""The seconds of a day."""


def board_lines(board: DailyBoard, player: str, tr: Translations) -> list[Content]:
    """Return a line for everybody who has finished, and one for those who have not."""
    lines = [
        Content.styled(row_text(row, tr), "bold $your-turn" if row.player == player else "")
        for row in board.results
    ]
    if not lines:
        lines.append(Content(tr.gettext("Nobody has finished this deal yet.")))
    if board.unfinished:
        text = tr.ngettext(
            "{count} has begun and not finished.",
            "{count} have begun and not finished.",
            board.unfinished,
        )
        lines.append(Content.styled(text.format(count=board.unfinished), "$quiet"))
    return lines


def row_text(row: DailyResult, tr: Translations) -> str:
    """Say in one line how somebody did."""
    own, *others = row.points
    text = (
        tr.gettext("won by {lead}, {points}")
        if row.place == 1
        else tr.gettext("place {place}, {lead} behind, {points}")
    )
    points = " : ".join(map(str, (own, *others)))
    said = text.format(place=row.place, lead=abs(row.lead), points=points)
    return f"{row.rank:>3}  {row.name:<{NAME}} {said}"


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
