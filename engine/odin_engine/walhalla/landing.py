"""The second part of a turn: the dragon sails, and its Vikings land, fight and occupy fields."""

from odin_engine.chance import shuffled
from odin_engine.game import Seat
from odin_engine.walhalla import events
from odin_engine.walhalla.land import FIELD_AT, FOREST, SACRIFICE
from odin_engine.walhalla.position import (
    ATTACK,
    ATTACK_CARD,
    CARDS,
    DEFEND,
    HUNT,
    HUNT_CARD,
    KINDS,
    LAND,
    LOSE,
    NOBODY,
    PAY,
    SHIELD_CARD,
    Position,
)
from odin_engine.walhalla.raids import end_turn


def sail(position: Position, move: int) -> None:
    """Send the dragon into a fjord and land its Vikings."""
    fjord = move >> 1
    position.fjord, position.turned = fjord, move & 1
    position.row = 3 * position.moored[fjord]
    position.moored[fjord] += 1
    position.ships.append(8 * position.dragons[position.dragon_no - 1] + move)
    if position.log is not None:
        sailed = events.Sailed(Seat(position.active), fjord, turned=bool(move & 1))
        position.log.append(sailed)
    _land_from(position, position.row)


def _land_from(position: Position, row: int) -> None:
    """Land the Vikings from a row on until somebody has to decide; then end the turn."""
    aboard, owner, shores = position.aboard, position.owner, position.land.shores[position.fjord]
    end = 3 * position.moored[position.fjord]
    turned = position.turned
    while row < end:
        who = aboard[2 - row % 3 if turned else row % 3]
        if who >= 0:
            legal = [field for field in shores[row] if owner[field] != who]
            position.row, position.lander = row, who
            if len(legal) == 2:
                position.stage, position.player = LAND, who
                return
            if not legal:
                _return_home(position)
            elif not _enter(position, legal[0]):
                return
        row += 1
    end_turn(position)


def _return_home(position: Position) -> None:
    """Put a Viking without a field to land on back to Midgard."""
    _leave_dragon(position)
    position.midgard[position.lander] += 1
    if position.log is not None:
        position.log.append(events.Returned(Seat(position.lander), position.row))


def _leave_dragon(position: Position) -> None:
    place = position.row % 3
    position.aboard[2 - place if position.turned else place] = NOBODY


def land(position: Position, field: int) -> None:
    """Land on a field that its owner chose."""
    if _enter(position, field):
        _land_from(position, position.row + 1)


def _enter(position: Position, field: int) -> bool:
    """Step onto a field; return False if somebody has to decide something first."""
    defender = position.owner[field]
    if defender < 0:
        return _occupy(position, field)
    position.field = field
    lander = position.lander
    if position.log is not None:
        attacked = events.Attacked(Seat(lander), FIELD_AT[field], Seat(defender))
        position.log.append(attacked)
    if position.hand_sizes[lander]:
        position.stage, position.player = ATTACK, lander
        return False
    return _ask_defender(position, defender)


def _ask_defender(position: Position, defender: int) -> bool:
    """Ask how the defender reacts; without cards and heroes it can only lose."""
    if position.hand_sizes[defender] or position.walhalla[defender]:
        position.stage, position.player = DEFEND, defender
        return False
    return _conquer(position, events.Defence.LOSE)


def attack(position: Position, plays_card: int) -> None:
    """Play an attack card, or leave the fight to the defender."""
    if plays_card:
        position.discard(position.lander, ATTACK_CARD)
        done = _conquer(position, events.Defence.NONE)
    else:
        done = _ask_defender(position, position.owner[position.field])
    if done:
        _land_from(position, position.row + 1)


def _conquer(position: Position, defence: events.Defence) -> bool:
    """Let the defender fall and the attacker occupy the field."""
    position.walhalla[position.owner[position.field]] += 1
    _log_fight(position, defence)
    return _occupy(position, position.field)


def _log_fight(position: Position, defence: events.Defence) -> None:
    if position.log is not None:
        field, defender = FIELD_AT[position.field], Seat(position.owner[position.field])
        position.log.append(events.Fought(Seat(position.lander), field, defender, defence))


def defend(position: Position, defence: int) -> None:
    """Lose a fight, or win it by a hero of Walhalla or a shield."""
    if defence == LOSE:
        if not _conquer(position, events.Defence.LOSE):
            return
    else:
        _repel(position, position.player, defence)
    _land_from(position, position.row + 1)


def _repel(position: Position, defender: int, defence: int) -> None:
    """Send the attacker to Walhalla."""
    if defence == PAY:
        position.walhalla[defender] -= 1
        position.asgard[defender] += 1
        _log_fight(position, events.Defence.PAY)
    else:
        position.discard(defender, SHIELD_CARD)
        _log_fight(position, events.Defence.SHIELD)
    position.walhalla[position.lander] += 1
    _leave_dragon(position)


def _occupy(position: Position, field: int) -> bool:
    """Stand on a field; return False if its new owner is asked whether to hunt."""
    who = position.lander
    position.owner[field] = who
    _leave_dragon(position)
    if position.log is not None:
        position.log.append(events.Occupied(Seat(who), FIELD_AT[field]))
    kind = position.land.kinds[field]
    if kind == SACRIFICE:
        _draw_card(position, who)
    elif kind == FOREST:
        position.field = field
        if position.hand_sizes[who]:
            position.stage, position.player = HUNT, who
            return False
        _forage(position, hunting=False)
    return True


def hunt(position: Position, plays_card: int) -> None:
    """Take the points of a forest, doubled by a card."""
    if plays_card:
        position.discard(position.lander, HUNT_CARD)
    _forage(position, hunting=bool(plays_card))
    _land_from(position, position.row + 1)


def _forage(position: Position, *, hunting: bool) -> None:
    who, field = position.lander, position.field
    points = position.land.values[field] * (1 + hunting)
    position.points[who] += points
    if position.log is not None:
        foraged = events.Foraged(Seat(who), FIELD_AT[field], points, hunted=hunting)
        position.log.append(foraged)


def _draw_card(position: Position, player: int) -> None:
    """Draw a card; an empty pile is made of the discards, and without these nobody draws."""
    if not position.pile and not _reshuffle(position):
        return
    kind = position.pile.pop()
    position.hands[KINDS * player + kind] += 1
    position.hand_sizes[player] += 1
    if position.log is not None:
        position.log.append(events.CardDrawn(Seat(player), CARDS[kind]))


def _reshuffle(position: Position) -> bool:
    """Make the discards the draw pile; return False if there are none."""
    cards = [kind for kind, count in enumerate(position.discards) for _ in range(count)]
    if not cards:
        return False
    position.reshuffles += 1
    purpose = f"reshuffle {position.reshuffles}"
    position.pile = shuffled(cards, position.seed, purpose)[::-1]
    position.discards = [0] * KINDS
    if position.log is not None:
        position.log.append(events.Reshuffled(len(cards)))
    return True
