"""`odin hall`: a hall goes from a file into a database and back, and nothing is lost."""

import asyncio
import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from odin_server.accounts import Account, AccountFile, Accounts
from odin_server.hall import Hall, HallSettings, Player
from odin_server.log.sqlite import SqliteLog
from odin_server.postgres.database import Database
from odin_server.transfer import database_hall
from odin_tui.main import main
from tests.postgres import PostgresServer
from tests.server.conftest import InstantBots
from tests.server.postgres.conftest import SHORT, OpenHost, play_on, until
from tests.server.postgres.proxy import Line

ANNA = "SHA256:" + 43 * "a"
BO = "SHA256:" + 43 * "b"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give the data of a host with two accounts, a ban, a finished match and an open table."""
    folder = tmp_path / "hall"
    folder.mkdir(mode=0o700)
    asyncio.run(_live(folder))
    return folder


async def _live(folder: Path) -> None:
    accounts = Accounts(AccountFile(folder / "accounts.db"), lambda: 1000.0)
    anna = await accounts.log_in(ANNA, "anna")
    await accounts.rename(anna, "Anna")
    await accounts.log_in(BO, "bo")
    await accounts.keep_settings(anna, 'theme = "night"')
    await accounts.ban(accounts.target("192.0.2.0/24"), None, "noise", ANNA)
    await accounts.mute(BO, 2000.0)
    await _moderate(accounts, await accounts.rename(anna, "Anna"))
    accounts.close()
    hall = await Hall.begin(
        SqliteLog(folder / "hall.db"),
        HallSettings(bot_pause=0.0),
        bot_pool=InstantBots(),
        chance=Random(1),
    )
    player = Player(ANNA, "Anna")
    chair = await hall.open_table(player, SHORT)
    await chair.start(fill="karl")
    await play_on(chair)
    await hall.daily.board("odin")
    await (await hall.open_table(player, SHORT)).say("þat er gott")
    await until(lambda: hall.finished(player))
    await hall.close()


async def _moderate(accounts: Accounts, anna: Account) -> None:
    """Fill the tables of histories, reports, ignored people and deleted accounts."""
    accounts.history.note_address(anna.id, "192.0.2.1")
    await accounts.history.add_note(BO, "watch out", "m")
    await accounts.history.act("m", "Mo", "note", "bo")
    await accounts.ignoring.ignore(anna, BO, "bo")
    for about in (BO, "SHA256:other"):
        await accounts.reports.add(Player(ANNA, "Anna"), Player(about, "x"), "", "", [("x", "é")])
    await accounts.reports.close(1, "m", "done")
    gone = await accounts.rename(await accounts.log_in("SHA256:gone", "gone"), "Former")
    await accounts.departures.delete(await accounts.rename(gone, "Gone"))


@pytest.fixture
def url(postgres: PostgresServer) -> Iterator[str]:
    url = asyncio.run(postgres.new_database())
    yield url
    postgres.give_back(url)


def odin(*words: object) -> int:
    return main(["hall", *map(str, words)])


def contents(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of a host's files."""
    found = {}
    for name in ("hall.db", "accounts.db"):
        db = sqlite3.connect(folder / name)
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            found[f"{name} {table}"] = sorted(db.execute(f"SELECT * FROM {table}"))  # noqa: S608
        db.close()
    return found


