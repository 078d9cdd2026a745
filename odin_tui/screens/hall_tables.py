"""What the list of the hall says about a table."""

from collections.abc import Iterator

from odin_server.hall import Phase, TableListing
from odin_tui.catalogue import PLAYABLE, game_title
from odin_tui.correspondence_text import clock_text
from odin_tui.languages import Translations
from odin_tui.option_text import option_summary
from odin_tui.widgets.hall_menu import TableItem


def table_item(table: TableListing, tr: Translations, *, mine: bool, turn: str = "") -> TableItem:
    """Return a table as the list shows it; `turn` says how long it is the reader's turn."""
    taken = tuple(name for name in table.names if name)
    if mine:
        verb = tr.gettext("continue")
    else:
        verb = tr.gettext("join") if table.free else tr.gettext("watch")
    return TableItem(
        f"table {table.code}",
        f"{game_title(table.game)} {table.code}",
        " · ".join(_facts(table, tr)),
        game=table.game,
        status=turn or " · ".join(_status(table, tr, mine=mine)),
        seats=(*taken, *[tr.gettext("free")] * table.free),
        free=table.free,
        verb=verb,
    )


def _status(table: TableListing, tr: Translations, *, mine: bool) -> Iterator[str]:
    """Yield whether a table is one's own, and how it stands."""
    if mine:
        yield tr.pgettext("a table", "yours")
    if table.phase is Phase.LOBBY:
        seats = len(table.names)
        text = tr.ngettext("{free} of {seats} seat free", "{free} of {seats} seats free", seats)
        yield text.format(free=table.free, seats=seats)
    else:
        phases = {Phase.PLAYING: tr.gettext("playing"), Phase.PAUSED: tr.gettext("paused")}
        yield phases.get(table.phase, tr.gettext("over"))


def _facts(table: TableListing, tr: Translations) -> Iterator[str]:
    """Yield what else the list says about a table, each fact for itself."""
    yield tr.gettext("opened by {name}").format(name=table.host)
    if table.clock is not None:
        yield clock_text(table.clock, tr)
    if table.game in PLAYABLE:
        for name, value in table.options.items():
            yield option_summary(table.game, name, value, tr)
