"""`odin serve --database`: what it says before it serves."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from odin_server.postgres.database import Database
from odin_server.postgres.schema import MIGRATIONS
from odin_tui.main import main
from tests.postgres import PostgresServer


@pytest.fixture
def url(postgres: PostgresServer) -> Iterator[str]:
    url = asyncio.run(postgres.new_database())
    yield url
    postgres.give_back(url)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run `odin serve`, which must refuse, and return its one line."""
    assert main(["serve", *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


async def _make_newer(url: str) -> None:
    await (await Database.open(url, migrations=(*MIGRATIONS, "CREATE TABLE later ()"))).close()


def test_a_database_that_cannot_be_used_gets_one_line_and_status_2(
    tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path / "data"))
    for option in ((), ("--check",)):
        assert "must look like postgresql://" in told(
            capsys, *data, "--database", "hall.db", *option
        )
        nobody = "postgresql://odin:secret@127.0.0.1:9/odin"
        away = told(capsys, *data, "--database", nobody, *option)
        assert "does not answer" in away
        assert "secret" not in away
        missing = url.replace("/test", "/other")
        assert "does not exist" in told(capsys, *data, "--database", missing, *option)
    asyncio.run(_make_newer(url))
    for option in ((), ("--check",)):
        assert "a newer version of odin" in told(capsys, *data, "--database", url, *option)


def test_a_check_says_what_is_in_the_database_and_changes_nothing(
    tmp_path: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["serve", "--check", "--data", str(tmp_path / "data"), "--database", url]
    for _ in range(2):
        assert main(words) == 0
        assert "its tables are made at the first start" in capsys.readouterr().out
    asyncio.run(_open(url))
    assert main(words) == 0
    assert "there is a hall in it" in capsys.readouterr().out


async def _open(url: str) -> None:
    await (await Database.open(url)).close()


def test_without_the_package_for_databases_a_sentence_says_which(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for option in ((), ("--check",)):
        line = told(
            capsys, "--data", str(tmp_path), "--database", "postgresql://host/odin", *option
        )
        assert "pip install 'odin-tui[postgres]'" in line


def test_several_processes_need_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "--processes needs --database" in told(
        capsys, "--data", str(tmp_path), "--processes", "2"
    )
    assert "a number from 1 on" in told(capsys, "--data", str(tmp_path), "--processes", "0")


def test_a_hall_in_a_file_loads_nothing_for_databases() -> None:
    loaded = (
        "import sys, odin_tui.commands.serving, odin_tui.commands.serve_check; "
        "print([name for name in sys.modules if 'asyncpg' in name or 'postgres' in name])"
    )
    said = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    assert said.stdout == "[]\n"
