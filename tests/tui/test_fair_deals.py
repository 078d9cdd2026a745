"""What was published about the seed is shown on the screen, in text and in JSON, and checked."""

import asyncio
import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from odin_engine.chance import commitment
from odin_engine.record import Record
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Player, TimeControl
from odin_tui import fair_deals
from odin_tui.app import OdinApp
from odin_tui.commands.replay import _objects, _sentences
from odin_tui.json_mode import play_json
from odin_tui.screens.fair_deals import FairDealsScreen
from odin_tui.screens.replay import ReplayScreen
from odin_tui.screens.table import TableScreen
from odin_tui.text_mode import play_text
from tests.tui.boards import STILL
from tests.tui.matches import played
from tests.tui.screens import begin_hall, new_app, odin, screen_text, snapshot
from tests.tui.tables import play_out, table

ASTRID, BO, DISA = (Player(name.lower(), name) for name in ("Astrid", "Bo", "Disa"))
SHORT = NewTable("odin", seats=2, bots=("karl",), options={"target": "one-hand"})
RECORD = played()


async def a_hall() -> Hall:
    return await Hall.begin(settings=HallSettings(bot_pause=0.0), chance=Random("fair"))


class Reader:
    """Somebody who reads lines, and types some."""

    def __init__(self, chair: Chair, talk: Any) -> None:
        self.lines: list[str] = []
        self.typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._news = asyncio.Event()
        self.over = asyncio.create_task(talk(chair, self.typed.get, self._hear))

    async def _hear(self, line: str) -> None:
        self.lines.append(line)
        self._news.set()

    async def until(self, words: str) -> int:
        async with asyncio.timeout(20):
            while not (found := [i for i, line in enumerate(self.lines) if words in line]):
                self._news.clear()
                await self._news.wait()
        return found[0]

    async def go(self) -> None:
        self.typed.put_nowait(None)
        await self.over


# -- text and JSON ----------------------------------------------------------------------------


@pytest.mark.parametrize("watching", [False, True])
async def test_text_tells_the_commitment_before_the_first_card_and_the_proof_after_the_last(
    *, watching: bool
) -> None:
    hall = await a_hall()
    host = await hall.open_table(ASTRID, SHORT)
    chair = await hall.watch(DISA, host.view.code) if watching else host
    reader = Reader(chair, play_text)
    promise = host.view.commitment
    assert promise is not None
    told = await reader.until(promise)
    await host.start()
    assert told < await reader.until("Hand 1. ")
    over = await play_out(host)
    proof = await reader.until(f"Fair: seed {over.seed} matches the published SHA-256.")
    assert over.next_commitment is not None
    promised = await reader.until(over.next_commitment)
    await host.rematch()
    await play_out(host)
    assert proof < promised < len(reader.lines)
    assert sum(promise in line for line in reader.lines) == 1
    assert sum(over.next_commitment in line for line in reader.lines) == 1
    await reader.go()
    await hall.close()


async def test_text_repeats_the_commitment_when_asked_and_tells_what_it_is_for() -> None:
    hall = await a_hall()
    host = await hall.open_table(ASTRID, replace(SHORT, seed="chosen"))
    await host.start()
    reader = Reader(host, play_text)
    await reader.until(fair_deals.GIVEN)
    reader.typed.put_nowait("deals")
    await reader.until(fair_deals.PURPOSE)
    await reader.until(fair_deals.HOW)
    assert sum(str(host.view.commitment) in line for line in reader.lines) == 2
    await play_out(host)
    reader.typed.put_nowait("deals")
    await reader.until(str(host.view.next_commitment))
    await reader.go()
    again = Reader(await hall.sit(ASTRID, host.view.code), play_text)
    await again.until("Type again")
    assert again.lines.count(fair_deals.GIVEN) == 2
    await again.go()
    await hall.close()


@pytest.mark.parametrize("watching", [False, True])
async def test_json_tells_the_commitment_in_its_first_line_and_the_proof_in_the_last(
    *, watching: bool
) -> None:
    hall = await a_hall()
    host = await hall.open_table(ASTRID, SHORT)
    promise = host.view.commitment
    chair = await hall.watch(DISA, host.view.code) if watching else host
    reader = Reader(chair, play_json)
    await reader.until('"view"')
    await host.start()
    over = await play_out(host)
    await reader.until(str(over.next_commitment))
    hello, *views = map(json.loads, reader.lines)
    assert (hello["commitment"], hello["seed_given"]) == (promise, False)
    assert {view["commitment"] for view in views} == {promise}
    for view in views:
        assert ("seed" in view) == ("seed_check" in view) == (view["outcome"] is not None)
    assert (views[-1]["seed"], views[-1]["seed_check"]) == (over.seed, "fits")
    assert views[-1]["next_commitment"] == over.next_commitment
    await reader.go()
    await hall.close()


@pytest.mark.parametrize(
    ("changed", "check", "sentence"),
    [
        (
            {"commitment": commitment(RECORD.seed)},
            "fits",
            "matches the published SHA-256.",
        ),
        ({"commitment": "0" * 64}, "differs", "does not match the SHA-256 shown at the start"),
        ({"commitment": "0" * 64, "seed_given": True}, "differs", "does not match the SHA-256"),
        ({}, "not-published", "was not published before its first card."),
        ({"seed_given": True}, "not-published", "it proves nothing."),
    ],
)
def test_a_replay_holds_the_seed_against_what_the_record_says_was_published(
    changed: dict[str, Any], check: str, sentence: str
) -> None:
    record = replace(RECORD, **changed)
    assert sentence in list(_sentences(record, None))[-1]
    first = json.loads(next(iter(_objects(record))))
    assert (first["commitment"], first["seed_check"]) == (changed.get("commitment"), check)
    assert first["seed_given"] == bool(changed.get("seed_given"))


