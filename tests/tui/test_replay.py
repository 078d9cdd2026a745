"""A recorded match on the screen: every step, every hand, and what a search thinks of it."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from odin_engine import odin as game
from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.record import Record, replay
from odin_tui.narrator import Reader
from odin_tui.odin.cards import SHAPES
from odin_tui.odin.recap import draw, frames
from odin_tui.recorded_match import RecordedMatch
from odin_tui.screens.replay import ReplayScreen
from odin_tui.screens.replays import ReplaysScreen
from odin_tui.settings import Settings
from odin_tui.widgets.timeline import Timeline
from tests.engine.matches import played as played_by_bots
from tests.tui.analysts import FakeAnalyst
from tests.tui.matches import FINISHED, played
from tests.tui.screens import ME, odin, screen_text, snapshot

RECORD = played()
STATES = list(replay(RECORD, GAMES))


def test_every_state_has_a_frame_and_so_has_the_end_of_every_hand() -> None:
    shown = frames(Reader(RECORD.names), STATES)
    hands = len(STATES[-1].results)
    assert hands > 1
    assert len(shown) == len(STATES) + hands - 1
    ends = [frame for frame in shown if frame.view.turn is None]
    assert [frame.deal for frame in ends] == list(range(1, hands + 1))
    for frame, result in zip(ends, STATES[-1].results, strict=True):
        assert frame.hands == result.left
        assert frame.view.owner == result.winner


def test_the_frames_together_tell_the_whole_match_once() -> None:
    told = [line for frame in frames(Reader(RECORD.names), STATES) for line in frame.told]
    assert told[0].startswith("Hand 1. ")
    assert told[-1].endswith(("wins.", "share the win."))
    assert sum(line.startswith("Hand ") for line in told) == len(STATES[-1].results)


async def test_steps_go_on_and_back_and_stop_at_both_ends() -> None:
    async with odin() as (app, pilot):
        screen = ReplayScreen(RECORD)
        await app.push_screen(screen)
        await pilot.pause()
        assert "move 0 of" in screen_text(app)
        await pilot.press("left")
        assert screen.here == 0
        await pilot.press("right", "right", "left")
        assert screen.here == 1
        assert screen.frames[1].told[0].split()[1] in screen_text(app)
        await pilot.press("end", "right")
        assert screen.here == len(screen.frames) - 1
        assert f"move {len(RECORD.moves)} of {len(RECORD.moves)}" in screen_text(app)
        await pilot.press("home")
        assert screen.here == 0


def test_all_hands_are_cards_where_there_is_room() -> None:
    first = frames(Reader(RECORD.names), STATES)[0]
    for size in (76, 20), (116, 28), (160, 40):
        drawn = draw(first, *size, "shapes").content().plain
        for colour, shape in SHAPES.items():
            held = [card for hand in first.hands for card in hand if card.colour is colour]
            assert drawn.count(shape) == len(held)


async def test_all_hands_lie_open_on_a_small_screen() -> None:
    async with odin((60, 20)) as (app, pilot):
        await app.push_screen(ReplayScreen(RECORD))
        await pilot.pause()
        shown = screen_text(app)
        for seat, hand in enumerate(STATES[0].hands):
            assert (RECORD.names[seat] if seat else "You") in shown
            for card in game.view(STATES[0], game.to_move(STATES[0])[0]).deck:
                if hand & (1 << _index(card)):
                    assert str(card) in shown


def _index(card: object) -> int:
    from odin_engine.odin.cards import CARDS  # noqa: PLC0415 - only this test counts bits

    return CARDS.index(card)  # type: ignore[arg-type]


async def test_one_key_jumps_to_the_next_hand_and_one_back() -> None:
    async with odin() as (app, pilot):
        screen = ReplayScreen(RECORD)
        await app.push_screen(screen)
        await pilot.pause()
        await pilot.press("down")
        assert screen.here == screen.starts[1]
        assert "hand 2 of" in screen_text(app)
        await pilot.press("right", "up")
        assert screen.here == screen.starts[1]
        await pilot.press("up")
        assert screen.here == 0
        for _ in screen.starts:
            await pilot.press("n")
        assert screen.here == len(screen.frames) - 1


async def test_a_click_on_the_timeline_goes_there() -> None:
    async with odin() as (app, pilot):
        screen = ReplayScreen(RECORD)
        await app.push_screen(screen)
        await pilot.pause()
        timeline = screen.query_one(Timeline)
        await pilot.click(Timeline, offset=(timeline.size.width - 1, 1))
        assert screen.here == len(screen.frames) - 1
        await pilot.click(Timeline, offset=(0, 1))
        assert screen.here == 0


async def test_the_match_plays_by_itself_until_its_end_or_a_key() -> None:
    quick = Settings(pace="instant", animations="none")
    async with odin(settings=quick) as (app, pilot):
        screen = ReplayScreen(RECORD)
        await app.push_screen(screen)
        await pilot.pause()
        await pilot.press("space")
        assert screen.playing
        async with asyncio.timeout(20):
            while screen.here < 2:
                await pilot.pause(0.02)
        await pilot.press("space")
        assert not screen.playing
        await pilot.press("end", "left", "left", "space")
        async with asyncio.timeout(20):
            while screen.playing:
                await pilot.pause(0.02)
        assert screen.here == len(screen.frames) - 1


async def test_without_a_judge_nobody_can_be_asked() -> None:
    async with odin() as (app, pilot):
        screen = ReplayScreen(RECORD)
        await app.push_screen(screen)
        await pilot.pause()
        assert "analyse" not in screen_text(app)
        await pilot.press("a")
        assert not screen.verdicts


async def test_what_a_search_would_have_played_is_shown_with_what_it_mattered() -> None:
    async with odin() as (app, pilot):
        screen = ReplayScreen(RECORD, FakeAnalyst())
        await app.push_screen(screen)
        await pilot.pause()
        await pilot.press("a")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(screen.verdicts) == len(RECORD.moves)
        moves = len(RECORD.moves)
        assert f"The bots disagree with 2 of {moves} moves. Costliest:" in screen_text(app)
        await pilot.press("f")
        assert screen.here == 3
        assert "Better: pass." in screen_text(app)
        lines = screen_text(app).split("\n")
        assert any("played" in line and line.endswith("20%") for line in lines)
        assert any("better" in line and line.endswith("50%") for line in lines)
        await pilot.press("left")
        assert "no clear" in screen_text(app)
        assert "50%" not in screen_text(app)
        await pilot.press("f", "f", "f")
        assert screen.here == 3


async def test_chances_are_charted_for_one_seat_and_a_key_shows_the_next() -> None:
    async with odin((120, 36)) as (app, pilot):
        screen = ReplayScreen(RECORD, FakeAnalyst())
        await app.push_screen(screen)
        await pilot.pause()
        timeline = screen.query_one(Timeline)
        assert "chance to win" not in screen_text(app)
        await pilot.press("a")
        await app.workers.wait_for_complete()
        await pilot.press("right", "right", "right")
        await pilot.pause()
        mover = RECORD.moves[2][0]
        for _ in range(mover):
            await pilot.press("o")
        await pilot.pause()
        assert f"{RECORD.names[mover]}: chance to win the match" in screen_text(app)
        assert timeline.chances[3] == 0.2
        assert "20%" in screen_text(app)
        assert screen.starts[1] not in timeline.chances
        assert timeline.size.height > 3
        chart = screen_text(app).partition("chance to win the match")[2].split("\n")
        axis = [line[:5].strip() for line in chart]
        assert [label for label in axis if label.isdigit()] == ["100", "33", "0"]
        assert timeline.marks[3] == "??"
        await pilot.click(Timeline, offset=(0, 3))
        assert screen.here == 0
        await pilot.resize_terminal(80, 20)
        async with asyncio.timeout(10):
            while timeline.size.height != 3:
                await pilot.pause(0.01)
        assert timeline.size.height == 3


async def test_progress_is_shown_while_the_bots_think_and_leaving_ends_it() -> None:
    closed = asyncio.Event()

    async def slowly(record: Record, first: int) -> AsyncGenerator[Verdict, None]:
        try:
            yield Verdict(first, record.moves[first][1], record.moves[first][1])
            await asyncio.Event().wait()
        finally:
            closed.set()

    async with odin() as (app, pilot):
        await app.push_screen(ReplayScreen(RECORD, FakeAnalyst(slowly)))
        await pilot.pause()
        await pilot.press("right", "a")
        await pilot.pause()
        assert f"Analysing: 1 of {len(RECORD.moves)} moves." in screen_text(app)
        await pilot.press("escape")
        async with asyncio.timeout(20):
            await closed.wait()


async def test_runes_can_stand_for_shapes() -> None:
    async with odin(settings=Settings(card_style="runes", animations="none")) as (app, pilot):
        await app.push_screen(ReplayScreen(RECORD))
        await pilot.pause()
        await pilot.press("right")
        assert not set("●★▼▲■◆") & set(screen_text(app))


async def test_a_record_given_to_the_app_is_shown_and_leaving_it_leaves_odin() -> None:
    from tests.tui.screens import begin_hall, new_app  # noqa: PLC0415 - the app is made by hand here

    hall = await begin_hall()
    app = new_app(hall, start=RecordedMatch(RECORD))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Odin · replay" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
    assert app.return_code == 0
    await hall.close()


async def test_the_list_gives_the_match_that_was_chosen() -> None:
    async with odin() as (app, pilot):
        chosen: list[str | None] = []
        await app.push_screen(ReplaysScreen(ME, FINISHED), chosen.append)
        await pilot.pause()
        assert "with Karl" in screen_text(app)
        await pilot.press("down", "enter")
        assert chosen == ["m2"]


async def test_an_empty_list_says_what_to_do() -> None:
    async with odin() as (app, pilot):
        chosen: list[str | None] = []
        await app.push_screen(ReplaysScreen(ME, ()), chosen.append)
        await pilot.pause()
        assert "No match has been finished yet" in screen_text(app)
        await pilot.press("enter", "escape")
        assert chosen == [None]


@pytest.mark.parametrize(
    ("size", "seats"), [((80, 24), 6), ((100, 30), 2), ((120, 36), 4), ((160, 48), 6)]
)
async def test_a_replay_looks_as_reviewed(size: tuple[int, int], seats: int) -> None:
    async with odin(size) as (app, pilot):
        await app.push_screen(ReplayScreen(played(seats, "one-hand"), FakeAnalyst()))
        await pilot.pause()
        await pilot.press("right", "right", "right", "a")
        await app.workers.wait_for_complete()
        await pilot.pause()
        snapshot(app, f"replay_{size[0]}x{size[1]}")


@pytest.mark.parametrize("look", ["ansi", "day", "no_color"])
async def test_a_replay_in_other_colours_and_in_none(
    look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if look == "no_color":
        monkeypatch.setenv("NO_COLOR", "1")
    theme = "night" if look == "no_color" else look
    async with odin(settings=Settings(theme=theme, animations="none")) as (app, pilot):
        await app.push_screen(ReplayScreen(played(6, "one-hand")))
        await pilot.pause()
        await pilot.press("right", "right")
        snapshot(app, f"replay_{look}")


@pytest.mark.parametrize(("game", "word"), [("odin", "hand"), ("herrlof", "round")])
async def test_the_keys_from_deal_to_deal_have_the_games_own_word(game: str, word: str) -> None:
    async with odin((120, 36)) as (app, pilot):
        await app.push_screen(ReplayScreen(played_by_bots(GAMES[game], 2)))
        await pilot.pause()
        assert f"previous/next {word}" in screen_text(app)
        await pilot.press("down")
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.here > 0
