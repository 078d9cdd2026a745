"""An inbox in words: its entries, and what has happened at a table since the last visit."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from odin_engine.game import Refusal
from odin_server.hall import Hall, Player
from odin_server.hall.inbox import EntryKind, InboxEntry, TableNews
from odin_tui.catalogue import game_title
from odin_tui.correspondence_text import clock_text, when_text
from odin_tui.drawing.names import names_apart
from odin_tui.elapsed_time import ago
from odin_tui.game_ui import game_ui
from odin_tui.languages import Translations
from odin_tui.match_titles import finished_title, match_title, place_text
from odin_tui.narrator import Reader
from odin_tui.stand_in import lapsed_text

MOST_LINES = 12
"""How many lines tell what has happened at a table; the last ones."""


def entry_title(entry: InboxEntry, player: Player, tr: Translations) -> str:
    """Return which match or challenge an entry is about."""
    if entry.challenge is not None:
        made = entry.challenge.made
        name, text = made.name, tr.gettext("{name} challenges you to {game}")
        if entry.kind is EntryKind.DECLINED:
            name, text = made.rival_name, tr.gettext("{name} declined to play {game}")
        return text.format(name=name, game=game_title(made.game))
    if entry.match is not None:
        return finished_title(entry.match, player, tr)
    return "" if entry.table is None else match_title(entry.table, player, tr)


def entry_words(entry: InboxEntry, player: Player, now: float, tr: Translations) -> str:
    """Return what an entry says."""
    if entry.match is not None:
        place, points = (
            place_text(entry.match, player, tr),
            " : ".join(map(str, entry.match.points)),
        )
        return f"{place} · {points} · {ago(now - entry.at, tr)}"
    if entry.kind is EntryKind.CHALLENGE and entry.table is not None:
        clock = entry.table.clock
        return tr.gettext("at once, without a clock") if clock is None else clock_text(clock, tr)
    if entry.kind is EntryKind.DECLINED:
        return ago(now - entry.at, tr)
    if entry.kind is EntryKind.TURN and entry.deadline is not None:
        return tr.gettext("your turn until {when}").format(when=when_text(entry.deadline, now, tr))
    if entry.table is not None and entry.table.free:
        return tr.gettext("waits for players")
    return tr.gettext("waits for the others")


def news_lines(news: TableNews, tr: Translations) -> list[str]:
    """Tell what has happened at a table, for the seat whose news these are; nothing if nothing."""
    table = news.table
    ui, reader = game_ui(table.game), Reader(names_apart(table, tr), table.seat, tr)
    lines = [
        line for before, after in pairwise(news.views) for line in ui.tell(before, after, reader)
    ]
    if lines and (lapsed := lapsed_text(table, tr)):
        lines.append(lapsed)
    if news.left_off or len(lines) > MOST_LINES:
        lines = ["…", *lines[-MOST_LINES:]]
    return lines


def news_of(hall: Hall, player: Player, code: str, tr: Translations) -> list[str]:
    """Tell what has happened at one's own table since the last visit; nothing at another one."""
    try:
        return news_lines(hall.inbox.news(player, code), tr)
    except Refusal:
        return []


def inbox_lines(
    hall: Hall, player: Player, command: Callable[[str], str], tr: Translations
) -> list[str]:
    """Return an inbox in plain lines, each match with what has happened there.

    `command` returns what the reader types for a command.
    """
    lines = []
    for entry in hall.inbox.entries(player):
        new, seen = tr.gettext("New: {match}, {words}"), tr.gettext("{match}, {words}")
        text = new if entry.unread else seen
        code = entry.match.id if entry.match is not None else ""
        code = entry.table.code if entry.table is not None else code
        title = entry_title(entry, player, tr)
        words = entry_words(entry, player, hall.now(), tr)
        lines.append(f"{code}  {text.format(match=title, words=words)}")
        if entry.kind is EntryKind.CHALLENGE:
            accept, refuse = command(f"join {code}"), command(f"decline {code}")
            lines.append(f"  {tr.gettext('To accept: {command}').format(command=accept)}")
            lines.append(f"  {tr.gettext('To decline: {command}').format(command=refuse)}")
        elif entry.table is not None:
            lines += [f"  {line}" for line in news_of(hall, player, entry.table.code, tr)]
    return lines or [tr.gettext("Your inbox is empty.")]


def inbox_data(hall: Hall, player: Player) -> dict[str, Any]:
    """Return an inbox in words and numbers, for programs."""
    return {"now": hall.now(), "entries": list(map(_entry_data, hall.inbox.entries(player)))}


def _entry_data(entry: InboxEntry) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": entry.kind.value, "at": entry.at, "unread": entry.unread}
    if entry.table is not None:
        table = entry.table
        data |= {"code": table.code, "game": table.game, "names": list(table.names)}
        data |= {"phase": table.phase.value, "deadline": entry.deadline}
    if entry.challenge is not None:
        made = entry.challenge.made
        data |= {"game": made.game, "from": made.name, "to": made.rival_name}
    if entry.match is not None:
        match = entry.match
        data |= {"match": match.id, "game": match.game, "names": list(match.names)}
        data |= {"places": list(match.places), "points": list(match.points)}
    return data
