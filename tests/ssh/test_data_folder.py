"""What `odin serve` keeps: private, checked without being touched, and packed whole."""

import os
import resource
import sqlite3
import stat
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from odin_engine.game import Refusal
from odin_server.accounts import AccountFile, Accounts, AccountsUnusable
from odin_server.health import free_space
from odin_server.log.file import open_file
from odin_server.private_files import NotPrivate, make_private_file, make_private_folder
from odin_server.sessions.settings import HostSettings
from odin_server.ssh.host_key import host_key
from odin_tui.commands import serve_check
from odin_tui.commands.serve_check import password_notice
from odin_tui.commands.storage import Storage
from odin_tui.main import main
from tests.ssh.openssh import new_key, serving, ssh
from tests.ssh.wire import at_once

Serve = Callable[..., tuple[int, str]]


@pytest.fixture
def serve(capsys: pytest.CaptureFixture[str]) -> Serve:
    """Run `odin serve` and give its status and all it said."""

    def run(*words: object) -> tuple[int, str]:
        status = main(["serve", *map(str, words)])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Make a folder such as a server leaves behind."""
    folder = tmp_path / "data"
    make_private_folder(folder)
    host_key(folder / "host_key")
    accounts = Accounts(AccountFile(folder / "accounts.db"), time.time)
    for number in range(300):
        at_once(accounts.log_in(f"SHA256:{number}", f"viking {number}"))
    accounts.close()
    open_file(folder / "hall.db").close()
    return folder


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def snapshot(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    return {
        file.name: (mode(file), file.stat().st_mtime_ns, file.read_bytes())
        for file in folder.iterdir()
    }


# -- nobody else may read it ------------------------------------------------------------------


async def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    key = new_key(tmp_path, "astrid")
    before = os.umask(0o022)
    try:
        async with serving(folder) as served, ssh(served, "version", key=key) as client:
            await client.end()
            assert mode(folder) == 0o700
            modes = {file.name: mode(file) for file in folder.iterdir()}
    finally:
        os.umask(before)
    assert {"accounts.db-wal", "hall.db", "hall.db-wal", "hall.db-shm", "host_key"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_files_of_an_earlier_version_are_closed_to_others(tmp_path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        (tmp_path / f"hall.db{end}").touch()
        (tmp_path / f"hall.db{end}").chmod(0o644)
    make_private_file(tmp_path / "hall.db")
    assert {mode(file) for file in tmp_path.iterdir()} == {0o600}


def test_a_folder_that_users_share_is_refused_and_left_alone(tmp_path: Path, serve: Serve) -> None:
    tmp_path.chmod(0o1777)
    status, said = serve("--data", tmp_path)
    assert status == 2
    assert "give a folder inside it" in said
    assert mode(tmp_path) == 0o1777
    assert not list(tmp_path.iterdir())


def test_a_folder_of_another_user_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    tmp_path.chmod(0o755)
    with pytest.raises(NotPrivate, match="folder-of-another-user"):
        make_private_folder(tmp_path)


def test_matches_at_home_are_private_too(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    log, notice = Storage(tmp_path, folder, tmp_path).open_log()
    assert log is not None
    assert not notice
    assert mode(folder) == 0o700
    assert {mode(file) for file in folder.iterdir()} == {0o600}


# -- a check that checks, and touches nothing -------------------------------------------------


def test_a_check_makes_nothing(tmp_path: Path, serve: Serve) -> None:
    log = ("--log", tmp_path / "log")
    status, said = serve("--data", tmp_path / "data", *log, "--metrics", 9, "--web", "--check")
    assert status == 0, said
    assert "none yet" in said
    assert not list(tmp_path.iterdir())


def test_a_check_changes_nothing(data: Path, serve: Serve) -> None:
    data.chmod(0o755)
    before = snapshot(data)
    status, said = serve("--data", data, "--check")
    assert status == 0, said
    assert "SHA256:" in said
    assert "Other users can read the data" in said
    assert snapshot(data) == before
    assert mode(data) == 0o755


@pytest.mark.parametrize(("rights", "warned"), [(0o644, "chmod o-r"), (0o640, "")])
def test_a_check_warns_of_a_password_that_others_can_read(
    tmp_path: Path, rights: int, warned: str
) -> None:
    file = tmp_path / "serve.toml"
    file.touch()
    file.chmod(rights)
    settings = HostSettings(database="postgresql://odin:secret@db.example.org/odin")
    notice = password_notice(file, settings)
    assert bool(notice) is bool(warned)
    assert warned in notice
    assert "secret" not in notice
    assert not password_notice(file, HostSettings(database="postgresql://odin@db/odin"))


async def test_a_check_looks_at_what_a_running_server_keeps(tmp_path: Path, serve: Serve) -> None:
    async with serving(tmp_path / "data"):
        names = set(os.listdir(tmp_path / "data"))  # noqa: PTH208
        status, said = serve("--data", tmp_path / "data", "--check")
        assert status == 0, said
        assert set(os.listdir(tmp_path / "data")) == names  # noqa: PTH208


@pytest.mark.parametrize(
    ("database", "start"),
    [
        ("accounts.db", 0),
        ("accounts.db", 4096),
        ("accounts.db", 8192),
        ("hall.db", 0),
        ("hall.db", 4096),
    ],
)
def test_random_bytes_in_a_database_are_found(
    data: Path, serve: Serve, database: str, start: int
) -> None:
    noise = bytes((7 * number + 3) % 256 for number in range(2000))
    with (data / database).open("r+b") as file:
        file.seek(start)
        file.write(noise)
    before = snapshot(data)
    status, said = serve("--data", data, "--check")
    assert status == 2, said
    assert database in said
    assert said.count("\n") == 1
    assert snapshot(data) == before
    with pytest.raises(Refusal, match=database):
        (AccountFile if database == "accounts.db" else open_file)(data / database)


def test_a_database_without_a_table_is_found(data: Path, serve: Serve) -> None:
    database = sqlite3.connect(data / "accounts.db")
    database.execute("DROP TABLE keys")
    database.close()
    status, said = serve("--data", data, "--check")
    assert status == 2
    assert "missing keys.fingerprint" in said


@pytest.mark.parametrize(("lost", "kept"), [("hall.db", "accounts.db"), ("accounts.db", "hall.db")])
def test_a_database_that_is_missing_or_empty_beside_the_other_is_found(
    data: Path, tmp_path: Path, serve: Serve, lost: str, kept: str
) -> None:
    asked = (("--check",), ("--backup", tmp_path / "backup.tar"))
    (data / lost).write_bytes(b"")
    before = snapshot(data)
    for words in asked:
        status, said = serve("--data", data, *words)
        assert status == 2, said
        assert f"{data / lost} is damaged (0 bytes)" in said
    (data / lost).unlink()
    for words in asked:
        status, said = serve("--data", data, *words)
        assert status == 2, said
        assert str(data / lost) in said
        assert "No such file or directory" in said
    (data / kept).write_bytes(b"")
    assert serve("--data", data, "--check")[0] == 0
    assert before.keys() - {lost} == snapshot(data).keys()
    assert not (tmp_path / "backup.tar").exists()


@pytest.mark.parametrize("folder", ["data", "not/yet/there"])
def test_a_check_warns_of_a_disk_that_is_almost_full(
    data: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    where = data.parent / folder
    monkeypatch.setattr(serve_check, "LEAST_FREE", free_space(data.parent) / 2)
    assert "All is well" in serve("--data", where, "--check")[1]
    monkeypatch.setattr(serve_check, "LEAST_FREE", float("inf"))
    status, said = serve("--data", where, "--check")
    assert status == 0, said
    assert "almost full" in said
    assert "All is well" not in said


def test_a_database_of_another_program_gets_no_tables_of_ours(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "accounts.db")
    database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()
    with pytest.raises(AccountsUnusable, match="file-of-another-program"):
        AccountFile(tmp_path / "accounts.db")


def test_a_key_others_can_read_is_not_used(data: Path, serve: Serve) -> None:
    (data / "host_key").chmod(0o644)
    status, said = serve("--data", data, "--check")
    assert status == 2
    assert "chmod 600" in said
    (data / "host_key").write_text("not a key")
    (data / "host_key").chmod(0o600)
    status, said = serve("--data", data, "--check")
    assert status == 2
    assert (data / "host_key").read_text() == "not a key"


def test_the_host_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "hall" / "host_key"
    assert host_key(path).get_fingerprint() == host_key(path).get_fingerprint()
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert mode(path) == 0o600


# -- a backup ---------------------------------------------------------------------------------


def test_a_backup_is_one_file_with_everything(data: Path, tmp_path: Path, serve: Serve) -> None:
    target = tmp_path / "backup.tar"
    status, said = serve("--data", data, "--backup", target)
    assert status == 0, said
    assert mode(target) == 0o600
    with tarfile.open(target) as tar:
        assert sorted(tar.getnames()) == ["accounts.db", "hall.db", "host_key"]
        assert {member.mode for member in tar.getmembers()} == {0o600}
    before = target.read_bytes()
    assert serve("--data", data, "--backup", target)[0] == 2
    assert target.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["backup.tar", "data"]


def test_a_backup_into_a_folder_that_is_missing_names_the_file(
    data: Path, tmp_path: Path, serve: Serve
) -> None:
    target = tmp_path / "missing" / "backup.tar"
    status, said = serve("--data", data, "--backup", target)
    assert status == 2
    assert f"cannot write {target}: No such file or directory." in said


@pytest.mark.parametrize("start", [0, 4096, 8192])
@pytest.mark.parametrize("database", ["accounts.db", "hall.db"])
def test_a_damaged_database_is_not_packed(
    data: Path, tmp_path: Path, serve: Serve, database: str, start: int
) -> None:
    hall = open_file(data / "hall.db")
    hall.main.executemany(
        "INSERT INTO records VALUES ('table', ?, ?)", ((n, "x" * 400) for n in range(100))
    )
    hall.close()
    with (data / database).open("r+b") as file:
        file.seek(start)
        file.write(6000 * b"\xa5")
    before = (data / database).read_bytes()
    status, said = serve("--data", data, "--backup", tmp_path / "backup.tar")
    assert status == 2, said
    assert f"{data / database} is damaged" in said
    assert said.count("\n") == 1
    assert (data / database).read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["data"]


def test_a_backup_that_failed_does_not_block_the_next(
    data: Path, tmp_path: Path, serve: Serve
) -> None:
    target = tmp_path / "backup.tar"
    result = subprocess.run(
        [sys.executable, "-m", "odin_tui", "serve", "--data", data, "--backup", target],
        capture_output=True,
        text=True,
        check=False,
        # As on a full disk, no file grows beyond this.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, 70_000)),
    )
    assert result.returncode == 2, result.stderr
    assert "the backup could not be made" in result.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["data"]
    assert serve("--data", data, "--backup", target)[0] == 0
