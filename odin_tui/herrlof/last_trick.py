"""The page that shows the last trick again, and what became of it."""

from textual.content import Content

from odin_engine.herrlof.state import Trick
from odin_engine.herrlof.view import View
from odin_tui.drawing.card_faces import SMALL
from odin_tui.herrlof.cards import MARKS, Style, painted
from odin_tui.herrlof.text import reminder
from odin_tui.herrlof.trick import MiddleContents, draw_middle
from odin_tui.languages import N_
from odin_tui.narrator import EventText, Reader
from odin_tui.screens.lookup import LookupScreen

WIDTH, HEIGHT = 56, 8


def last_trick_screen(view: View, reader: Reader, card_style: str) -> LookupScreen:
    """Return the page that shows the last trick again; no older trick may be seen."""
    trick = view.last_trick
    page = Content("") if trick is None else last_trick_page(trick, reader, card_style)
    return LookupScreen(reader.tr.gettext("The last trick"), page)


def last_trick_page(trick: Trick, reader: Reader, card_style: str) -> Content:
    """Draw a trick, and say what became of it."""
    names = tuple(reader.names[seat] for seat, _ in trick.laid)
    wins = None if trick.winner is None else (trick.winner - trick.leader) % len(trick.cards)
    style = Style(SMALL, MARKS[card_style], reader.tr)
    picture = draw_middle(MiddleContents(trick.cards, names, wins, style=style), WIDTH, HEIGHT)
    lines = [picture.content(), painted(trick_outcome(trick, reader), card_style)]
    lines += [
        Content.assemble(painted(f"{card} ", card_style), (said, "$quiet"))
        for card in dict.fromkeys(trick.cards)
        if (said := reminder(card, len(trick.cards), reader.tr))
    ]
    return Content("\n").join(lines)


LED_BY_YOU = EventText(
    N_("Trick {number} of round {round}, led by you: you won it with {card}."),
    N_("Trick {number} of round {round}, led by you: {winner} won it with {card}."),
)
LED_BY_OTHERS = EventText(
    N_("Trick {number} of round {round}, led by {leader}: you won it with {card}."),
    N_("Trick {number} of round {round}, led by {leader}: {winner} won it with {card}."),
)
DESTROYED = EventText(
    N_("Trick {number} of round {round}, led by you: destroyed."),
    N_("Trick {number} of round {round}, led by {leader}: destroyed."),
)


def trick_outcome(trick: Trick, reader: Reader) -> str:
    """Return a sentence about what became of a trick."""
    winner, leader = trick.winner, trick.leader
    if winner is None:
        text = reader.choose(DESTROYED, leader)
    else:
        text = reader.choose(LED_BY_YOU if reader.is_me(leader) else LED_BY_OTHERS, winner)
    return text.format(
        number=trick.number,
        round=trick.round_no,
        leader=reader.names[leader],
        winner="" if winner is None else reader.names[winner],
        card="" if winner is None else dict(trick.laid)[winner],
    )
