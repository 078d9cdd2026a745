"""Herrlof in plain lines: the hand, the table, the points, and moves as people type them."""

from odin_engine.game import NotAMove
from odin_engine.herrlof.cards import COLOUR_BITS, SPECIAL_NUMBERS, Card, Cards
from odin_engine.herrlof.moves import (
    Bury,
    Draw,
    Move,
    Play,
    Predict,
    Return,
    Skip,
    Steal,
    parse_move,
)
from odin_engine.herrlof.state import Stage
from odin_engine.herrlof.view import View
from odin_tui.game_ui import TextUI
from odin_tui.herrlof.card_hints import reminder, to_go, tricks_word, why_not
from odin_tui.narrator import Reader

HELP = (
    "Type a move: a card like R7, V or H, or a number to predict; when a card lets you,",
    "draw, bury R7, steal 1, return R7, or skip.",
    "hand: what you hold. table: trump, trick, last trick and tricks won. scores: the points.",
    "sets: what you can do now.",
)


def hand(view: View, _reader: Reader) -> list[str]:
    """Say what one holds, colour by colour, and what its special cards do."""
    if view.seat is None:
        return ["You watch, so you hold no cards."]
    if not view.hand:
        return ["You hold no cards."]
    bits = view.hand.bits
    groups = [str(Cards(bits & group)) for group in COLOUR_BITS.values() if bits & group]
    groups += [str(card) for card in view.hand if card.colour is None]
    return [f"You hold {_cards(len(view.hand))}: {', '.join(groups)}."]


def table(view: View, reader: Reader) -> list[str]:
    """Say what is trump, what lies there, who has won how much, and what the last trick was."""
    lines = [f"Round {view.round_no}, trick {view.trick_no} of {view.hand_size}. {_trump(view)}"]
    lines.append(_middle(view, reader))
    if view.last_trick is not None:
        laid = ", ".join(f"{_name(reader, s)} {card}" for s, card in view.last_trick.laid)
        winner = view.last_trick.winner
        fate = "destroyed" if winner is None else f"won by {_name(reader, winner)}"
        lines.append(f"The last trick: {laid}; {fate}.")
    won = ", ".join(f"{_name(reader, seat)} {n}" for seat, n in enumerate(view.tricks))
    lines.append(f"Tricks won: {won}; destroyed {view.destroyed}.")
    lines += _pledge(view)
    left = ", ".join(f"{_name(reader, seat)} {n}" for seat, n in enumerate(view.counts))
    lines.append(f"Cards left: {left}; in the deck {view.deck}.")
    lines += [
        f"{reader.names[seat]} holds {cards}, as you know."
        for seat, cards in enumerate(view.known)
        if cards and seat != view.seat
    ]
    if view.to_move:
        mine = view.seat in view.to_move
        whose = "your turn" if mine else f"the turn of {reader.names[view.to_move[0]]}"
        lines.append(f"It is {whose}.")
    return lines


def scores(view: View, reader: Reader) -> list[str]:
    """Say how many points everyone has, the most first."""
    order = sorted(range(len(reader.names)), key=lambda seat: (-view.points[seat], seat))
    held = ", ".join(f"{_name(reader, seat)} {view.points[seat]}" for seat in order)
    ends = f"at {view.options.target} or after round {view.options.max_rounds}"
    return [f"Points: {held}. The match ends {ends}; the most win."]


def prompt(view: View, _reader: Reader) -> str:  # noqa: PLR0911 - one for each thing that is asked
    """Say what one can do now."""
    if view.seat is None or view.seat not in view.to_move:
        return "It is not your turn."
    match view.stage:
        case Stage.PREDICT:
            return f"Your turn: {_trump(view)} Predict from 0 to {view.hand_size} tricks."
        case Stage.SWAP:
            return "Your turn: your 3 lets you draw the top card and bury one. Type draw or skip."
        case Stage.BURY:
            return f"Your turn: you drew {view.drawn}. Bury a card, as in bury {view.drawn}."
        case Stage.RETURN:
            return f"Your turn: you took {view.drawn}. Return a card, as in return {view.drawn}."
        case Stage.STEAL_TRICK | Stage.STEAL_CARD:
            what = "a trick" if view.stage == Stage.STEAL_TRICK else "an unseen card"
            seats = " or ".join(f"steal {move.victim}" for move in _steals(view))
            return f"Your turn: take {what} from a seat. Type {seats}, or skip."
    return f"Your turn: {_asked(view)}{_needed(view)}"


