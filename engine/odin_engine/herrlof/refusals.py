"""Why a move of Herrlof is refused, the way a friend at the table would say it."""

from odin_engine.game import Seat
from odin_engine.herrlof.cards import ANY, BIT, CARD_OF_BIT, Card, Colour
from odin_engine.herrlof.moves import Bury, Draw, Move, Play, Predict, Return, Skip, Steal
from odin_engine.herrlof.state import Stage, State

ASKED = {
    Stage.PREDICT: "now everyone predicts a number of tricks.",
    Stage.PLAY: "now a card is played.",
    Stage.SWAP: "your 3 lets you draw or skip.",
    Stage.BURY: "now put a card of your hand under the deck.",
    Stage.STEAL_TRICK: "your 1 lets you steal a trick or skip.",
    Stage.STEAL_CARD: "your 6 lets you steal a card or skip.",
    Stage.RETURN: "now return a card for the one you stole.",
}
ANSWERS: dict[Stage, type[Move]] = {
    Stage.PREDICT: Predict,
    Stage.PLAY: Play,
    Stage.SWAP: Draw,
    Stage.BURY: Bury,
    Stage.STEAL_TRICK: Steal,
    Stage.STEAL_CARD: Steal,
    Stage.RETURN: Return,
}


def why_not(state: State, seat: Seat, move: Move) -> str:
    """Explain why this seat may not do this now."""
    if state.stage == Stage.OVER:
        return "the match is over."
    if state.turn not in (seat, None):
        return "it is not your turn."
    if state.stage == Stage.PREDICT and state.predictions[seat] is not None:
        return "you have predicted, and a prediction stands."
    return _why_not_now(state, seat, move)


def _why_not_now(state: State, seat: Seat, move: Move) -> str:
    if isinstance(move, Draw | Skip) or not isinstance(move, ANSWERS[state.stage]):
        return ASKED[state.stage]
    if isinstance(move, Predict):
        return f"predict from 0 to {state.match.hand_size} tricks."
    if isinstance(move, Steal):
        return _why_not_from(state, seat, move.victim)
    return _why_not_card(state, seat, move.card)


def _why_not_from(state: State, seat: Seat, victim: Seat) -> str:
    if victim == seat:
        return "you cannot steal from yourself."
    if victim not in range(state.match.seats):
        return f"there is no seat {victim}."
    return f"seat {victim} has no trick to steal."


def _why_not_card(state: State, seat: Seat, card: Card) -> str:
    if not state.hands[seat] & ANY[BIT[card]]:
        return f"you do not hold {card}."
    return follow(CARD_OF_BIT[state.trick[0]])


def follow(lead: Card) -> str:
    """Say to a player who could follow a coloured card, and did not, that this is a must."""
    colour = Colour(lead.name[0]).name.lower()
    return f"{lead} was led and you hold {colour}: follow, or play V or H."
