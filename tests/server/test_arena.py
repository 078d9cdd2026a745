"""The arena seats bots fairly, counts honestly and plays the same again from the same seed."""

from collections import Counter

import pytest

from odin_engine.chance import seed_from
from odin_engine.game import Outcome
from odin_engine.games import GAMES
from odin_engine.record import Record, read_record
from odin_server.arena import (
    Block,
    Pairing,
    Played,
    Tournament,
    pairing_result,
    play_all,
    play_block,
    play_match,
)

ONE_HAND = {"target": "one-hand"}
TOURNAMENT = Tournament("odin", ("karl", "thrall"), seats=2, games=6, options=ONE_HAND, seed="test")
PAIRING = Pairing("karl", "thrall", "round-robin")


def played(seating: tuple[str, ...], places: tuple[int, ...], points: tuple[int, ...]) -> Played:
    record = Record("odin", 1, seating, {}, seed_from(""), ())
    moves = dict.fromkeys(seating, 10)
    return Played(seating, Outcome(places, points, ""), record, moves, dict.fromkeys(seating, 0.5))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("form", ["round-robin", "field"])
def test_no_bot_is_favoured_by_its_seats(seats: int, form: str) -> None:
    pairing = Pairing("a", "b", "field" if form == "field" else "round-robin")
    seatings = pairing.seatings(seats)
    for seat in range(seats):
        here = Counter(seating[seat] for seating in seatings)
        share = here["a"] / len(seatings)
        assert share == pytest.approx(1 / seats if form == "field" else 1 / 2)


def test_everyone_meets_everyone_once_in_a_round_robin_and_from_both_sides_in_a_field() -> None:
    levels = ("thrall", "karl", "jarl")
    robin = Tournament("odin", levels, seats=2, games=1).pairings()
    assert [(p.bot, p.other) for p in robin] == [
        ("thrall", "karl"),
        ("thrall", "jarl"),
        ("karl", "jarl"),
    ]
    assert len(Tournament("odin", levels, seats=4, games=1, format="field").pairings()) == 6
    ladder = Tournament("odin", levels, seats=4, games=1, format="ladder").pairings()
    assert [(p.bot, p.other) for p in ladder] == [("thrall", "karl"), ("karl", "jarl")]
    assert ladder[0].seatings(4)[0] == ("thrall", "karl", "karl", "karl")


def test_a_block_is_never_cut_short() -> None:
    field = Tournament("odin", ("karl", "thrall"), seats=4, games=10, format="field")
    blocks = list(field.blocks())
    assert [block.deal for block in blocks] == [0, 0, 1, 1, 2, 2]


def test_the_same_seed_plays_the_same_match_and_another_seed_another() -> None:
    first = play_match(GAMES["odin"], ("karl", "thrall", "karl"), ONE_HAND, seed_from("1"))
    again = play_match(GAMES["odin"], ("karl", "thrall", "karl"), ONE_HAND, seed_from("1"))
    other = play_match(GAMES["odin"], ("karl", "thrall", "karl"), ONE_HAND, seed_from("2"))
    assert first.record == again.record
    assert first.record != other.record


def test_a_match_of_the_arena_is_a_record_that_replays() -> None:
    match = play_match(GAMES["odin"], ("thrall", "karl"), {"target": "10"}, seed_from("1"))
    assert read_record(match.record.to_text(), GAMES) == match.record
    assert sum(match.moves.values()) == len(match.record.moves)


def test_the_matches_of_a_block_share_their_deal() -> None:
    matches = play_block(Block(TOURNAMENT, PAIRING, 3))
    assert [match.seating for match in matches] == [("karl", "thrall"), ("thrall", "karl")]
    assert len({match.record.seed for match in matches}) == 1


def test_a_shared_win_counts_half_and_errors_are_taken_over_blocks() -> None:
    won = [played(("karl", "thrall"), (1, 2), (0, 4)), played(("thrall", "karl"), (2, 1), (6, 1))]
    even = [played(("karl", "thrall"), (1, 1), (3, 3)), played(("thrall", "karl"), (1, 2), (2, 5))]
    found = pairing_result(PAIRING, [won, even])
    assert found.matches == 4
    assert found.parity == pytest.approx(0.5)
    assert found.wins == pytest.approx((1 + 0.25) / 2)
    assert found.wins_error == pytest.approx(0.375)
    assert found.edge == pytest.approx(0.125 / 0.375)
    assert (found.points, found.other_points) == pytest.approx((2.25, 3.75))
    assert found.seconds_per_move == pytest.approx(0.05)


def test_one_block_alone_tells_no_error() -> None:
    alone = pairing_result(PAIRING, [[played(("karl", "thrall"), (1, 2), (0, 4))]])
    assert (alone.wins_error, alone.margin_error, alone.edge) == (None, None, None)


def test_deals_that_all_ended_alike_tell_no_edge() -> None:
    won = [played(("karl", "thrall"), (1, 2), (0, 4)), played(("thrall", "karl"), (2, 1), (6, 1))]
    found = pairing_result(PAIRING, [won, won, won])
    assert (found.wins, found.wins_error) == (1, 0)
    assert found.edge is None


def test_workers_play_what_one_process_would() -> None:
    found: dict[int, list[Played]] = {}
    play_all(TOURNAMENT, 2, lambda block, matches: found.update({block.deal: matches}))
    assert sorted(found) == [0, 1, 2]
    for deal, matches in found.items():
        alone = play_block(Block(TOURNAMENT, PAIRING, deal))
        assert [match.record for match in matches] == [match.record for match in alone]


def test_an_interruption_leaves_at_once_with_what_was_played() -> None:
    long = Tournament("odin", ("karl", "thrall"), seats=6, games=100_000, options=ONE_HAND)
    seen: list[Block] = []

    def stop_after_three(block: Block, _: list[Played]) -> None:
        seen.append(block)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_all(long, 2, stop_after_three)
    assert len(seen) == 3
