"""What was published about the seed of a match, whole, with what it is for."""

from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from odin_engine.record import Record
from odin_server.hall import TableView
from odin_tui import fair_deals
from odin_tui.keys import binding
from odin_tui.languages import N_, Translations
from odin_tui.screens.lookup import LookupScreen

WIDTH = 64
"""As many cells as a SHA-256 has digits, so that it stands on one line from 72 columns up."""
FRAME = 6
"""The cells that the border and the padding of the page take."""


class FairDealsScreen(LookupScreen):
    """A page over the table or over a replay; the key that opened it closes it too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("table.deals", "dismiss", N_("close"), show=False),
        binding("replay.deals", "dismiss", N_("close"), show=False),
    ]

    DEFAULT_CSS = f"""
    FairDealsScreen Dialog {{ width: {WIDTH + FRAME}; }}
    """

    def __init__(self, page: Content, tr: Translations) -> None:
        super().__init__(tr.gettext("Fair deals"), page)


def table_page(table: TableView, tr: Translations) -> Content:
    """Return the page of a table: what is published, and once the match is over the seed."""
    parts = [_digest(tr.gettext("The SHA-256 of this match's seed:"), table.commitment, tr)]
    proof = fair_deals.proof(table, tr)
    if not proof and table.seed_given:
        proof = [tr.gettext(fair_deals.GIVEN)]
    parts += [Content.styled(text, "bold") for text in proof]
    if table.next_commitment is not None:
        heading = tr.gettext("The SHA-256 of the next match's seed:")
        parts.append(_digest(heading, table.next_commitment, tr))
    return _page(parts, tr)


def record_page(record: Record, tr: Translations) -> Content:
    """Return the page of a recorded match."""
    heading = tr.gettext("The SHA-256 published before the first card:")
    proof = Content.styled(fair_deals.proof_of(record, tr), "bold")
    return _page([_digest(heading, record.commitment, tr), proof], tr)


def _digest(heading: str, commitment: str | None, tr: Translations) -> Content:
    if commitment is None:
        return Content(tr.gettext(fair_deals.NOT_PUBLISHED))
    return Content.assemble((heading, "$quiet"), "\n", (commitment, "bold"))


def _page(parts: list[Content], tr: Translations) -> Content:
    meaning = (tr.gettext(fair_deals.PURPOSE), tr.gettext(fair_deals.HOW))
    return Content("\n\n").join([*parts, *(Content.styled(text, "$quiet") for text in meaning)])
