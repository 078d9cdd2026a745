"""Odin in plain lines: the hand, the table, the points, and moves as people type them."""

from odin_engine.odin.cards import COLOUR_BITS, NUMBER_BITS, Cards
from odin_engine.odin.moves import Move, Pass, Play, parse_move
from odin_engine.odin.rules import why_not_play
from odin_engine.odin.sets import VALUE
from odin_engine.odin.view import View
from odin_tui.game_ui import Question, TextUI
from odin_tui.narrator import Reader

HELP = (
    "Type a move: pass, or cards like B9 B5, then +R8 for the card you take.",
    "hand: what you hold. table: what lies there. scores: the points. sets: what you can play.",
)
COUNT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def hand(view: View, _reader: Reader) -> list[str]:
    """Say what one holds, colour by colour, and which numbers are there more than once."""
    if view.seat is None:
        return ["You watch, so you hold no cards."]
    if not view.hand:
        return ["You hold no cards."]
    bits = view.hand.bits
    colours = ", ".join(str(Cards(bits & group)) for group in COLOUR_BITS.values() if bits & group)
    lines = [f"You hold {_cards(len(view.hand))}: {colours}."]
    alike = [Cards(bits & group) for group in NUMBER_BITS.values()]
    if alike := [cards for cards in alike if len(cards) > 1]:
        lines.append(f"Same number: {', '.join(map(str, alike))}.")
    return lines


def table(view: View, reader: Reader) -> list[str]:
    """Say what lies there, how many cards everyone holds, and what has fallen."""
    lines = [f"Hand {view.hand_no}, round {view.round_no}.", _middle(view, reader)]
    if view.table and view.passes:
        lines.append(f"{_passes(view.passes)} since.")
    left = ", ".join(f"{_name(reader, seat)} {n}" for seat, n in enumerate(view.counts))
    lines.append(f"Cards left: {left}.")
    if view.turn is not None:
        whose = "your turn" if view.turn == view.seat else f"the turn of {reader.names[view.turn]}"
        lines.append(f"It is {whose}.")
    fallen = f"Valhalla holds {_cards(len(view.discard))}"
    lines.append(f"{fallen}: {view.discard}." if view.discard else f"{fallen}.")
    return lines


def scores(view: View, reader: Reader) -> list[str]:
    """Say how many points everyone has, the fewest first."""
    order = sorted(range(len(reader.names)), key=lambda seat: (view.points[seat], seat))
    held = ", ".join(f"{_name(reader, seat)} {view.points[seat]}" for seat in order)
    if view.options.target is None:
        return [f"Points: {held}. The match is one hand."]
    return [f"Points: {held}. The match ends at {view.options.target}; the fewest win."]


def prompt(view: View, _reader: Reader) -> str:
    """Say what one can do now, and what lies there to be beaten."""
    if view.seat is None or view.seat != view.turn:
        return "It is not your turn."
    if not view.table:
        whole = len(view.hand) > 1 and view.hand.bits in VALUE
        return "Your turn: lead one card" + (", or all, since they are one set." if whole else ".")
    size = len(view.table)
    several = f"{COUNT[size]} or {COUNT[size + 1]} cards"
    needed = "one card above {0} or any pair" if size == 1 else several + " above {0}"
    asked = needed.format(VALUE[view.table.bits])
    if len(view.moves) == 1:
        return f"Your turn: beating {VALUE[view.table.bits]} needs {asked}; you can only pass."
    return f"Your turn: play {asked}, or pass."


def sets(view: View, _reader: Reader) -> list[str]:
    """List the sets that may be played now, the lowest first."""
    if view.seat is None or view.seat != view.turn:
        return ["It is not your turn."]
    found = sorted(view.moves.sets, key=lambda cards: VALUE[cards.bits])
    if not found:
        return ["You can only pass."]
    return [f"You can play {', '.join(map(str, found))}{', or pass' if view.table else ''}."]


def spoken(move: Move, _reader: Reader) -> str:
    """Say a move as one would make it."""
    if isinstance(move, Pass):
        return "pass"
    return f"play {move.cards}" + (f" and take {move.take}" if move.take else "")


def read_move(view: View, text: str, about: Play | None = None) -> Move:
    """Read a typed move; a card to take that can only be one need not be typed."""
    move = parse_move(text.removeprefix("+") if about else text)
    if isinstance(move, Pass):
        return move
    if about is not None and move.take is None and len(move.cards) == 1:
        (card,) = move.cards
        if card in view.table:
            return Play(about.cards, card)
    if move.take is not None or not view.table or move.cards == view.hand:
        return move
    takes = [Play(move.cards, card) for card in view.table]
    if takes[0] not in view.moves:
        raise why_not_play(view.hand.bits, view.table.bits, move)
    if len(takes) == 1:
        return takes[0]
    raise Question("which-card", about=move, cards=[str(card) for card in view.table])


def _middle(view: View, reader: Reader) -> str:
    if not view.table:
        leader = view.owner if view.turn is None else view.turn
        return f"Nothing lies in the middle; {_name(reader, leader)} to lead."
    worth = f", worth {VALUE[view.table.bits]}" if len(view.table) > 1 else ""
    whose = "you" if view.owner == view.seat else reader.names[view.owner]
    return f"In the middle: {view.table}{worth}, played by {whose}."


def _name(reader: Reader, seat: int) -> str:
    return "you" if reader.is_me(seat) else reader.names[seat]


def _passes(number: int) -> str:
    return "One pass" if number == 1 else f"{COUNT[number].capitalize()} passes"


def _cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


TEXT = TextUI(
    help=HELP,
    hand=hand,
    table=table,
    scores=scores,
    prompt=prompt,
    moves=sets,
    spoken=spoken,
    read_move=read_move,
)
