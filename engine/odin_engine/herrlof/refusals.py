"""Why a move of Herrlof is illegal."""

from odin_engine.game import IllegalMove, Seat
from odin_engine.herrlof.cards import BIT, CARD_OF_BIT, COUNT_MASK, Card
from odin_engine.herrlof.moves import (
    Bury,
    Draw,
    Move,
    Play,
    Predict,
    Return,
    Skip,
    Steal,
    format_move,
)
from odin_engine.herrlof.state import Stage, State

ANSWERS: dict[Stage, type[Move]] = {
    Stage.PREDICT: Predict,
    Stage.PLAY: Play,
    Stage.SWAP: Draw,
    Stage.BURY: Bury,
    Stage.STEAL_TRICK: Steal,
    Stage.STEAL_CARD: Steal,
    Stage.RETURN: Return,
}
"""The kind of move that each stage waits for."""


def why_not(state: State, seat: Seat, move: Move) -> IllegalMove:
    """Return the refusal of a move that this seat may not make now."""
    written = format_move(move)
    if state.stage == Stage.OVER:
        return IllegalMove("match-over", move=written)
    if state.turn not in (seat, None):
        return IllegalMove("not-your-turn", move=written)
    if state.stage == Stage.PREDICT and state.predictions[seat] is not None:
        return IllegalMove("already-predicted", move=written)
    return _why_not_now(state, seat, move)


def _why_not_now(state: State, seat: Seat, move: Move) -> IllegalMove:
    if isinstance(move, Draw | Skip) or not isinstance(move, ANSWERS[state.stage]):
        return other_stage(move, state.stage)
    if isinstance(move, Predict):
        return IllegalMove("bad-prediction", move=format_move(move), most=state.match.hand_size)
    if isinstance(move, Steal):
        return _why_not_from(state, seat, move)
    return _why_not_card(state, seat, move)


def other_stage(move: Move, stage: Stage) -> IllegalMove:
    """Return the refusal of a move of another kind than the stage waits for."""
    return IllegalMove("other-stage", move=format_move(move), stage=stage.value)


def _why_not_from(state: State, seat: Seat, move: Steal) -> IllegalMove:
    written, victim = format_move(move), move.victim
    if victim == seat:
        return IllegalMove("own-seat", move=written)
    if victim not in range(state.match.seats):
        return IllegalMove("no-such-victim", move=written, seat=victim)
    return IllegalMove("no-trick-to-steal", move=written, seat=victim)


def _why_not_card(state: State, seat: Seat, move: Play | Bury | Return) -> IllegalMove:
    if not state.hands[seat] & COUNT_MASK[BIT[move.card]]:
        return IllegalMove("not-held", move=format_move(move), cards=[str(move.card)])
    return must_follow(move, CARD_OF_BIT[state.trick[0]])


def must_follow(move: Move, led: Card) -> IllegalMove:
    """Return the refusal of a card that does not follow the colour led, though it could."""
    return IllegalMove("must-follow", move=format_move(move), led=str(led))
