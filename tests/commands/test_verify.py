"""`odin verify` finds out exchanged seeds and deals, and the page about fair deals tells the truth.

The checker on that page is run as it stands there, by a Python that has no odin.
"""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from odin_engine.chance import Seed, seed_from
from odin_engine.games import GAMES
from odin_engine.herrlof.cards import CARD_OF_BIT, singles
from odin_engine.herrlof.state import Stage
from odin_engine.record import Record
from odin_engine.record import replay as play_again
from odin_server.arena import play_match
from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player
from odin_tui.main import main

PAGE = Path(__file__).parents[2] / "docs" / "fair-deals.md"
HOST = Player("host", "Astrid")
TABLES = {
    "odin of three": NewTable("odin", seats=3, options={"target": "20"}),
    "odin of two": NewTable("odin", seats=2, options={"target": "one-hand"}),
    "odin without red and blue": NewTable("odin", seats=2, options={"removed-colours": "BR"}),
    "odin of two with a full deck": NewTable("odin", seats=2, options={"two-player-deck": "full"}),
    "herrlof of two": NewTable("herrlof", seats=2, options={}),
    "herrlof of three": NewTable("herrlof", seats=3, options={}),
    "walhalla of three": NewTable("walhalla", seats=3, options={}),
    "walhalla of four": NewTable("walhalla", seats=4, options={"tiles": "5-8-5"}),
}


async def played(wanted: NewTable) -> Record:
    """Let bots play at a real table, and give the record that the hall keeps of it."""
    hall = await Hall.begin(settings=HallSettings(bot_pause=0.0), chance=Random(wanted.seats))
    bots = ("karl",) * wanted.seats
    chair = await hall.open_table(HOST, replace(wanted, bots=bots, host_sits=False, public=True))
    published = chair.view.commitment
    await chair.start()
    async with asyncio.timeout(20):
        while chair.view.phase is not Phase.OVER:
            await chair.change()
    record = await hall.record(HOST, f"{chair.view.id}.1")
    await hall.close()
    assert record.commitment == published
    return record


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    async def all_played() -> dict[str, Record]:
        return {name: await played(wanted) for name, wanted in TABLES.items()}

    return asyncio.run(all_played())


@pytest.fixture
def record(records: dict[str, Record]) -> Record:
    return records["odin of three"]


@pytest.fixture
def verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    def run(record: Record | str, *words: str) -> tuple[int, str, str]:
        text = record if isinstance(record, str) else record.to_text()
        path = tmp_path / "match.odin"
        path.write_bytes(text.encode())
        status = main(["verify", str(path), *words])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def dealt(record: Record) -> Iterator[str]:
    """List the engine's deals as the checker lists them."""
    game, known = GAMES[record.game], set[int]()
    for state in play_again(record, GAMES):
        deal = game.deal(state)
        if game.outcome(state) is None and deal.number not in known:
            known.add(deal.number)
            for seat, hand in enumerate(deal.hands):
                yield f"deal {deal.number} seat {seat}: {' '.join(sorted(hand))}"
            for name, laid in deal.laid.items():
                yield f"deal {deal.number} {name}: {' '.join(laid)}"


def checker() -> str:
    found = re.search(r"<!-- checker -->\n```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def run_checker(tmp_path: Path, record: Record, deals: int) -> list[str]:
    script, path = tmp_path / "checker.py", tmp_path / "match.odin"
    script.write_text(checker())
    path.write_text(record.to_text(), encoding="utf-8")
    # -I and -S hide every installed package, this one too.
    command = [sys.executable, "-I", "-S", str(script), str(path), str(deals)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


# -- the page ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_the_checker_of_the_page_deals_the_same_cards_as_the_table(
    tmp_path: Path, records: dict[str, Record], name: str
) -> None:
    record = records[name]
    expected = list(dealt(record))
    count = len({line.split()[1] for line in expected})
    sha, fits, first, *deals = run_checker(tmp_path, record, count)
    assert sha == f"SHA-256 of the seed: {record.commitment}"
    assert fits == "It fits."
    start = next(iter(play_again(record, GAMES)))
    started = {
        "odin": lambda: start.starter,
        "herrlof": lambda: start.dealer,
        "walhalla": lambda: start.position.starter,
    }
    who = started[record.game]()
    assert first.endswith(f": seat {who}")
    assert deals == expected


def test_the_checker_of_the_page_finds_a_seed_that_does_not_fit(
    tmp_path: Path, record: Record
) -> None:
    exchanged = replace(record, seed=seed_from("another"))
    assert run_checker(tmp_path, exchanged, 1)[1] == "NO FIT."
    old = replace(record, commitment=None)
    assert run_checker(tmp_path, old, 1)[1] == "Nothing was published."


def test_the_checker_is_short_and_imports_nothing_of_odin() -> None:
    source = checker()
    assert len(source.splitlines()) < 60
    assert re.findall(r"^.*import.*$", source, re.MULTILINE) == ["import hashlib, sys"]


def test_a_stolen_card_is_picked_as_the_page_says() -> None:
    found: dict[str, Any] = {}
    exec(checker().partition("record, deals")[0], found)  # noqa: S102 - a page of our own
    herrlof, stolen = GAMES["herrlof"], 0
    for number in range(12):
        record = play_match(herrlof, ("karl", "karl", "karl"), {}, seed_from(str(number))).record
        states = list(play_again(record, GAMES))
        for before, after, (_, move) in zip(states[:-1], states[1:], record.moves, strict=True):
            if before.stage == Stage.STEAL_CARD and after.stage == Stage.RETURN:
                purpose = f"steal {before.round_no} {before.trick_no}"
                hand = [str(CARD_OF_BIT[bit]) for bit in singles(before.hands[after.victim])]
                picked = found["shuffled"](hand, record.seed, purpose)[0]
                assert picked == str(CARD_OF_BIT[after.drawn])
                assert move.startswith("steal")
                stolen += 1
    assert stolen > 3


# -- the command ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_a_record_of_a_real_match_stands_the_test(
    verify: Any, records: dict[str, Record], name: str
) -> None:
    record = records[name]
    status, out, err = verify(record, "--deals")
    assert (status, err) == (0, "")
    assert record.commitment in out
    assert out.endswith("fits the SHA-256 that was published: nobody has exchanged the deals.\n")
    assert [line for line in out.splitlines() if line.startswith("deal ")] == list(dealt(record))


