"""Where a player's settings, matches, records and reports are kept on this machine."""

import contextlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from odin_engine.game import Refusal
from odin_server.log import Log, LogInUse
from odin_server.private_files import NotPrivate, make_private_folder
from odin_server.toml_settings import BadSetting
from odin_tui.languages import command_line
from odin_tui.languages.local import local_language
from odin_tui.messages import refusal_text
from odin_tui.settings import Settings, read, write

if TYPE_CHECKING:
    from odin_engine.record import Record

LARGEST_SETTINGS = 1_000_000


class NotSaved(Refusal):
    """Something could not be written to the disk."""


@dataclass(frozen=True, slots=True)
class Storage:
    """Three folders; none is made before there is something to put in it."""

    config: Path
    data: Path
    reports: Path

    @classmethod
    def usual(cls) -> "Storage":
        """Use the folders that this system has for such things."""
        from platformdirs import PlatformDirs  # noqa: PLC0415 - tests never need it

        folders = PlatformDirs("odin", appauthor=False)
        return cls(folders.user_config_path, folders.user_data_path, folders.user_log_path)

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.toml"

    def read_settings(self) -> tuple[Settings, str]:
        """Return the settings, and a sentence if they had to be the defaults."""
        try:
            with self.settings_file.open(encoding="utf-8") as file:
                return read(file.read(LARGEST_SETTINGS)), ""
        except FileNotFoundError:
            return Settings(), ""
        except (OSError, UnicodeDecodeError) as trouble:
            if isinstance(trouble, OSError):
                return Settings(), self._excuse(f"{trouble.strerror}.")
            return Settings(), self._excuse(command_line().gettext("it is not text."))
        except BadSetting as trouble:
            return Settings(), self._excuse(refusal_text(trouble, command_line()))

    def _excuse(self, why: str) -> str:
        text = command_line().gettext(
            "{file} cannot be used, so all settings are the usual ones: {reason}"
        )
        return text.format(file=self.settings_file, reason=why)

    def keep_settings(self, settings: Settings) -> None:
        """Write the settings; a file that could not be read is put aside, never overwritten."""
        try:
            self.config.mkdir(parents=True, exist_ok=True)
            if self.read_settings()[1]:
                _put_aside(self.settings_file)
            fresh = self.settings_file.with_suffix(".new")
            fresh.write_text(write(settings), encoding="utf-8")
            fresh.replace(self.settings_file)
            local_language.cache_clear()  # it may have been changed
        except OSError as trouble:
            raise NotSaved("settings-not-kept", error=trouble.strerror) from trouble

    def open_log(self) -> tuple[Log | None, str]:
        """Open the log of all matches; None, and why, if they cannot be kept this time."""
        from odin_server.log.sqlite import SqliteLog  # noqa: PLC0415 - SQLite takes its time

        try:
            self._close_data_to_others()
            return SqliteLog(self.data / "matches.db"), ""
        except LogInUse:
            return None, command_line().gettext(
                "odin is open elsewhere too, so matches played here are not kept."
            )
        except Refusal as trouble:
            text = command_line().gettext("{reason} Matches played now are not kept.")
            return None, text.format(reason=refusal_text(trouble, command_line()))

    def _close_data_to_others(self) -> None:
        """Let nobody else read the seeds of running matches; a folder of others is left alone."""
        with contextlib.suppress(OSError, NotPrivate):
            make_private_folder(self.data)

    def keep_record(self, record: "Record") -> str:
        """Write a record beside the others, under a name of its own, and return its path."""
        try:
            self._close_data_to_others()
            folder = self.data / "records"
            folder.mkdir(parents=True, exist_ok=True)
            return str(_new_file(folder, f"{record.game}-{_stamp()}", ".odin", record.to_text()))
        except OSError as trouble:
            raise NotSaved("record-not-kept", error=trouble.strerror) from trouble

    def keep_report(self, report: str) -> str:
        """Write a report and return its path; empty if even that fails."""
        with contextlib.suppress(OSError):
            self.reports.mkdir(parents=True, exist_ok=True)
            return str(_new_file(self.reports, f"report-{_stamp()}", ".txt", report))
        return ""


def _put_aside(file: Path) -> None:
    aside = file.with_name(file.name + ".broken")
    number = 1
    while aside.exists():
        number += 1
        aside = file.with_name(f"{file.name}.broken{number}")
    file.rename(aside)


def _new_file(folder: Path, name: str, suffix: str, text: str) -> Path:
    number = 1
    while True:
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}{suffix}"
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            number += 1
        else:
            return path


def _stamp() -> str:
    return datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
