"""A log that the version before codes wrote, with sentences for what happened, is still read."""

import json
from pathlib import Path
from typing import Any

from odin_engine.games import GAMES
from odin_engine.record import replay
from odin_server.hall import Announcement, ChatLine, ChatNotice, Phase
from odin_server.hall.facts import Closed, CloseReason, decode, encode
from odin_server.log.memory import MemoryLog
from odin_server.notices import Notice

OLD_LOG = Path(__file__).with_name("old_log.jsonl")


def old_records() -> list[tuple[str, str]]:
    return [tuple(json.loads(line)) for line in OLD_LOG.read_text().splitlines()]


async def old_log() -> MemoryLog:
    log, versions = MemoryLog(), dict[str, int]()
    for stream, payload in old_records():
        await log.append(stream, versions.get(stream, 0), payload)
        versions[stream] = versions.get(stream, 0) + 1
    return log


async def test_every_open_table_is_there_again(env: Any) -> None:
    hall = await env.hall(await old_log())
    assert not hall.unreadable_tables
    assert sorted((table.game, table.phase) for table in hall.all_tables()) == [
        ("herrlof", Phase.PAUSED),
        ("odin", Phase.LOBBY),
        ("odin", Phase.OVER),
        ("odin", Phase.PAUSED),
    ]


async def test_a_pause_and_the_chat_are_read_as_codes(env: Any) -> None:
    hall = await env.hall(await old_log())
    code = next(table.code for table in hall.unfinished(env.anna) if table.game == "odin")
    view = (await hall.sit(env.anna, code)).view
    assert view.notice == Notice("paused-as-agreed")
    line, announced, covered, back = view.chat
    assert isinstance(line, ChatLine)
    assert isinstance(announced, Announcement)
    assert (line.name, line.text, announced.text) == (
        "Anna",
        "hello",
        "The hall restarts at noon.",
    )
    assert isinstance(covered, ChatNotice)
    assert isinstance(back, ChatNotice)
    assert covered.notice == Notice("seat-covered", name="Anna", why="lapses", level="karl")
    assert back.notice == Notice("player-back", name="Anna")


async def test_a_finished_match_has_its_record(env: Any) -> None:
    hall = await env.hall(await old_log())
    (match,) = hall.finished(env.bjarni)
    record = await hall.record(env.bjarni, match.id)
    assert record.names == ("Cnut", "Bjarni")
    *_, last = replay(record, GAMES)
    assert GAMES["odin"].outcome(last) is not None


def test_the_sentence_of_an_old_closing_is_kept_as_it_was_written() -> None:
    closed = [decode(payload) for _, payload in old_records() if '"closed"' in payload]
    assert [(fact.reason, fact.text) for fact in closed if isinstance(fact, Closed)] == [
        (CloseReason.OTHER, "Cnut closed the table."),
        (CloseReason.OTHER, "A moderator closed this table: too loud."),
        (CloseReason.OTHER, "Everyone has left the table."),
    ]
    assert all(decode(encode(fact)) == fact for fact in closed)
