"""What was published about the seed of a match, whole, with what it is for."""

from textwrap import fill
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from odin_engine.record import Record
from odin_server.hall import TableView
from odin_tui import fair_deals
from odin_tui.keys import binding
from odin_tui.screens.lookup import LookupScreen

TITLE = "Fair deals"
WIDTH = 64
"""As many cells as a SHA-256 has digits, so that it stands on one line from 72 columns up."""


class FairDealsScreen(LookupScreen):
    """A page over the table or over a replay; the key that opened it closes it too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("table.deals", "dismiss", "close", show=False),
        binding("replay.deals", "dismiss", "close", show=False),
    ]

    def __init__(self, page: Content) -> None:
        super().__init__(TITLE, page)


def table_page(table: TableView) -> Content:
    """Write the page of a table: what is published, and once the match is over the seed."""
    parts = [_digest("The SHA-256 of this match's seed:", table.commitment)]
    proof = fair_deals.proof(table) or ([fair_deals.GIVEN] if table.seed_given else [])
    parts += [Content.styled(_filled(words), "bold") for words in proof]
    if table.next_commitment is not None:
        parts.append(_digest("The SHA-256 of the next match's seed:", table.next_commitment))
    return _page(*parts)


def record_page(record: Record) -> Content:
    """Write the page of a recorded match."""
    return _page(
        _digest("The SHA-256 published before the first card:", record.commitment),
        Content.styled(_filled(fair_deals.proof_of(record)), "bold"),
    )


def _filled(words: str) -> str:
    return fill(words, WIDTH, break_on_hyphens=False)


def _digest(heading: str, commitment: str | None) -> Content:
    if commitment is None:
        return Content(_filled(fair_deals.NOT_PUBLISHED))
    return Content.assemble((heading, "$quiet"), "\n", (commitment, "bold"))


def _page(*parts: Content) -> Content:
    told = [Content.styled(_filled(words), "$quiet") for words in _MEANING]
    return Content("\n\n").join([*parts, *told])


_MEANING = fair_deals.PURPOSE, fair_deals.HOW
