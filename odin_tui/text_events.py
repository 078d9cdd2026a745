"""What happens around a match, told in sentences: who comes and goes, what is said, pauses."""

from odin_server.hall import Phase, SeatView, TableView
from odin_tui.languages import ENGLISH
from odin_tui.messages import notice_text
from odin_tui.messages.chat import entry_text
from odin_tui.stand_in import lapse_words, stand_in_words

WHY = {
    "left": "has left",
    "away": "is away",
    "lapses": "let the clock run out too often",
}
WISHES = {
    "pause": "would like to pause",
    "resume": "would like to go on",
    "rematch": "would like to play again",
}


def around(before: TableView | None, after: TableView) -> list[str]:
    """Tell what changed between two views of a table, except the match itself."""
    told = _mine(before, after)
    for seat in after.seats:
        told += _seat(before.seats[seat.seat] if before else None, seat, mine=after.seat)
    said = len(before.chat) if before else 0
    newest = before.chat[-1] if before and before.chat else None
    if newest is not None and newest in after.chat:
        # The view carries only the newest lines, so counting alone would miss some.
        said = len(after.chat) - after.chat[::-1].index(newest)
    told += [entry_text(entry, ENGLISH) for entry in after.chat[said:]]
    if before is None or before.phase is not after.phase:
        told += _phase(before, after)
    return told


def _mine(before: TableView | None, after: TableView) -> list[str]:
    """Tell what the table did in the reader's place."""
    told = [lapse] if (lapse := lapse_words(before, after)) else []
    was = None if before is None else before.covered
    if after.covered is not None and was is None:
        told.append(f"{stand_in_words(after)} Type take back to play yourself.")
    elif was is not None and after.covered is None and after.phase is Phase.PLAYING:
        told.append("Your seat is yours again.")
    return told


def _seat(before: SeatView | None, after: SeatView, *, mine: int | None) -> list[str]:
    if before is None or after.seat == mine:
        return []
    if after.name != before.name:
        if not after.name:
            return [f"{before.name} leaves seat {after.seat + 1}."]
        return [f"{after.name} takes seat {after.seat + 1}."]
    told = []
    if after.covered != before.covered:
        if after.covered:
            told.append(f"{after.name} {WHY[after.covered]}; a bot plays on.")
        else:
            told.append(f"{after.name} is back.")
    elif before.player and before.connected != after.connected:
        told.append(f"{after.name} {'is back' if after.connected else 'lost the connection'}.")
    if after.wish and after.wish != before.wish:
        told.append(f"{after.name} {WISHES[after.wish]}.")
    return told


def _phase(before: TableView | None, after: TableView) -> list[str]:
    if after.phase is Phase.LOBBY:
        return ["The match has not begun. Type start to begin, with bots in the free seats."]
    if after.phase is Phase.PAUSED:
        return [f"{notice_text(after.notice, ENGLISH)} Type resume to go on."]
    if after.phase is Phase.PLAYING and before is not None and before.phase is Phase.PAUSED:
        return ["The match goes on."]
    if after.phase is Phase.CLOSED and after.notice is not None:
        return [notice_text(after.notice, ENGLISH)]
    return []
