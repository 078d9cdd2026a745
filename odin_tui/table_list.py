"""Every table in plain lines, for those who run a hall."""

from collections.abc import Iterable

from odin_server.hall import TableStatus

HEAD = ("code", "game", "phase", "quiet", "connected", "who")
UNITS = ((86_400, "d"), (3600, "h"), (60, "m"), (1, "s"))


def table_lines(tables: Iterable[TableStatus], now: float) -> str:
    """Give a line for each table, under a line that says what stands in it."""
    rows = [HEAD, *(_row(table, now) for table in tables)]
    if len(rows) == 1:
        return "There are no tables."
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _row(table: TableStatus, now: float) -> tuple[str, ...]:
    bots = f"{table.bots} bot{'' if table.bots == 1 else 's'}"
    who = ", ".join([*table.people, *([bots] if table.bots else [])])
    phase = table.phase.value + ("" if table.public else ", private")
    quiet = _short(max(0.0, now - table.last_at))
    return table.code, table.game, phase, quiet, str(table.connected), who


def _short(seconds: float) -> str:
    """Say a span of time in its largest unit, as moderators type it."""
    for length, unit in UNITS:
        if seconds >= length:
            return f"{int(seconds // length)}{unit}"
    return "0s"
