"""Pages of Walhalla to look something up: everybody's Vikings, the scoring now, the cards."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import add, gt

from rich.cells import cell_len
from textual.content import Content

from odin_engine.walhalla.box import COPIES, RAIDS, SUPPLY, WALHALLA_MAJORITY, Card
from odin_engine.walhalla.scoring import dense_places, majority
from odin_engine.walhalla.view import View
from odin_tui.drawing.names import shortened
from odin_tui.languages import N_
from odin_tui.languages.numbers import comma_list
from odin_tui.narrator import Reader
from odin_tui.screens.lookup import LookupScreen
from odin_tui.walhalla.action_cards import CARD_NAMES, EFFECTS, WHEN
from odin_tui.walhalla.map_text import held, shares
from odin_tui.walhalla.messages import PENINSULAS
from odin_tui.walhalla.pieces import mark, shield_style
from odin_tui.walhalla.plates import pieces_row, zones_of

LONGEST_NAME = 12
Row = Sequence[Content | str]
PIECES, FORECAST, CARDS = (
    N_("Vikings and Walhalla"),
    N_("If raid {raid} ended now"),
    N_("Action cards"),
)
TITLES = PIECES, FORECAST, CARDS
"""What stands above each page."""


def rows_of(rows: Sequence[Row]) -> list[Content]:
    """Return rows whose columns stand below each other; the first is left, the others right."""
    columns = zip(*rows, strict=True)
    wide = [max(_width(cell) for cell in column) for column in columns]
    return [
        Content("  ").join(
            _padded(cell, width, left=not number)
            for number, (cell, width) in enumerate(zip(row, wide, strict=True))
        )
        for row in rows
    ]


def _width(cell: Content | str) -> int:
    return cell_len(cell) if isinstance(cell, str) else cell.cell_length


def _padded(cell: Content | str, width: int, *, left: bool) -> Content:
    blank = " " * (width - _width(cell))
    return Content.assemble(cell, blank) if left else Content.assemble(blank, cell)


def seat_name(seat: int, reader: Reader) -> Content:
    """Return the shield of a seat and its name."""
    ink = "bold $your-turn" if reader.is_me(seat) else "bold"
    name = shortened(reader.names[seat], LONGEST_NAME)
    return Content.assemble((mark(seat), shield_style(seat)), " ", (name, ink))


def _page(lines: Iterable[Content]) -> Content:
    return Content("\n").join([*lines, Content("")])


# -- everybody's Vikings -------------------------------------------------------------------------


def pieces_screen(view: View, reader: Reader) -> LookupScreen:
    """Return the page with everybody's Vikings and heroes."""
    return LookupScreen(reader.tr.gettext(PIECES), pieces_page(view, reader))


def pieces_page(view: View, reader: Reader) -> Content:
    """Return where everybody's Vikings are, and what the heroes would bring now."""
    tr = reader.tr
    fresh = list(map(min, _supply(view), _in_asgard(view)))
    last = view.raid == RAIDS
    points = majority(list(view.walhalla), *WALHALLA_MAJORITY)
    head: Row = (
        "",
        tr.gettext("Midgard"),
        tr.gettext("dragon"),
        tr.pgettext("a column", "land"),
        tr.gettext("Asgard"),
        tr.gettext("Walhalla"),
        tr.gettext("points") if last else tr.gettext("fresh"),
    )
    rows: list[Row] = [[Content.styled(str(word), "$quiet") for word in head]]
    for seat in range(view.seats):
        numbers = [str(count) for count in zones_of(view, seat)]
        gain = f"+{points[seat] if last else fresh[seat]}"
        rows.append([seat_name(seat, reader), *numbers, Content.styled(gain, "bold")])
    signs: list[Row] = [
        [seat_name(seat, reader), pieces_row(zones_of(view, seat), seat)]
        for seat in range(view.seats)
    ]
    legend = tr.gettext("▮ in Midgard, aboard or on land · ▯ in Asgard · ▵ a hero in Walhalla")
    notes = [Content.styled(legend, "$quiet"), *_pieces_notes(view, reader)]
    return _page([*rows_of(rows), Content(""), *rows_of(signs), Content(""), *notes])


def _supply(view: View) -> list[int]:
    """Return how many fresh Vikings the place of each seat in Walhalla is worth."""
    return [SUPPLY[view.seats][place - 1] for place in dense_places(list(view.walhalla))]


def _in_asgard(view: View) -> list[int]:
    """Return how many Vikings of each seat are in Asgard when the raid ends."""
    leaving = (held(view, seat, "") - held(view, seat, "W") for seat in range(view.seats))
    return list(map(add, view.asgard, leaving))


