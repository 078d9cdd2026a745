"""Two people at one table over SSH, one reading German and one Arabic."""

import re
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import asyncssh
import pytest

from odin_engine.games import GAMES
from odin_server.accounts import AccountFile, Accounts
from odin_server.hall import Hall, HallSettings, NewTable, Phase, Player
from odin_server.log.sqlite import SqliteLog
from odin_tui.hall_frontend import HallFrontend
from odin_tui.languages import LANGUAGES, Translations, translations_for
from odin_tui.languages.check.po_files import FOLDER, messages_in, read, texts_of
from odin_tui.languages.local import local_language
from odin_tui.main import main
from tests.ssh.wire import a_server, connected, eventually, terminal

TABLE = NewTable("odin", seats=2, options={"target": "one-hand"})
SENTENCE = 14
"""The letters from which a part of a message is no mere word."""


class Reader:
    """Somebody who plays in plain lines, as far as the test has to know them."""

    def __init__(self, name: str, locale: str) -> None:
        self.name, self.locale = name, locale
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.player = Player(self.key.get_fingerprint(), name)
        self.tr = translations_for(locale[:2])
        self.heard = ""
        self._process: Any = None

    async def join(self, conn: asyncssh.SSHClientConnection, code: str) -> None:
        self._process = await conn.create_process(f"join {code}", env={"LANG": self.locale})

    def type(self, line: str) -> None:
        self._process.stdin.write(f"{line}\n")

    async def hear_the_end(self) -> None:
        self.type("quit")
        self.heard = await self._process.stdout.read()


async def play_the_match(hall: Hall, code: str, readers: list[Reader]) -> None:
    """Let both type what a bot would play, until the match is over."""
    rng = Random(3)
    while True:
        views = {reader: hall.look(reader.player, code) for reader in readers}
        if any(view.phase is Phase.OVER for view in views.values()):
            return
        turn = next(iter(views.values())).turn
        reader = next(reader for reader, view in views.items() if view.my_turn)
        match = views[reader].match
        reader.type(GAMES["odin"].format_move(GAMES["odin"].heuristic_move(match, rng)))
        await eventually(lambda turn=turn: hall.look(readers[0].player, code).turn != turn)


def sentences_of(language: str) -> Iterator[str]:
    """Yield the parts of every message that are always the same, if they are more than a word."""
    catalog = read(FOLDER / f"{language}.po", language)
    for message in messages_in(catalog):
        for text in texts_of(message.string) + texts_of(message.id):
            for part, _name, _spec, _conversion in Formatter().parse(text):
                if len(part.strip()) >= SENTENCE and " " in part.strip():
                    yield part.strip()


async def test_a_match_in_german_and_arabic_leaves_no_sentence_in_any_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, amal = Reader("Anna", "de_AT.UTF-8"), Reader("Amal", "ar_EG.UTF-8")
    log = SqliteLog(tmp_path / "hall.db")
    settings = HallSettings(bot_pause=0.0)
    hall = await Hall.begin(log, settings, chance=Random(5))
    accounts = Accounts(AccountFile(None), time.time)
    async with a_server(HallFrontend(hall, accounts), accounts) as server:
        for reader in (anna, amal):
            account = await accounts.log_in(reader.player.id, reader.name)
            await accounts.rename(account, reader.name)
        code = (await hall.open_table(anna.player, TABLE)).view.code
        async with (
            connected(server, client_keys=[anna.key]) as first,
            connected(server, client_keys=[amal.key]) as second,
        ):
            await anna.join(first, code)
            await amal.join(second, code)
            table = partial(hall.look, anna.player, code)
            await eventually(lambda: not any(seat.is_free for seat in table().seats))
            anna.type("start")
            await eventually(lambda: table().match is not None)
            await play_the_match(hall, code, [anna, amal])
            await anna.hear_the_end()
            await amal.hear_the_end()
        check_what_they_read(anna.heard, amal.heard, anna.tr, amal.tr)
        record = (await hall.record(anna.player, hall.finished(anna.player)[0].id)).to_text()
        await check_replays(server, anna)
        audit = "\n".join(server.lines)  # type: ignore[attr-defined]
    await hall.close()
    logs = everything_in(tmp_path)
    for kept in (logs, audit, record):
        assert "Anna" in kept or kept is audit
        for language in ("de", "ar"):
            assert [said for said in sentences_of(language) if said in kept] == []
    read_aloud_in_arabic(tmp_path / "match.odin", record, amal.tr, monkeypatch, capsys)


def everything_in(folder: Path) -> str:
    return b"".join(path.read_bytes() for path in folder.iterdir()).decode(errors="replace")


def check_what_they_read(
    german: str, arabic: str, tr_german: Translations, tr_arabic: Translations
) -> None:
    """Check that each has read their own language, and neither English nor the other's."""
    again = "Type again for another match, or quit."
    assert tr_german.gettext(again) in german
    assert tr_arabic.gettext(again) in arabic
    assert re.search("[\N{ARABIC LETTER ALEF}-\N{ARABIC LETTER YEH}]", german) is None
    for heard in (german, arabic):
        assert re.search(r"\b(?:Your turn|plays|wins|the|Type)\b", heard) is None, heard


async def check_replays(server: Any, anna: Reader) -> None:
    """Look at the replay at a terminal, in the language of the client and then of the account."""
    async with connected(server, client_keys=[anna.key]) as conn:
        screen = await terminal(conn, "replay", env={"LC_ALL": "nl_NL.UTF-8"})
        await screen.until(translations_for("nl").gettext("keys").encode())
    async with connected(server, client_keys=[anna.key]) as conn:
        screen = await terminal(conn, "replay", env={"LC_ALL": anna.locale})
        await screen.until(anna.tr.gettext("keys").encode())


def read_aloud_in_arabic(
    file: Path,
    record: str,
    tr: Translations,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Check that the record, in which there is no sentence, reads in the reader's language."""
    file.write_text(record, encoding="utf-8")
    monkeypatch.setenv("LC_ALL", "ar_EG.UTF-8")
    local_language.cache_clear()
    try:
        assert main(["replay", str(file), "--text"]) == 0
    finally:
        monkeypatch.undo()
        local_language.cache_clear()
    said = capsys.readouterr().out
    assert tr.gettext("{name} wins the match.").replace("{name}", "").strip()[:4] in said
    assert re.search(r"\b(?:plays|wins|leads|passes|the)\b", said) is None, said


def test_every_language_has_sentences_that_would_be_found() -> None:
    for language in LANGUAGES.keys() - {"en"}:
        assert len(set(sentences_of(language))) > 500