def test_a_seed_that_was_exchanged_is_found_out(verify: Any, record: Record) -> None:
    status, out, err = verify(replace(record, seed=Seed(bytes(16))))
    assert (status, err) == (1, "")
    assert "The seed does not fit the SHA-256 that was published." in out
    assert "The moves do not fit the deals of this seed: line " in out
    assert out.endswith("Do not trust the deals of this match.\n")


def test_a_seed_and_a_commitment_exchanged_together_do_not_fit_the_moves(
    verify: Any, record: Record
) -> None:
    forged = replace(record, seed=Seed(bytes(16)), commitment=sha256(bytes(16)).hexdigest())
    status, out, _ = verify(forged)
    assert status == 1
    assert "The seed does not fit" not in out
    assert "The moves do not fit the deals of this seed" in out


def test_a_commitment_edited_in_the_file_is_found_out_though_the_file_is_not_whole(
    verify: Any, record: Record
) -> None:
    assert record.commitment is not None
    status, out, _ = verify(record.to_text().replace(record.commitment, "0" * 64))
    assert status == 1
    assert "The seed does not fit the SHA-256 that was published." in out
    assert "The record was changed after it was written." in out


def test_a_forged_record_does_not_fit_what_was_noted_at_the_table(
    verify: Any, record: Record
) -> None:
    forged = replace(record, seed=Seed(bytes(16)), commitment=sha256(bytes(16)).hexdigest())
    half = replace(forged, moves=())
    assert verify(half)[0] == 0
    status, out, _ = verify(half, "--published", record.commitment)
    assert status == 1
    assert f"Noted at a table:  {record.commitment}" in out
    assert verify(record, "--published", record.commitment.upper())[0] == 0


def test_where_nothing_was_published_nothing_is_claimed(verify: Any, record: Record) -> None:
    status, out, _ = verify(replace(record, commitment=None))
    assert status == 0
    assert "was not published before its first card" in out
    assert "fits the SHA-256" not in out


def test_a_chosen_seed_proves_nothing_and_that_is_said(verify: Any, record: Record) -> None:
    status, out, _ = verify(replace(record, seed_given=True))
    assert status == 0
    assert out.endswith("it proves nothing.\n")


def test_as_json_there_is_one_object_and_nothing_else(verify: Any, record: Record) -> None:
    status, out, _ = verify(record, "--json")
    found = json.loads(out)
    assert status == 0
    assert found["commitment"] == found["sha256"] == record.commitment
    assert (found["seed_check"], found["complete"], found["complaints"]) == ("fits", True, [])
    assert len(found["deals"][0]["hands"]) == 3
    assert found["deals"][0]["laid"] == {}
    status, out, _ = verify(replace(record, commitment="0" * 64), "--json")
    assert (status, json.loads(out)["seed_check"]) == (1, "differs")
    assert json.loads(verify(replace(record, moves=()), "--json")[1])["complete"] is False


@pytest.mark.parametrize(
    "damage",
    [
        lambda _text: "nonsense",
        lambda _text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("game odin", "game chess"),
        lambda text: text.replace("rules 1", "rules 9"),
        lambda text: text.replace("name 0 ", "name 0 X"),
        lambda text: text.replace("\n", "\r\n"),
    ],
)
def test_a_file_that_is_no_whole_record_gets_one_line_and_status_2(
    verify: Any, record: Record, damage: Callable[[str], str]
) -> None:
    status, out, err = verify(damage(record.to_text()))
    assert (status, out) == (2, "")
    assert err.startswith("odin verify: ")
    assert err.count("\n") == 1


def test_a_missing_file_and_a_short_sha256_get_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(SystemExit) as end:
        main(["verify", "x", "--published", "3f2a"])
    assert end.value.code == 2
    assert "a SHA-256 has 64 hexadecimal digits" in capsys.readouterr().err


def test_the_help_fits_a_screen_and_shows_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    told = capsys.readouterr().out.splitlines()
    assert len(told) < 24
    assert told[-1].startswith("Example: odin verify ")
