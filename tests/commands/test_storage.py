"""Where settings, records and reports are kept, and what happens when they cannot be."""

from pathlib import Path

import pytest

from odin_engine.chance import seed_from
from odin_engine.record import Record
from odin_tui.commands.storage import NotSaved, Storage
from odin_tui.settings import Settings


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path / "config", tmp_path / "data", tmp_path / "reports")


def test_without_a_file_the_settings_are_the_usual_ones(storage: Storage) -> None:
    assert storage.read_settings() == (Settings(), "")
    assert not storage.config.exists(), "reading makes nothing"


def test_settings_are_kept(storage: Storage) -> None:
    storage.keep_settings(Settings(theme="day"))
    assert storage.read_settings() == (Settings(theme="day"), "")


@pytest.mark.parametrize("broken", [b"theme = ", b'theme = "pink"', b"\xff\xfe"])
def test_a_broken_file_is_left_alone_until_something_is_set(
    storage: Storage, broken: bytes
) -> None:
    storage.config.mkdir()
    storage.settings_file.write_bytes(broken)
    settings, notice = storage.read_settings()
    assert settings == Settings()
    assert str(storage.settings_file) in notice
    assert storage.settings_file.read_bytes() == broken
    storage.keep_settings(Settings(theme="day"))
    assert storage.read_settings() == (Settings(theme="day"), "")
    assert (storage.config / "settings.toml.broken").read_bytes() == broken


def test_a_second_broken_file_does_not_overwrite_the_first(storage: Storage) -> None:
    storage.config.mkdir()
    for broken in ("one = ", "two = "):
        storage.settings_file.write_text(broken)
        storage.keep_settings(Settings())
    assert (storage.config / "settings.toml.broken").read_text() == "one = "
    assert (storage.config / "settings.toml.broken2").read_text() == "two = "


def test_settings_that_cannot_be_read_are_said_to_be_so(storage: Storage) -> None:
    storage.settings_file.mkdir(parents=True)
    settings, notice = storage.read_settings()
    assert settings == Settings()
    assert "Is a directory" in notice


def test_a_folder_that_cannot_be_made_is_a_sentence(storage: Storage) -> None:
    storage.config.write_text("in the way")
    with pytest.raises(NotSaved, match="not-kept"):
        storage.keep_settings(Settings())


def test_records_are_kept_beside_each_other(storage: Storage) -> None:
    record = Record("odin", 1, ("Astrid", "Karl"), {}, seed_from("one"), ())
    one, other = storage.keep_record(record), storage.keep_record(record)
    assert one != other
    assert Path(other).read_text(encoding="utf-8") == record.to_text()


def test_a_record_that_cannot_be_kept_is_a_sentence(storage: Storage) -> None:
    storage.data.write_text("in the way")
    with pytest.raises(NotSaved, match="not-kept"):
        storage.keep_record(Record("odin", 1, ("A", "B"), {}, seed_from("one"), ()))


def test_a_report_is_kept_and_its_failure_is_silent(storage: Storage) -> None:
    assert Path(storage.keep_report("It broke.")).read_text() == "It broke."
    in_the_way = Storage(storage.config, storage.data, storage.reports / "report")
    (storage.reports / "report").write_text("")
    assert in_the_way.keep_report("It broke.") == ""


async def test_a_log_that_another_odin_has_open_is_not_used(storage: Storage) -> None:
    log, trouble = storage.open_log()
    assert log is not None
    assert trouble == ""
    other, trouble = storage.open_log()
    assert other is None
    assert "open elsewhere" in trouble
    await log.close()


async def test_a_damaged_log_is_left_alone_and_said_so(storage: Storage) -> None:
    storage.data.mkdir()
    file = storage.data / "matches.db"
    file.write_text("no log at all")
    log, trouble = storage.open_log()
    assert log is None
    assert "are not kept" in trouble
    assert file.read_text() == "no log at all"


def test_the_usual_folders_are_the_systems(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert Storage.usual().config.name == "odin"
