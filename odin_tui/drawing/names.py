"""Who sits at a table, as one seat sees it: names, clocks, and words to list them with."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from odin_engine.game import Seat
from odin_server.hall import SeatView, TableView
from odin_tui.languages import ENGLISH, Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.languages.sounds import begins_with_i

LONG, LONG_DAYS = 2 * 3600.0, 2 * 86_400.0
"""Seconds from which a clock counts in hours, and in days."""


def names_apart(table: TableView, tr: Translations = ENGLISH) -> tuple[str, ...]:
    """Return a name for every seat so that none is taken for another.

    Where several are called alike, each has a number; someone else who is called You, in English
    or in the reader's language, is quoted.
    """
    own = {"you", _own_label(tr).casefold()}
    names = [seat.name for seat in table.seats]
    apart = []
    for seat, name in enumerate(names):
        if name and names.count(name) > 1:
            apart.append(f"{name} {names[: seat + 1].count(name)}")
        elif name.casefold() in own and seat != table.seat:
            apart.append(f"“{name}”")
        else:
            apart.append(name)
    return tuple(apart)


def names_of(table: TableView, tr: Translations = ENGLISH) -> tuple[str, ...]:
    """Return a name for every seat as a label, the reader `You`.

    Whether a seat is the reader's is asked of `table.seat`, never of these names: anybody may be
    called anything.
    """
    return named_for(names_apart(table, tr), table.seat, tr)


def named_for(names: Sequence[str], me: Seat | None, tr: Translations) -> tuple[str, ...]:
    """Return names as labels in which the reader's own seat, if they have one, is `You`."""
    own = _own_label(tr)
    return tuple(own if seat == me else name for seat, name in enumerate(names))


def _own_label(tr: Translations) -> str:
    return tr.pgettext("label of the reader's own seat", "You")


def shortened(name: str, width: int) -> str:
    """Cut a name to so many cells, keeping the number that tells it from its namesakes."""
    if cell_len(name) <= width:
        return name
    head, _, number = name.rpartition(" ")
    if head and number.isdecimal() and width > len(number) + 2:
        return f"{set_cell_size(head, width - len(number) - 1).rstrip()} {number}"
    return f"{set_cell_size(name, max(width - 1, 0))}…"


def with_shorter_names(template: str, name: str) -> tuple[str, ...]:
    """Return a sentence about `{name}` with ever fewer letters of the name."""
    return tuple(template.format(name=shortened(name, width)) for width in (24, 14, 6))


def others_of(table: TableView) -> list[Seat]:
    """List the seats clockwise from the reader's left; all of them for a spectator."""
    count = len(table.seats)
    if table.seat is None:
        return [Seat(seat) for seat in range(count)]
    return [Seat((table.seat + step) % count) for step in range(1, count)]


def note_of(seat: SeatView, tr: Translations = ENGLISH) -> str:
    """Return what there is to note about who sits there: left, away, or nothing."""
    if seat.covered == "left":
        return tr.pgettext("a player", "left")
    if seat.covered or (not seat.is_bot and not seat.connected):
        return tr.pgettext("a player", "away")
    return ""


def clock_of(seat: SeatView, now: float) -> str:
    """Write the time a seat has left, or its bank while its clock stands; empty without one."""
    left = seat.bank if seat.deadline is None else seat.deadline - now
    return "" if left is None else written_time(left)


def written_time(seconds: float) -> str:
    """Write a time as in 1:05, or a long one as in 47h or 3d."""
    if seconds >= LONG:
        return f"{int(seconds // 86_400)}d" if seconds >= LONG_DAYS else f"{int(seconds // 3600)}h"
    minutes, rest = divmod(max(int(seconds), 0), 60)
    return f"{minutes}:{rest:02}"


def points_word(points: int, tr: Translations = ENGLISH) -> str:
    """Return points with their word."""
    return tr.ngettext("{points} point", "{points} points", points).format(points=points)


def listed(names: Sequence[str], tr: Translations = ENGLISH) -> str:
    """Return names as a sentence lists them."""
    if len(names) == 1:
        return names[0]
    all_but_last, last = comma_list(names[:-1], tr), names[-1]
    text = tr.gettext("{names} and {last}")
    if begins_with_i(last):
        text = tr.pgettext("the last begins with the sound i", "{names} and {last}")
    return text.format(names=all_but_last, last=last)


def ordinal(place: int, tr: Translations = ENGLISH) -> str:
    """Return a place of up to six as in `3rd`."""
    return {
        1: tr.gettext("1st"),
        2: tr.gettext("2nd"),
        3: tr.gettext("3rd"),
        4: tr.gettext("4th"),
        5: tr.gettext("5th"),
        6: tr.gettext("6th"),
    }[place]