def sets(view: View, _reader: Reader) -> list[str]:
    """List what may be done now, and what the special cards among it do."""
    if view.seat is None or view.seat not in view.to_move:
        return ["It is not your turn."]
    moves = [str(move) for move in view.moves]
    if view.stage == Stage.PREDICT:
        return [f"You can predict from 0 to {view.hand_size}."]
    lines = [f"You can play {', '.join(moves)}."] if view.stage == Stage.PLAY else []
    lines = lines or [f"You can type {', '.join(moves)}."]
    cards = [move.card for move in view.moves if isinstance(move, Play)]
    special = {card.number if card.colour else card.name: card for card in cards if _special(card)}
    return lines + [_reminded(card, view.seats) for card in special.values()]


def _reminded(card: Card, seats: int) -> str:
    """Remind of what a special card does; who cannot see its sign is told its letter."""
    said = reminder(card, seats)
    return f"{card}: {said}." if card.colour is None else f"{said.capitalize()}."


def spoken(move: Move, reader: Reader) -> str:  # noqa: PLR0911 - one for each move
    """Say a move as one would make it."""
    match move:
        case Predict(tricks):
            return f"predict {tricks_word(tricks)}"
        case Play(card):
            return f"play {card}"
        case Draw():
            return "draw a card"
        case Bury(card):
            return f"bury {card}"
        case Return(card):
            return f"give {card} back"
        case Steal(victim):
            return f"steal from {reader.names[victim]}"
        case Skip():
            return "leave it"


def read_move(view: View, text: str, about: None = None) -> Move:  # noqa: ARG001 - asks nothing
    """Read a typed move; a card alone is buried or returned where that is what is asked."""
    words = text.strip().casefold()
    if words == "steal" and len(_steals(view)) == 1:
        return _steals(view)[0]
    move = parse_move(text)
    if isinstance(move, Play) and view.stage == Stage.BURY:
        move = Bury(move.card)
    elif isinstance(move, Play) and view.stage == Stage.RETURN:
        move = Return(move.card)
    if isinstance(move, Predict) and "predict" not in words and view.stage != Stage.PREDICT:
        raise NotAMove("not-a-move-now", text=text[:40], stage=view.stage.value)
    mine = view.seat is not None and view.seat in view.to_move
    if mine and isinstance(move, Play) and move.card in view.hand and move not in view.moves:
        raise why_not(view, move)
    return move


def _steals(view: View) -> list[Steal]:
    return [move for move in view.moves if isinstance(move, Steal)]


def _special(card: Card) -> bool:
    return card.colour is None or card.number in SPECIAL_NUMBERS


def _trump(view: View) -> str:
    if view.trump is None:
        return f"There is no trump ({view.trump_card})."
    return f"Trump is {view.trump.name.lower()} ({view.trump_card})."


def _asked(view: View) -> str:
    if not view.trick:
        return "lead any card."
    led = view.trick[0]
    if led.colour is not None and any(card.colour == led.colour for card in view.hand):
        return f"follow {led} with {led.colour.name.lower()}, or play V or H."
    return f"{led} was led; you may play any card."


def _needed(view: View) -> str:
    said = None if view.seat is None else view.predictions[view.seat]
    if said is None or view.seat is None:
        return ""
    won = view.tricks[view.seat]
    return f" You predicted {said} and have {won}: {to_go(said, won)}."


def _pledge(view: View) -> list[str]:
    needed = _needed(view).strip()
    return [needed] if needed else []


def _middle(view: View, reader: Reader) -> str:
    if not view.trick:
        if view.stage == Stage.PREDICT:
            missing = " and ".join(_name(reader, seat) for seat in view.to_move)
            return f"Predictions are being made; still missing: {missing}."
        return f"Nothing lies in the middle; {_name(reader, view.leader)} to lead."
    laid = ", ".join(f"{_name(reader, seat)} {card}" for seat, card in view.laid)
    return f"In the middle: {laid}."


def _name(reader: Reader, seat: int) -> str:
    return "you" if reader.is_me(seat) else reader.names[seat]


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
