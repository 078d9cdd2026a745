"""Moves of Walhalla as a player would say them, and advice to make them."""

from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail, Sell
from odin_tui.drawing.names import listed
from odin_tui.languages import N_
from odin_tui.narrator import Reader
from odin_tui.walhalla.messages import card_name, cards_text

SPOKEN = {
    "board-none": N_("send nobody aboard"),
    "board-one": N_("fill seat {seats}"),
    "board": N_("fill seats {seats}"),
    "sell": N_("sell {card}"),
    "sail": N_("sail into fjord {fjord}"),
    "sail-turned": N_("turn the dragon and sail into fjord {fjord}"),
    "land": N_("land at {field}"),
    "commit-none": N_("keep all cards"),
    "commit": N_("lay down {cards}"),
    Answer.JOIN: N_("come along"),
    Answer.DECLINE: N_("stay at home"),
    Answer.ATTACK: N_("play attack"),
    Answer.FIGHT: N_("fight without the card"),
    Answer.LOSE: N_("let the Viking fall"),
    Answer.PAY: N_("pay a hero"),
    Answer.SHIELD: N_("play shield"),
    Answer.HUNT: N_("play hunt"),
    Answer.GATHER: N_("take the points without hunt"),
}
"""What is done, by the kind of move."""
ADVICE = {
    "board-none": N_("A Konung would send nobody aboard."),
    "board-one": N_("A Konung would fill seat {seats}."),
    "board": N_("A Konung would fill seats {seats}."),
    "sell": N_("A Konung would sell {card}."),
    "sail": N_("A Konung would sail into fjord {fjord}."),
    "sail-turned": N_("A Konung would turn the dragon and sail into fjord {fjord}."),
    "land": N_("A Konung would land at {field}."),
    "commit-none": N_("A Konung would keep all cards."),
    "commit": N_("A Konung would lay down {cards}."),
    Answer.JOIN: N_("A Konung would come along."),
    Answer.DECLINE: N_("A Konung would stay at home."),
    Answer.ATTACK: N_("A Konung would play attack."),
    Answer.FIGHT: N_("A Konung would fight without the card."),
    Answer.LOSE: N_("A Konung would let the Viking fall."),
    Answer.PAY: N_("A Konung would pay a hero."),
    Answer.SHIELD: N_("A Konung would play shield."),
    Answer.HUNT: N_("A Konung would play hunt."),
    Answer.GATHER: N_("A Konung would take the points without hunt."),
}


def spoken(move: Move, reader: Reader) -> str:
    """Return a move as a player would say it."""
    return _said(SPOKEN, move, reader)


def advice(move: Move, reader: Reader) -> str:
    """Return that a good player would make a move."""
    return _said(ADVICE, move, reader)


def _said(texts: dict[str, str], move: Move, reader: Reader) -> str:
    tr = reader.tr
    match move:
        case Board(places):
            seats = listed([str(place + 1) for place in places], tr) if places else ""
            kind = ("board-none", "board-one", "board", "board")[len(places)]
            return tr.gettext(texts[kind]).format(seats=seats)
        case Sell(card):
            return tr.gettext(texts["sell"]).format(card=card_name(card, tr))
        case Sail(fjord, turned):
            return tr.gettext(texts["sail-turned" if turned else "sail"]).format(fjord=fjord + 1)
        case Land(field):
            return tr.gettext(texts["land"]).format(field=field)
        case Commit(cards):
            text = tr.gettext(texts["commit" if cards else "commit-none"])
            return text.format(cards=cards_text(cards, tr) if cards else "")
    return tr.gettext(texts[move])
