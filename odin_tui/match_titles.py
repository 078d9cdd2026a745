"""Matches in a few words, for lists: the game, the others, and how it ended."""

from collections.abc import Sequence

from odin_server.hall import FinishedMatch, Player, TableListing
from odin_tui.achievements import own_seat
from odin_tui.catalogue import game_title
from odin_tui.drawing.names import ordinal
from odin_tui.languages import Translations
from odin_tui.languages.numbers import comma_list


def match_title(table: TableListing, player: Player, tr: Translations) -> str:
    """Return a title for a match: its game and the others at the table."""
    names = list(table.names)
    if player.name in names:
        names.remove(player.name)
    return _title(table.game, [name for name in names if name], tr)


def finished_title(match: FinishedMatch, player: Player, tr: Translations) -> str:
    """Return a title for a match that is over."""
    mine = own_seat(player.id, match)
    return _title(match.game, [name for seat, name in enumerate(match.names) if seat != mine], tr)


def _title(game: str, others: Sequence[str], tr: Translations) -> str:
    title = game_title(game)
    if not others:
        return tr.gettext("{game} with nobody yet").format(game=title)
    return tr.gettext("{game} with {others}").format(game=title, others=comma_list(others, tr))


def place_text(match: FinishedMatch, player: Player, tr: Translations) -> str:
    """Return which place a player took, as a table of results says it."""
    place = match.places[own_seat(player.id, match)]
    if place == 1:
        return tr.pgettext("the reader's result", "won")
    text = tr.gettext("{place} of {players}")
    return text.format(place=ordinal(place, tr), players=len(match.names))
