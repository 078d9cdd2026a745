"""A replay of Walhalla: every moment, all cards open, raids scored part by part, and the search."""

from collections.abc import AsyncGenerator
from functools import lru_cache
from itertools import pairwise
from random import Random

import pytest

from odin_engine import walhalla
from odin_engine.analysis import Verdict
from odin_engine.bots import choose
from odin_engine.chance import seed_from
from odin_engine.games import GAMES
from odin_engine.record import Record, replay
from odin_engine.walhalla.events import RaidEnded
from odin_engine.walhalla.state import Stage
from odin_tui.narrator import Reader
from odin_tui.screens.replay import ReplayScreen
from odin_tui.walhalla.action_cards import CARD_NAMES
from odin_tui.walhalla.narration import raid_lines
from odin_tui.walhalla.review import LINES_AT_ONCE, ReplayFrame, draw, frames
from odin_tui.walhalla.spoken import ADVICE, SPOKEN, advice, spoken
from tests.tui.analysts import FakeAnalyst
from tests.tui.screens import odin, screen_text, snapshot
from tests.tui.walhalla.views import NAMES, READER, view


@lru_cache
def played(seats: int = 4, tiles: str = "5-5-8") -> Record:
    """Let bots play a match and write it down."""
    options = walhalla.read_options({"tiles": tiles}, seats)
    state, rng = walhalla.setup(options, seats, seed_from("replay")), Random(1)
    moves = []
    while movers := walhalla.to_move(state):
        move = choose(GAMES["walhalla"], "karl", walhalla.view(state, movers[0]), rng)
        moves.append((movers[0], walhalla.format_move(move)))
        state = walhalla.play(state, movers[0], move)
    return Record(
        game="walhalla",
        rules=walhalla.RULES_VERSION,
        names=NAMES[:seats],
        options=walhalla.write_options(options),
        seed=seed_from("replay"),
        moves=tuple(moves),
    )


def frames_of(record: Record) -> list[ReplayFrame]:
    return frames(Reader(tuple(record.names)), list(replay(record, GAMES)))


def test_every_state_has_a_frame_and_every_raid_is_scored_part_by_part_on_its_own_map() -> None:
    record = played()
    states, made = list(replay(record, GAMES)), frames_of(played())
    results = [each.result for each in states[-1].history if isinstance(each, RaidEnded)]
    parts = sum(
        -(-len(list(raid_lines(each, made[0].reader))) // LINES_AT_ONCE) for each in results
    )
    assert len(made) == len(states) + parts
    for state, frame in zip(states, [f for f in made if f.view.to_move] + [made[-1]], strict=True):
        assert frame.hands == tuple(map(state.position.hand, range(4)))
        assert frame.view.owners == view(state, None).owners
    scored = [frame for frame in made if not frame.view.to_move][:-1]
    for result in results:
        first = next(f for f in scored if f.view.raid == result.raid)
        assert first.commits == result.commits
        assert first.view.points == result.totals
        held = [
            sum(owner == seat for row in first.view.owners for owner in row) for seat in range(4)
        ]
        assert sum(held) >= sum(result.cleared)


def test_the_frames_together_tell_the_whole_match_with_every_card() -> None:
    made = frames_of(played())
    told = [line for frame in made for line in frame.told]
    assert len([line for line in told if line.endswith("is over.")]) == 3
    assert not any("draws a card." in line or "has decided." in line for line in told)
    assert any("draws the card" in line for line in told)
    assert "wins" in told[-1] or "win" in told[-1]
    assert all(now.moves - before.moves in (0, 1) for before, now in pairwise(made))


@pytest.mark.parametrize(("width", "height"), [(76, 17), (116, 26), (156, 38)])
def test_all_hands_and_commits_are_written_at_every_size(width: int, height: int) -> None:
    for frame in frames_of(played()):
        if frame.view.stage == Stage.COMMIT:
            text = draw(frame, width, height, "shapes").content().plain
            for seat, hand in enumerate(frame.hands):
                line = next(row for row in text.splitlines() if NAMES[seat] in row)
                shown = " ".join(line.split())
                cards = " ".join(CARD_NAMES[card] for card in hand) or "no card"
                assert " ".join(cards.split()) in shown or "…" in shown


async def judge(record: Record, _first: int) -> AsyncGenerator[Verdict, None]:
    """Find something better in the first move, and nothing in the second."""
    (_, first), (_, second) = record.moves[:2]
    yield Verdict(0, first, "board none", 0.2, 0.4, 0.01)
    yield Verdict(1, second, second, 0.3, 0.3)


async def test_what_the_search_would_have_done_is_told_as_players_say_it() -> None:
    async with odin((120, 36)) as (app, pilot):
        screen = ReplayScreen(played(3, "6-6-6"), FakeAnalyst(judge))
        await app.push_screen(screen)
        await pilot.press("a")
        await app.workers.wait_for_complete()
        await pilot.press("home", "right")
        await pilot.pause()
        assert "Better: send nobody aboard." in screen_text(app)
        assert "40%" in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_a_replay_goes_raid_by_raid_and_looks_as_reviewed(size: tuple[int, int]) -> None:
    async with odin(size) as (app, pilot):
        screen = ReplayScreen(played())
        await app.push_screen(screen)
        for _ in range(20):
            await pilot.press("right")
        await pilot.pause()
        assert "raid 1 of 3 · move 20 of " in screen_text(app)
        snapshot(app, f"walhalla_replay_{size[0]}x{size[1]}")
        await pilot.press("down")
        await pilot.pause()
        assert "raid 2 of 3" in screen_text(app)
        assert len(screen.starts) == 3


def test_every_move_is_spoken_and_advised_in_words() -> None:
    kinds = set()
    for state in replay(played(), GAMES):
        for seat in walhalla.to_move(state):
            for move in walhalla.view(state, seat).moves[:12]:
                said, told = spoken(move, READER), advice(move, READER)
                assert told.startswith("A Konung would ")
                assert told.endswith(f"{said}.")
                kinds.add(type(move))
    assert len(kinds) >= 5
    assert SPOKEN.keys() == ADVICE.keys()
