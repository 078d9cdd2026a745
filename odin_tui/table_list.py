"""Every table in plain lines, for those who run a hall."""

from collections.abc import Iterable
from typing import Any

from rich.cells import cell_len, set_cell_size

from odin_server.hall import Phase, TableStatus
from odin_tui.languages import N_, Translations
from odin_tui.languages.numbers import comma_list

HEAD = (N_("code"), N_("game"), N_("phase"), N_("idle for"), N_("connected"), N_("who"))
PHASES = {
    Phase.LOBBY: (N_("lobby"), N_("lobby, private")),
    Phase.PLAYING: (N_("playing"), N_("playing, private")),
    Phase.PAUSED: (N_("paused"), N_("paused, private")),
    Phase.OVER: (N_("over"), N_("over, private")),
    Phase.CLOSED: (N_("closed"), N_("closed, private")),
}
"""What a phase is called, at public and at private tables."""
UNITS = ((86_400, "d"), (3600, "h"), (60, "m"), (1, "s"))


def table_lines(tables: Iterable[TableStatus], now: float, tr: Translations) -> str:
    """Return a line for each table, below a line of headings."""
    rows = [tuple(map(tr.gettext, HEAD)), *(_row(table, now, tr) for table in tables)]
    if len(rows) == 1:
        return tr.gettext("There are no tables.")
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(
            set_cell_size(word, width) for word, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def table_facts(table: TableStatus) -> dict[str, Any]:
    """Return a table as JSON can hold it."""
    return {
        "id": table.id,
        "code": table.code,
        "game": table.game,
        "phase": table.phase.value,
        "public": table.public,
        "host": table.host,
        "people": table.people,
        "bots": table.bots,
        "opened_at": table.opened_at,
        "last_at": table.last_at,
    }


def _row(table: TableStatus, now: float, tr: Translations) -> tuple[str, ...]:
    bots = tr.ngettext("{count} bot", "{count} bots", table.bots).format(count=table.bots)
    who = comma_list([*table.people, *([bots] if table.bots else [])], tr)
    public, private = PHASES[table.phase]
    phase = tr.gettext(public) if table.public else tr.gettext(private)
    quiet = _short(max(0.0, now - table.last_at))
    connected = "–" if table.connected is None else str(table.connected)
    return table.code, table.game, phase, quiet, connected, who


def _short(seconds: float) -> str:
    """Return a span of time in its largest unit, as moderators type it."""
    for length, unit in UNITS:
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return "0s"