# -- the screen -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (160, 48)])
async def test_a_key_shows_the_whole_commitment_over_the_table(size: tuple[int, int]) -> None:
    async with table(2, size=size) as (app, pilot, chair):
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(app.screen, FairDealsScreen)
        shown = re.sub(r"[▐▌\s]", "", screen_text(app))
        assert str(chair.view.commitment) in shown
        assert "without" in shown
        lines = [line.strip(" ▐▌") for line in screen_text(app).splitlines()]
        assert "fixed before" not in lines, "the text is wrapped twice"
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_the_page_of_fair_deals_looks_as_reviewed() -> None:
    async with table(2) as (app, pilot, _chair):
        await pilot.press("d")
        await pilot.pause()
        snapshot(app, "fair_deals_80x24")


async def test_the_heading_calls_its_reader_you_beside_clock_and_commitment() -> None:
    hall = await begin_hall()
    player = Player("wilhelmina", "Wilhelmina-of-the-Fjords")
    chair = await hall.open_table(
        player, replace(SHORT, options={}, clock=TimeControl(30.0, 120.0))
    )
    await chair.start()
    app = new_app(hall, STILL, start=chair, player=player)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        heading = screen_text(app).splitlines()[0]
        assert f" · fair deal {str(chair.view.commitment)[:8]}" in heading
        assert re.search(r" You · 0 points · \d:\d\d$", heading.rstrip())
    await hall.close()


async def test_the_heading_shows_the_beginning_of_the_commitment_where_there_is_room() -> None:
    async with table(2) as (app, _pilot, chair):
        shown = f" · fair deal {str(chair.view.commitment)[:12]}… (d) "
        assert shown in screen_text(app).splitlines()[0]
    async with table(4, size=(60, 20)) as (app, pilot, chair):
        first = screen_text(app).splitlines()[0]
        assert f" · fair deal {str(chair.view.commitment)[:8]}" in first, "during the first turns"
        while chair.view.turn < len(chair.view.seats):
            if chair.view.my_turn:
                await chair.play(chair.view.match.moves[0])  # type: ignore[union-attr]
            await pilot.pause()
        assert screen_text(app).startswith(" ODIN · hand 1 · round 1"), (
            "after everybody's first turn"
        )


async def test_the_palette_offers_the_commitment_at_a_table_and_nowhere_else() -> None:
    async with table(2) as (app, pilot, _chair):
        offered = [command.title for command in app.get_system_commands(app.screen)]
        assert "table: fair deal" in offered
        await pilot.press("ctrl+p")
        await pilot.press(*"fair")
        await pilot.pause(0.3)
        await pilot.press("enter")
        await shown_within(app, pilot, FairDealsScreen)
    async with odin() as (app, _pilot):
        offered = [command.title for command in app.get_system_commands(app.screen)]
        assert "table: fair deal" not in offered


async def shown_within(app: OdinApp, pilot: Pilot[None], screen: type) -> None:
    for _ in range(50):
        if isinstance(app.screen, screen):
            return
        await pilot.pause()
    raise AssertionError(f"{screen.__name__} never came; {app.screen} is shown")


async def test_whoever_waits_for_others_and_whoever_watches_see_the_commitment() -> None:
    hall = await begin_hall()
    host = await hall.open_table(BO, NewTable("odin", seats=3))
    short = fair_deals.short(str(host.view.commitment))
    for chair in (await hall.sit(ASTRID, host.view.code), await hall.watch(DISA, host.view.code)):
        app = new_app(hall, STILL, start=chair, player=chair.player)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert f"Fair deal {short} (d explains it)" in screen_text(app)
            await pilot.press("d")
            await pilot.pause()
            assert str(host.view.commitment) in screen_text(app)
    await hall.close()


async def test_the_last_page_tells_the_proof_and_the_commitment_of_the_next_match() -> None:
    hall = await begin_hall()
    chair = await hall.open_table(ASTRID, SHORT)
    await chair.start()
    over = await play_out(chair)
    app = new_app(hall, STILL, start=chair, player=ASTRID)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        sentence = "Fair deal: nobody has tampered with the cards (d: how to check it)."
        assert sentence in screen_text(app)
        assert str(over.seed) not in screen_text(app), "it is behind the key"
        assert f"Next match: fair deal {str(over.next_commitment)[:12]}…" in screen_text(app)
        await pilot.press("d")
        await pilot.pause()
        assert str(over.seed) in screen_text(app)
        for digest in (over.commitment, over.next_commitment):
            assert str(digest) in screen_text(app)
    await hall.close()


@pytest.mark.parametrize(
    ("published", "sentence"),
    [
        (commitment(RECORD.seed), "matches the published SHA-256."),
        ("0" * 64, "does not match the SHA-256"),
        (None, "was not published"),
    ],
)
async def test_a_replay_ends_with_the_proof_and_has_a_page_of_it(
    published: str | None, sentence: str
) -> None:
    record: Record = replace(RECORD, commitment=published)
    async with odin(size=(160, 48)) as (app, pilot):
        await app.push_screen(ReplayScreen(record))
        await pilot.press("end")
        assert sentence in screen_text(app)
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(app.screen, FairDealsScreen)
        assert sentence.split(maxsplit=1)[0] in screen_text(app)
        assert (published or "was not published") in screen_text(app)
        assert "Fair deals" in [c.title for c in app.get_system_commands(app.screen_stack[-2])]
