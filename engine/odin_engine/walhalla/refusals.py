"""Why a move of Walhalla is illegal."""

from odin_engine.game import IllegalMove, Seat
from odin_engine.walhalla.box import DRAGONS
from odin_engine.walhalla.commits import RAID_END_CARDS
from odin_engine.walhalla.land import FIELD_AT
from odin_engine.walhalla.moves import Answer, Board, Commit, Land, Move, Sail, Sell
from odin_engine.walhalla.position import CARDS, KINDS, Position
from odin_engine.walhalla.state import Stage, State

KIND_OF_MOVE: dict[Stage, type[Move]] = {
    Stage.BOARD: Board,
    Stage.SELL: Sell,
    Stage.SAIL: Sail,
    Stage.LAND: Land,
    Stage.COMMIT: Commit,
}
ANSWERS: dict[Stage, tuple[Answer, ...]] = {
    Stage.GUEST: (Answer.JOIN, Answer.DECLINE),
    Stage.ATTACK: (Answer.ATTACK, Answer.FIGHT),
    Stage.DEFEND: (Answer.LOSE, Answer.PAY, Answer.SHIELD),
    Stage.HUNT: (Answer.HUNT, Answer.GATHER),
}
"""The words that each stage with no kind of move of its own waits for."""

CODES = (
    "match-over",
    "not-your-turn",
    "already-committed",
    "nothing-to-commit",
    "other-stage",
    "reserved-seat",
    "too-few-vikings",
    "not-held",
    "fjord-full",
    "no-turning",
    "field-out-of-reach",
    "nobody-in-walhalla",
    "not-for-raid-end",
    "walhalla-counts-no-more",
)
"""Every code that `play` can refuse a move with."""


def why_not(state: State, seat: Seat, move: Move) -> IllegalMove:
    """Return the refusal of a move that this seat may not make now."""
    position, written = state.position, str(move)
    if state.stage == Stage.OVER:
        return IllegalMove("match-over", move=written)
    if state.stage == Stage.COMMIT:
        if position.commits[seat] >= 0:
            return IllegalMove("already-committed", move=written)
        if not position.hand_sizes[seat]:
            return IllegalMove("nothing-to-commit", move=written)
    elif position.player != seat:
        return IllegalMove("not-your-turn", move=written)
    return _why_not_now(state, seat, move)


def _why_not_now(state: State, seat: Seat, move: Move) -> IllegalMove:
    stage, position = state.stage, state.position
    if not (move in ANSWERS[stage] if stage in ANSWERS else isinstance(move, KIND_OF_MOVE[stage])):
        return IllegalMove("other-stage", move=str(move), stage=stage.value)
    match move:
        case Board():
            return _why_not_board(position, seat, move)
        case Sail():
            return _why_not_sail(position, move)
        case Land():
            shore = [str(FIELD_AT[field]) for field in position.moves()]
            return IllegalMove("field-out-of-reach", move=str(move), fields=shore)
        case Commit():
            return _why_not_commit(position, seat, move)
    return _why_not_answer(move)


def _why_not_answer(move: Sell | Answer) -> IllegalMove:
    if move == Answer.PAY:
        return IllegalMove("nobody-in-walhalla", move=str(move))
    # The other answers that can be illegal play the card of the same name.
    card = move.card if isinstance(move, Sell) else move
    return IllegalMove("not-held", move=str(move), cards=[str(card)])


def _why_not_board(position: Position, seat: Seat, move: Board) -> IllegalMove:
    dragon = DRAGONS[position.dragons[position.dragon_no - 1]]
    written = str(move)
    if dragon.colour != seat and dragon.reserved in move.places:
        facts = {"place": dragon.reserved + 1, "colour": dragon.colour}
        return IllegalMove("reserved-seat", move=written, **facts)
    most = position.midgard[seat] + position.sales(seat)
    return IllegalMove("too-few-vikings", move=written, most=most)


def _why_not_sail(position: Position, move: Sail) -> IllegalMove:
    if position.moored[move.fjord] < position.land.capacities[move.fjord]:
        return IllegalMove("no-turning", move=str(move))
    return IllegalMove("fjord-full", move=str(move), fjord=move.fjord + 1)


def _why_not_commit(position: Position, seat: Seat, move: Commit) -> IllegalMove:
    written = str(move)
    unfit = [str(card) for card in move.cards if card not in RAID_END_CARDS]
    if unfit:
        return IllegalMove("not-for-raid-end", move=written, cards=unfit)
    lacking = [
        str(card)
        for kind, card in enumerate(CARDS)
        if move.cards.count(card) > position.hands[KINDS * seat + kind]
    ]
    if lacking:
        return IllegalMove("not-held", move=written, cards=lacking)
    return IllegalMove("walhalla-counts-no-more", move=written)
