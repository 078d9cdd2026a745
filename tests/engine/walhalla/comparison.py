"""A match of Walhalla in the engine and in the oracle, side by side."""

from collections import Counter
from random import Random
from typing import Any

from odin_engine import walhalla
from odin_engine.chance import Seed
from odin_engine.game import Seat
from odin_engine.walhalla.box import Dragon
from odin_engine.walhalla.results import RaidResult
from odin_engine.walhalla.state import Stage, State
from tests.engine.walhalla.oracle import Match
from tests.engine.walhalla.oracle_box import COLOURS, PENINSULAS, luck_of
from tests.engine.walhalla.oracle_scoring import Points, Score
from tests.engine.walhalla.oracle_table import ASGARD, MIDGARD, WALHALLA
from tests.engine.walhalla.play_styles import STYLES, choose

Facts = dict[str, Any]
Numbers = tuple[int, ...]


class Comparison:
    """The same match twice: everything is played in both, and both must tell the same."""

    def __init__(self, words: dict[str, str], seats: int, seed: Seed) -> None:
        options = walhalla.read_options(words, seats)
        self.state: State = walhalla.setup(options, seats, seed)
        a, b, c = (int(count) for count in words.get("tiles", "6-6-6").split("-"))
        self.match = Match(
            luck_of(seed, seats, (a, b, c)),
            seats,
            turning=words.get("turning", "yes") == "yes",
            walhalla_in_final=words.get("walhalla-in-final", "no") == "yes",
        )
        self.match.run(self.match.whole())
        assert facts_of_land(self.state) == {
            "land": self.match.land,
            "inner": self.match.luck.inner,
            "outer": self.match.luck.outer,
        }

    def play(self, player: int, word: str) -> None:
        """Play a move in both."""
        self.match.play(player, word)
        self.state = walhalla.play(self.state, Seat(player), walhalla.parse_move(word))

    def run(self, style: str, rng: Random) -> None:
        """Play to the end in one style, and check every decision."""
        while self.match.question is not None:
            self.check()
            self.play(*choose(self.match, STYLES[style], rng))
        self.check()
        self.check_the_end()

    def check(self) -> None:
        """Raise `AssertionError` where the two differ in what may be done or in what is so."""
        engine, oracle = facts_of_state(self.state), facts_of_match(self.match)
        different = {key for key in engine.keys() | oracle.keys() if engine[key] != oracle[key]}
        assert not different, {key: (engine[key], oracle[key]) for key in different}
        for player in self.match.players:
            moves = walhalla.legal_moves(self.state, Seat(player))
            assert {walhalla.format_move(move) for move in moves} == self.match.legal(player)

    def check_the_end(self) -> None:
        """Compare the scoring of all raids, the points and the places of a match that is over."""
        assert [result.raid for result in self.state.results] == [1, 2, 3]
        for result, score in zip(self.state.results, self.match.scores, strict=True):
            assert facts_of_result(result) == facts_of_score(score)
        outcome = walhalla.outcome(self.state)
        assert outcome is not None
        assert outcome.points == numbers(self.match.vp)
        assert outcome.places == self.match.places()


def facts_of_land(state: State) -> Facts:
    """Give the land that the engine laid, by names."""
    seen = walhalla.view(state, None)
    return {
        "land": {
            f"{peninsula}{row}": str(terrain)
            for peninsula, terrains in zip(PENINSULAS, seen.terrains, strict=True)
            for row, terrain in enumerate(terrains, 1)
        },
        "inner": {p: cape.inner for p, cape in zip(PENINSULAS, seen.capes, strict=True)},
        "outer": {p: cape.outer for p, cape in zip(PENINSULAS, seen.capes, strict=True)},
    }