def test_a_hall_goes_into_a_database_and_back_and_is_the_same(
    folder: Path, tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    there, back = tmp_path / "there.jsonl", tmp_path / "back.jsonl"
    assert odin("export", there, "--data", folder) == 0
    assert odin("import", there, "--database", url) == 0
    assert odin("--database", url, "export", back) == 0
    assert odin("import", back, "--data", tmp_path / "again") == 0
    assert contents(tmp_path / "again") == contents(folder)
    assert there.stat().st_mode & 0o777 == 0o600
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 4
    for line in told:
        assert "2 tables, 1 finished match, 2 accounts." in line


def test_nothing_is_imported_into_a_hall_that_is_not_empty(
    folder: Path, tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hall.jsonl"
    before = contents(folder)
    assert odin("export", file, "--data", folder) == 0
    assert odin("import", file, "--data", folder) == 2
    assert contents(folder) == before
    assert odin("import", file, "--database", url) == 0
    capsys.readouterr()
    assert odin("import", file, "--database", url) == 2
    assert capsys.readouterr().err == (
        "odin hall: There is a hall already. Import into an empty one.\n"
    )
    assert odin("export", file, "--data", folder) == 2
    assert "never overwritten" in capsys.readouterr().err


def files_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def test_an_export_whose_line_is_cut_gets_one_line_and_leaves_nothing(
    tmp_path: Path,
    line: Line,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(database_hall, "AT_ONCE", 10)
    database = await Database.open(line.url)
    many = [(f"table {n % 5}", n // 5, "{}") for n in range(20_000)]
    await database.fetch("log", _INSERT, *map(list, zip(*many, strict=True)))
    await database.close()
    size, exporting = database_hall.DatabaseHall.size, asyncio.get_running_loop()

    async def size_and_cut(hall: database_hall.DatabaseHall) -> int:
        count = await size(hall)
        exporting.call_soon_threadsafe(exporting.call_later, 0.1, line.cut)
        return count

    monkeypatch.setattr(database_hall.DatabaseHall, "size", size_and_cut)
    words = ("export", tmp_path / "hall.jsonl", "--database", line.url)
    assert await asyncio.to_thread(odin, *words) == 2
    said = capsys.readouterr().err
    assert said.startswith("odin hall: The database does not answer: ")
    assert len(said.splitlines()) == 1
    assert files_in(tmp_path) == []


_INSERT = """
    INSERT INTO records
    SELECT stream, version, payload, 'test' FROM unnest($1::text[], $2::integer[], $3::text[])
        AS made (stream, version, payload)
"""


async def test_nothing_is_imported_while_hosts_run_over_the_database(
    tmp_path: Path, database_url: str, open_host: OpenHost, capsys: pytest.CaptureFixture[str]
) -> None:
    host, file = await open_host(), tmp_path / "hall.jsonl"
    await asyncio.to_thread(odin, "export", file, "--database", database_url)
    assert await asyncio.to_thread(odin, "import", file, "--database", database_url) == 2
    assert "Hosts are running" in capsys.readouterr().err
    await host.hall.close()
    assert await asyncio.to_thread(odin, "import", file, "--database", database_url) == 0


def damage(file: Path, how: str) -> None:
    lines = file.read_text().splitlines(keepends=True)
    match how:
        case "cut":
            lines = lines[:-1]
        case "half a line":
            lines[-2] = lines[-2][:20]
        case "a record less":
            del lines[-2]
        case "a gap":
            del lines[3]
        case "another file":
            lines = ["hello\n"]
        case "newer":
            lines[0] = json.dumps({"format": "odin-hall", "version": 2}) + "\n"
        case "more":
            lines.append("[]\n")
    file.write_text("".join(lines))


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("cut", "not whole"),
        ("half a line", "not whole"),
        ("a record less", "not what its last line says"),
        ("a gap", "out of place"),
        ("another file", "not written by odin hall export"),
        ("newer", "newer version"),
        ("more", "not what its last line says"),
    ],
)
def test_of_a_damaged_file_nothing_is_imported(
    how: str,
    told: str,
    folder: Path,
    tmp_path: Path,
    url: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "hall.jsonl"
    assert odin("export", file, "--data", folder) == 0
    damage(file, how)
    for place in (("--database", url), ("--data", tmp_path / "new")):
        assert odin("import", file, *place) == 2
        error = capsys.readouterr().err
        assert told in error
        assert error.count("\n") == 1

    async def count() -> int:
        connection = await asyncpg.connect(url)
        try:
            return int(await connection.fetchval("SELECT count(*) FROM records"))
        finally:
            await connection.close()

    assert asyncio.run(count()) == 0
    assert contents(tmp_path / "new")["hall.db records"] == []
    assert contents(tmp_path / "new")["accounts.db accounts"] == []


def test_mistakes_get_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hall.jsonl"
    for words in (
        (),
        ("export", file, "--data", tmp_path / "nothing"),
        ("import", tmp_path / "nothing", "--data", tmp_path),
        ("export", file, "--data", tmp_path, "--database", "postgresql://host/odin"),
        ("export", file, "--database", "hall.db"),
    ):
        assert odin(*words) == 2
        assert capsys.readouterr().err.count("\n") == 1
        assert not file.exists()
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert odin("export", file, "--database", "postgresql://host/odin") == 2
    assert "pip install 'odin-tui[postgres]'" in capsys.readouterr().err
