"""What happens around a match in sentences: who comes and goes, what is said, pauses."""

from odin_server.hall import Phase, SeatView, TableView
from odin_tui.languages import Translations
from odin_tui.messages import notice_text
from odin_tui.messages.chat import entry_text
from odin_tui.stand_in import lapse_text, stand_in_text


def table_events(before: TableView | None, after: TableView, tr: Translations) -> list[str]:
    """Return what changed between two views of a table, except the match itself."""
    lines = _own_seat(before, after, tr)
    for seat in after.seats:
        lines += _seat(before.seats[seat.seat] if before else None, seat, tr, mine=after.seat)
    known = len(before.chat) if before else 0
    newest = before.chat[-1] if before and before.chat else None
    if newest is not None and newest in after.chat:
        # The view carries only the newest lines, so counting alone would miss some.
        known = len(after.chat) - after.chat[::-1].index(newest)
    lines += [entry_text(entry, tr) for entry in after.chat[known:]]
    if before is None or before.phase is not after.phase:
        lines += _phase(before, after, tr)
    return lines


def _own_seat(before: TableView | None, after: TableView, tr: Translations) -> list[str]:
    """Return what the table did in the reader's place."""
    lines = [lapse] if (lapse := lapse_text(before, after, tr)) else []
    was = None if before is None else before.covered
    if after.covered is not None and was is None:
        text = tr.gettext("{reason} Type take back to play yourself.")
        lines.append(text.format(reason=stand_in_text(after, tr)))
    elif was is not None and after.covered is None and after.phase is Phase.PLAYING:
        lines.append(tr.gettext("You are playing again."))
    return lines


def _seat(
    before: SeatView | None, after: SeatView, tr: Translations, *, mine: int | None
) -> list[str]:
    if before is None or after.seat == mine:
        return []
    if after.name != before.name:
        if not after.name:
            text = tr.gettext("{name} leaves seat {number}.")
            return [text.format(name=before.name, number=after.seat + 1)]
        text = tr.gettext("{name} takes seat {number}.")
        return [text.format(name=after.name, number=after.seat + 1)]
    texts = []
    if after.covered != before.covered:
        texts.append(_covered(after.covered, tr))
    elif before.player and before.connected != after.connected:
        if after.connected:
            texts.append(tr.gettext("{name} is back."))
        else:
            texts.append(tr.gettext("{name} lost the connection."))
    if after.vote and after.vote != before.vote:
        texts.append(_vote(after.vote, tr))
    return [text.format(name=after.name) for text in texts]


def _covered(reason: str | None, tr: Translations) -> str:
    match reason:
        case None:
            return tr.gettext("{name} is back.")
        case "left":
            return tr.gettext("{name} has left; a bot plays on.")
        case "lapses":
            return tr.gettext("{name} ran out of time too often; a bot plays on.")
        case _:
            return tr.gettext("{name} is away; a bot plays on.")


def _vote(vote: str, tr: Translations) -> str:
    match vote:
        case "pause":
            return tr.gettext("{name} would like to pause.")
        case "resume":
            return tr.gettext("{name} would like to go on.")
        case _:
            return tr.gettext("{name} would like to play again.")


def _phase(before: TableView | None, after: TableView, tr: Translations) -> list[str]:
    if after.phase is Phase.LOBBY:
        return [
            tr.gettext("The match has not begun. Type start to begin, with bots in the free seats.")
        ]
    if after.phase is Phase.PAUSED:
        text = tr.gettext("{notice} Type resume to go on.")
        return [text.format(notice=notice_text(after.notice, tr))]
    if after.phase is Phase.PLAYING and before is not None and before.phase is Phase.PAUSED:
        return [tr.gettext("The match goes on.")]
    if after.phase is Phase.CLOSED and after.notice is not None:
        return [notice_text(after.notice, tr)]
    return []
