"""How a raid begins and ends: commits, scoring, supply and exodus."""

from odin_engine.chance import shuffled
from odin_engine.game import Seat
from odin_engine.walhalla import events
from odin_engine.walhalla.boarding import begin_turn
from odin_engine.walhalla.box import DRAGONS, RAIDS, SUPPLY
from odin_engine.walhalla.commits import BITS, RAID_END_CARDS, unpack
from odin_engine.walhalla.land import WHEAT
from odin_engine.walhalla.position import COMMIT, NOBODY, OVER, Position
from odin_engine.walhalla.results import (
    CardScore,
    Majority,
    PeninsulaScore,
    RaidResult,
    Supply,
)
from odin_engine.walhalla.scoring import (
    COPIES_MASK,
    Points,
    Tally,
    dense_places,
    raid_points,
    tally,
    with_walhalla_card,
)


def begin_raid(position: Position) -> None:
    """Clear the fjords, shuffle the dragons, and let the starter draw one."""
    purpose = f"dragons {position.raid}"
    position.dragons = shuffled(range(len(DRAGONS)), position.seed, purpose)
    position.moored, position.ships, position.dragon_no = [0, 0, 0, 0], [], 0
    if position.log is not None:
        position.log.append(events.RaidBegun(Seat(position.starter), position.raid))
    begin_turn(position, position.starter)


def end_turn(position: Position) -> None:
    """Go on with the next player, or end the raid."""
    if position.dragon_no < len(DRAGONS) and any(position.midgard):
        begin_turn(position, (position.active + 1) % position.seats)
    else:
        position.stage = COMMIT
        _ask_for_commits(position)


def _ask_for_commits(position: Position) -> None:
    """Wait for everybody who holds cards and has not committed; then end the raid."""
    for player, code in enumerate(position.commits):
        if code < 0 and position.hand_sizes[player]:
            position.player = player
            return
    _end_raid(position)


def commit(position: Position, player: int, code: int) -> None:
    """Commit cards of a player; the last one ends the raid."""
    position.commits[player] = code
    if position.log is not None:
        position.log.append(events.Committed(Seat(player), unpack(code)))
    _ask_for_commits(position)


def commit_next(position: Position, code: int) -> None:
    """Commit cards of the first player who has not yet."""
    commit(position, position.player, code)


def _end_raid(position: Position) -> None:
    commits = [max(code, 0) for code in position.commits]
    position.commits = [-1] * position.seats
    for player, code in enumerate(commits):
        for kind in range(len(RAID_END_CARDS)):
            for _ in range(code >> BITS * kind & COPIES_MASK):
                position.discard(player, kind)
    counted = tally(position.land, position.owner, commits)
    heroes = with_walhalla_card(position.walhalla, commits)
    scored = raid_points(position.land, counted, commits, position.raid, heroes)
    for player, points in enumerate(scored.totals()):
        position.points[player] += points
    last = position.raid == RAIDS
    cleared = [0] * position.seats if last else _clear(position)
    supply = None if last else _supply(position, heroes)
    exodus = 0 if last else _exodus(position)
    if position.log is not None:
        result = _result(position, commits, counted, scored)._replace(
            walhalla=_majority(heroes, scored.walhalla) if last else None,
            cleared=tuple(cleared),
            supply=supply,
            exodus=exodus,
        )
        position.log.append(events.RaidEnded(result))
    if last:
        position.stage, position.player = OVER, NOBODY
        return
    position.raid += 1
    position.starter = (position.starter + 1) % position.seats
    begin_raid(position)


def _clear(position: Position) -> list[int]:
    """Take all Vikings but those in wheat to Asgard; return how many of each player."""
    owner, kinds, cleared = position.owner, position.land.kinds, [0] * position.seats
    for field, who in enumerate(owner):
        if who >= 0 and kinds[field] != WHEAT:
            owner[field] = NOBODY
            cleared[who] += 1
    for player, count in enumerate(cleared):
        position.asgard[player] += count
    return cleared


def _supply(position: Position, heroes: list[int]) -> Supply:
    """Move Vikings from Asgard to Midgard by the places in Walhalla."""
    places = dense_places(heroes)
    table = SUPPLY[position.seats]
    vikings = [min(table[place - 1], position.asgard[who]) for who, place in enumerate(places)]
    for player, count in enumerate(vikings):
        position.asgard[player] -= count
        position.midgard[player] += count
    return Supply(tuple(heroes), tuple(places), tuple(vikings))


def _exodus(position: Position) -> int:
    """Let as many leave Walhalla as whoever has fewest there; return how many of each player."""
    fewest = min(position.walhalla)
    for player in range(position.seats):
        position.walhalla[player] -= fewest
        position.asgard[player] += fewest
    return fewest


def _majority(counts: list[int], points: list[int]) -> Majority:
    places = dense_places(counts)
    taken = [place if count else 0 for place, count in zip(places, counts, strict=True)]
    return Majority(tuple(counts), tuple(taken), tuple(points))


def _result(position: Position, commits: list[int], counted: Tally, scored: Points) -> RaidResult:
    """Return the scoring item by item, without what is different after the last raid."""
    return RaidResult(
        raid=position.raid,
        commits=tuple(map(unpack, commits)),
        cards=tuple(
            CardScore(Seat(who), card, copies, counted.fields[kind][who])
            for who, code in enumerate(commits)
            for kind, card in enumerate(RAID_END_CARDS[:4])
            if (copies := code >> BITS * kind & COPIES_MASK)
        ),
        peninsulas=tuple(
            PeninsulaScore(cape, _majority(sums, points))
            for cape, sums, points in zip(
                position.land.capes, counted.sums, scored.peninsulas, strict=True
            )
        ),
        wheat=tuple(counted.fields[WHEAT]),
        fields=tuple(scored.fields),
        walhalla=None,
        cleared=(),
        supply=None,
        exodus=0,
        points=tuple(scored.totals()),
        totals=tuple(position.points),
    )