def _pieces_notes(view: View, reader: Reader) -> list[Content]:
    tr = reader.tr
    if view.raid == RAIDS:
        text = tr.gettext(
            "After this raid: {first} points for the most heroes, {second} for the next."
        )
        first, second = WALHALLA_MAJORITY
        return [Content.styled(text.format(first=first, second=second), "$quiet")]
    text = tr.gettext("Fresh Vikings after this raid, by place in Walhalla: {numbers}.")
    numbers = comma_list(SUPPLY[view.seats], tr)
    fewest = min(view.walhalla)
    exodus = tr.ngettext(
        "Then {count} hero of everybody would leave Walhalla for Asgard.",
        "Then {count} heroes of everybody would leave Walhalla for Asgard.",
        fewest,
    )
    lines = [text.format(numbers=numbers)]
    if any(map(gt, _supply(view), _in_asgard(view))):
        lines.append(tr.gettext("Only as many fresh Vikings come as there are in Asgard."))
    if fewest:
        lines.append(exodus.format(count=fewest))
    return [Content.styled(line, "$quiet") for line in lines]


# -- the scoring now -----------------------------------------------------------------------------


def forecast_screen(view: View, reader: Reader) -> LookupScreen:
    """Return the page with the scoring as it would be now."""
    title = reader.tr.gettext(FORECAST).format(raid=view.raid)
    return LookupScreen(title, forecast_page(view, reader))


def forecast_page(view: View, reader: Reader) -> Content:
    """Return what everybody would get now, without cards that are still in hands."""
    tr, last = reader.tr, view.raid == RAIDS
    seats = range(view.seats)
    columns: list[tuple[str, list[int]]] = [
        (cape_title(view, number, reader), shares(view, number))
        for number in range(len(PENINSULAS))
    ]
    wheat = [view.raid * held(view, seat, "W") for seat in seats]
    columns.append((tr.gettext("wheat"), wheat))
    if last:
        columns.append((tr.gettext("fields"), [held(view, seat, "") for seat in seats]))
        heroes = majority(list(view.walhalla), *WALHALLA_MAJORITY)
        columns.append((tr.gettext("heroes"), heroes))
    sums = [sum(numbers[seat] for _, numbers in columns) for seat in seats]
    head = ["", tr.gettext("now"), *(title for title, _ in columns), tr.gettext("then")]
    rows: list[Row] = [[Content.styled(word, "$quiet") for word in head]]
    for seat in seats:
        gains = [f"+{numbers[seat]}" if numbers[seat] else "–" for _, numbers in columns]
        total = Content.styled(str(view.points[seat] + sums[seat]), "bold")
        rows.append([seat_name(seat, reader), str(view.points[seat]), *gains, total])
    note = tr.gettext("Cards that are laid down when the raid ends come on top of this.")
    return _page([*rows_of(rows), Content(""), Content.styled(note, "$quiet")])


def cape_title(view: View, peninsula: int, reader: Reader) -> str:
    """Return a peninsula with the points of its places."""
    cape = view.capes[peninsula]
    text = reader.tr.gettext("{letter} {first}/{second}")
    return text.format(letter=PENINSULAS[peninsula], first=cape.outer, second=cape.inner)


# -- the cards -----------------------------------------------------------------------------------


def cards_screen(view: View, reader: Reader) -> LookupScreen:
    """Return the page with every kind of card."""
    return LookupScreen(reader.tr.gettext(CARDS), cards_page(view, reader))


def cards_page(view: View, reader: Reader) -> Content:
    """Return when each kind of card is played and what it does, and how many there are where."""
    tr = reader.tr
    mine = tr.pgettext("cards", "yours")
    head = ["", tr.pgettext("cards", "all"), mine, tr.pgettext("cards", "open")]
    rows: list[Row] = [[Content.styled(word, "$quiet") for word in head]]
    for card in Card:
        own = view.hand.count(card)
        yours = Content.styled(str(own), "bold $your-turn") if own else "–"
        seen = str(view.discards.count(card) or "–")
        rows.append([tr.gettext(CARD_NAMES[card]), str(COPIES[card]), yours, seen])
    first, *others = rows_of(rows)
    lines, row_of = [first], dict(zip(Card, others, strict=True))
    # When a card is played stands once above all it is true of: beside each, it left too few
    # columns for what a card does, which broke in two, and the page was longer than 24 rows.
    for when, cards in groupby(Card, WHEN.__getitem__):
        lines.append(Content.styled(tr.gettext(when), "bold"))
        for card in cards:
            effect = Content.styled(tr.gettext(EFFECTS[card]), "$quiet")
            lines.append(Content.assemble(row_of[card], "  ", effect))
    pile = tr.ngettext("{count} card to draw", "{count} cards to draw", view.pile)
    return _page([*lines, Content(""), Content.styled(pile.format(count=view.pile), "$quiet")])