def facts_of_state(state: State) -> Facts:
    """Give what a spectator sees in the engine, and all hands."""
    seen = walhalla.view(state, None)
    return {
        "stage": seen.stage.value,
        "to move": seen.to_move,
        "raid": seen.raid,
        "starter": seen.starter,
        "active": seen.active,
        "points": seen.points,
        MIDGARD: seen.midgard,
        ASGARD: seen.asgard,
        WALHALLA: seen.walhalla,
        "hands": [sorted(state.position.hand(seat)) for seat in range(seen.seats)],
        "counts": seen.counts,
        "pile": seen.pile,
        "discards": sorted(seen.discards),
        "dragon": seen.dragon and name_of(seen.dragon),
        "dragons left": [name_of(dragon) for dragon in seen.dragons_left],
        "fjords": [[(name_of(s.dragon), s.turned) for s in ships] for ships in seen.fjords],
        "aboard": seen.aboard,
        "owners": {
            f"{peninsula}{row}": owner
            for peninsula, owners in zip(PENINSULAS, seen.owners, strict=True)
            for row, owner in enumerate(owners, 1)
            if owner is not None
        },
        "raids over": len(seen.results),
    }


def facts_of_match(match: Match) -> Facts:
    """Give the same of the oracle."""
    stage = Stage.OVER if match.question is None else Stage[match.question.stage]
    in_turn = stage not in (Stage.COMMIT, Stage.OVER)
    standing = Counter((viking.owner, viking.place) for viking in match.vikings)
    sailors = [match.on(f"seat {seat}") for seat in (1, 2, 3)]
    fleet = [(colour, reserved) for colour in COLOURS for reserved in (1, 2, 3)]
    return {
        "stage": stage.value,
        "to move": tuple(sorted(match.question.answers)) if match.question else (),
        "raid": match.raid,
        "starter": match.starter,
        "active": match.active,
        "points": numbers(match.vp),
        **{
            zone: tuple(standing[player, zone] for player in match.players)
            for zone in (MIDGARD, ASGARD, WALHALLA)
        },
        "hands": [sorted(match.hands[player]) for player in match.players],
        "counts": tuple(len(match.hands[player]) for player in match.players),
        "pile": len(match.pile),
        "discards": sorted(match.discards),
        "dragon": match.dragon if in_turn else None,
        "dragons left": sorted(match.stack, key=fleet.index),
        "fjords": [match.fjords[fjord] for fjord in (1, 2, 3, 4)],
        "aboard": tuple(sailor and sailor.owner for sailor in sailors),
        "owners": {v.place: v.owner for v in match.vikings if v.place in match.land},
        "raids over": len(match.scores),
    }


def facts_of_result(result: RaidResult) -> Facts:
    """Give the scoring of a raid in the engine, item by item."""
    seats = range(len(result.points))
    counted = result.walhalla or result.supply
    return {
        "commits": [list(cards) for cards in result.commits],
        "cards": tuple(sum(s.points for s in result.cards if s.seat == seat) for seat in seats),
        "sums": [score.majority.counts for score in result.peninsulas],
        "peninsulas": [score.majority.points for score in result.peninsulas],
        "wheat": tuple(result.raid * fields for fields in result.wheat),
        "fields": result.fields,
        "heroes": counted.counts if counted else None,
        "walhalla": result.walhalla.points if result.walhalla else None,
        "cleared": result.cleared,
        "supply": result.supply.vikings if result.supply else None,
        "exodus": result.exodus,
        "points": result.points,
    }


def facts_of_score(score: Score) -> Facts:
    """Give the same of the oracle."""
    none = tuple(0 for _ in score.cards)
    return {
        "commits": [score.committed[player] for player in sorted(score.committed)],
        "cards": numbers(score.cards),
        "sums": [numbers(score.sums[peninsula]) for peninsula in PENINSULAS],
        "peninsulas": [numbers(score.peninsulas[peninsula]) for peninsula in PENINSULAS],
        "wheat": numbers(score.wheat),
        "fields": numbers(score.fields) or none,
        "heroes": numbers(score.heroes),
        "walhalla": numbers(score.walhalla) or None,
        "cleared": numbers(score.cleared) or none,
        "supply": numbers(score.supply) or None,
        "exodus": score.exodus,
        "points": tuple(score.total(player) for player in sorted(score.cards)),
    }


def numbers(points: Points) -> Numbers:
    """Put a number for every player in the order of their seats."""
    return tuple(points[player] for player in sorted(points))


def name_of(dragon: Dragon) -> tuple[str, int]:
    """Give the colour and the reserved seat of a dragon as the oracle counts them."""
    return COLOURS[dragon.colour], dragon.reserved + 1
