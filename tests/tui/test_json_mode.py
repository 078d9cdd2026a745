"""A table speaks JSON, tells no more than its reader may know, and forgives every bad line."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from odin_server.hall import Chair, Hall, HallSettings, NewTable, Player
from odin_server.lines import LONGEST_LINE
from odin_tui.json_mode import play_json

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "player.py"


class Wire:
    """The two ends of a line, held in memory."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[str | None] = asyncio.Queue()
        self.told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.raw: list[str] = []

    async def write(self, line: str) -> None:
        self.raw.append(line)
        await self.told.put(json.loads(line))

    def send(self, request: object) -> None:
        self.sent.put_nowait(request if isinstance(request, str) else json.dumps(request))

    async def hear(self, kind: str) -> dict[str, Any]:
        while True:
            told = await asyncio.wait_for(self.told.get(), 20)
            if told["type"] == kind:
                return told


async def a_table(**words: Any) -> tuple[Hall, Chair]:
    hall = await Hall.begin(settings=HallSettings(bot_pause=0))
    wanted = NewTable("odin", seats=3, bots=("karl", "thrall"), seed="json", **words)
    chair = await hall.open_table(Player("me", "Astrid"), wanted)
    await chair.start()
    return hall, chair


async def test_a_whole_match_can_be_played() -> None:
    hall, chair = await a_table(options={"target": "one-hand"})
    wire = Wire()
    playing = asyncio.create_task(play_json(chair, wire.sent.get, wire.write))
    hello = await wire.hear("hello")
    assert (hello["protocol"], hello["game"], hello["seat"]) == (1, "odin", 0)
    view = await wire.hear("view")
    while view["outcome"] is None:
        if view["my_turn"]:
            assert view["moves"]
            wire.send({"move": view["moves"][-1], "turn": view["turn"]})
        view = await wire.hear("view")
    assert min(view["outcome"]["places"]) == 1
    assert len(view["seed"]) == 32
    wire.send({"do": "leave"})
    bye = await wire.hear("bye")
    assert (bye["code"], bye["message"]) == ("bye", "Bye."), "nothing to come back to"
    await playing
    await hall.close()


async def test_the_end_of_input_lets_go_of_the_chair() -> None:
    hall, chair = await a_table()
    wire = Wire()
    playing = asyncio.create_task(play_json(chair, wire.sent.get, wire.write))
    wire.sent.put_nowait(None)
    await wire.hear("bye")
    await playing
    await hall.close()


async def test_a_closed_table_says_why_as_a_code_with_facts() -> None:
    hall, chair = await a_table()
    wire = Wire()
    playing = asyncio.create_task(play_json(chair, wire.sent.get, wire.write))
    await wire.hear("hello")
    await hall.close_table(chair.view.code, "too loud")
    bye = await wire.hear("bye")
    assert (bye["code"], bye["facts"]) == ("closed-by-moderator", {"text": "too loud"})
    assert bye["message"] == "A moderator closed this table: too loud."
    view = json.loads(wire.raw[-2])
    assert view["phase"] == "closed"
    assert view["notice"] == {name: bye[name] for name in ("code", "facts", "message")}
    await playing
    await hall.close()


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "BadLine"),
        ("sing", "BadLine"),
        ("[]", "BadLine"),
        ("[" * 2000, "BadLine"),
        ("{}", "BadLine"),
        ('{"move": 3}', "BadLine"),
        ('{"move": "pass", "turn": "now"}', "BadLine"),
        ('{"move": "pass", "turn": true}', "BadLine"),
        ('{"move": "pass", "and": "sing"}', "BadLine"),
        ('{"do": "sing"}', "BadLine"),
        ('{"say": "x"' + " " * LONGEST_LINE + "}", "BadLine"),
        ('{"move": "Z9"}', "NotAMove"),
        ('{"move": "R1R2R3R4R5R6R7"}', "IllegalMove"),
        ('{"move": "pass", "turn": 99}', "NotYourTurn"),
        ('{"do": "take back"}', None),
        ('{"remove": 1}', "NotNow"),
        ('{"remove": "Bo"}', "BadLine"),
        ('{"say": ""}', None),
    ],
)
async def test_a_bad_line_gets_an_error_and_costs_nothing(line: str, error: str | None) -> None:
    hall, chair = await a_table()
    wire = Wire()
    playing = asyncio.create_task(play_json(chair, wire.sent.get, wire.write))
    view = await wire.hear("view")
    while not view["my_turn"]:
        view = await wire.hear("view")
    wire.send(line)
    told = await wire.hear("error")
    assert error in (None, told["error"])
    assert told["message"]
    assert told["code"]
    assert isinstance(told["facts"], dict)
    assert len(told["line"]) <= 80
    wire.send({"do": "view"})
    again = await wire.hear("view")
    assert again["match"] == view["match"]
    wire.sent.put_nowait(None)
    await playing
    await hall.close()


async def test_no_line_ever_holds_a_card_its_reader_may_not_see() -> None:
    hall, chair = await a_table(options={"target": "one-hand"})
    wire = Wire()
    watching = await hall.watch(Player("eye", "Eye"), chair.view.code)
    seen = Wire()
    tasks = [
        asyncio.create_task(play_json(chair, wire.sent.get, wire.write)),
        asyncio.create_task(play_json(watching, seen.sent.get, seen.write)),
    ]
    view = await wire.hear("view")
    while view["outcome"] is None:
        if view["my_turn"]:
            wire.send({"move": view["moves"][0], "turn": view["turn"]})
        view = await wire.hear("view")
    for line in seen.raw:
        told = json.loads(line)
        if told["type"] == "view" and told["match"] and told["outcome"] is None:
            assert told["match"]["hand"] == []
            assert told["moves"] == []
            assert "seed" not in told
    for end in (wire, seen):
        end.sent.put_nowait(None)
    await asyncio.gather(*tasks)
    await hall.close()


def test_the_example_player_finishes_a_match(tmp_path: Path) -> None:
    table = [sys.executable, "-m", "odin_tui", "play", "--json", "--seats", "3", "--bots", "thrall"]
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), *table, "--target", "one-hand", "--seed", "7"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={"HOME": str(tmp_path), "PATH": ""},
    )
    assert json.loads(done.stdout)["reason"] == "one-hand"
    assert done.stderr == ""
