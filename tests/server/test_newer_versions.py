"""What a newer version has written is read by this one, while hosts are upgraded in turn."""

import json
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from odin_server.hall import NewTable
from odin_server.hall.facts import MatchEnded, Opened, Said, decode, encode
from odin_server.hall.refusals import NoSuchTable, TableOfNewerVersion
from odin_server.log import DamagedLog, IgnorableFact, NewerLog
from odin_server.log.fact_format import FactFormat
from odin_server.log.memory import MemoryLog
from odin_server.tournaments.facts import Finished
from odin_server.tournaments.facts import encode as encode_tournament
from tests.server.test_recovery import rewritten

FIELDS_OF_THE_VERSION_BEFORE = {
    "fact", "at", "code", "game", "rules", "options", "seats", "seed", "given", "host", "host_name",
    "public", "spectators", "spectators_talk", "hints", "start_when_full", "move", "bank",
    "commitment", "daily", "correspondence",
}  # fmt: skip


@dataclass(frozen=True)
class Coloured:
    """A fact with a field that others may ignore, and one that they may not."""

    IGNORABLE: ClassVar[tuple[str, ...]] = ("shade",)

    colour: str
    shade: str = ""
    pattern: str = ""


@dataclass(frozen=True)
class Waved:
    """A fact that others may ignore."""

    IGNORABLE: ClassVar[bool] = True

    at: float


@dataclass(frozen=True)
class _OlderColoured:
    colour: str


_OlderColoured.__name__ = "Coloured"
NEWER: FactFormat[Any] = FactFormat((Coloured, Waved))
OLDER: FactFormat[Any] = FactFormat((_OlderColoured,))


def test_fields_with_their_default_are_not_written() -> None:
    assert NEWER.encode(Coloured("red")) == '{"fact":"coloured","colour":"red"}'
    assert NEWER.decode(NEWER.encode(Coloured("red"))) == Coloured("red")
    assert encode_tournament(Finished(1.0, 2)) == '{"fact":"finished","at":1.0,"tournament":2}'


def test_a_field_that_differs_from_its_default_is_written_even_if_it_is_false_or_empty() -> None:
    ended = MatchEnded(1.0, "t", 1, "odin", [], [], [], [], [], rated=False, public=False)
    written = json.loads(encode(ended))
    assert (written["names"], written["rated"]) == ([], False)
    assert "correspondence" not in written


def test_an_older_version_ignores_a_field_that_it_may_ignore() -> None:
    told = NEWER.encode(Coloured("red", shade="dark"))
    assert OLDER.decode(told) == _OlderColoured("red")
    assert NEWER.decode(told) == Coloured("red", shade="dark")


def test_an_older_version_refuses_a_field_that_means_something() -> None:
    for fact in (Coloured("red", pattern="dots"), Coloured("red", "dark", "dots")):
        with pytest.raises(NewerLog, match="unknown-fields"):
            OLDER.decode(NEWER.encode(fact))


def test_an_older_version_ignores_a_fact_that_it_may_ignore_and_refuses_another() -> None:
    with pytest.raises(IgnorableFact):
        OLDER.decode(NEWER.encode(Waved(1.0)))
    with pytest.raises(NewerLog) as refused:
        OLDER.decode('{"fact":"waved","at":1.0,"ignorable":["at"]}')
    assert not isinstance(refused.value, IgnorableFact)


def test_a_known_field_is_read_though_it_is_marked() -> None:
    told = (
        '{"fact":"said","at":1,"player":null,"name":"A","text":"b","mood":1,'
        '"ignorable":["text","mood"]}'
    )
    assert decode(told) == Said(1, None, "A", "b")


async def test_the_version_before_reads_an_ordinary_table(env: Any) -> None:
    hall = await env.hall(log := MemoryLog())
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2))
    opened = json.loads(log._streams[chair.view.id][0])
    assert opened.keys() <= FIELDS_OF_THE_VERSION_BEFORE
    assert isinstance(decode(json.dumps(opened)), Opened)


async def test_a_table_goes_on_after_a_fact_that_may_be_ignored(env: Any) -> None:
    hall = await env.hall(log := MemoryLog())
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    table = chair.view.id
    await log.append(table, len(log._streams[table]), NEWER.encode(Waved(1.0)))
    await log.append("hall", len(log._streams["hall"]), NEWER.encode(Waved(1.0)))
    await chair.start()
    await env.until(lambda: chair.view.my_turn)
    await chair.play(chair.view.match.moves[0])
    assert await hall.open_table(env.anna, NewTable("odin", seats=2))
    again = await env.hall(await rewritten(log, str))
    assert not again.unreadable_tables
    assert (await again.sit(env.anna, chair.view.code)).view.turn >= 1


async def test_a_log_cannot_begin_with_what_may_be_ignored(env: Any) -> None:
    hall = await env.hall(log := MemoryLog())
    await hall.open_table(env.anna, NewTable("odin", seats=2))
    waved = NEWER.encode(Waved(1.0))
    changed = await rewritten(log, lambda p: waved if '"opened"' in p else p)
    (refusal,) = (await env.hall(changed)).unreadable_tables.values()
    assert isinstance(refusal, DamagedLog)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"fact":"opened"', '"fact":"opened","gravity":2'),
        ('"game":"odin"', '"game":"hnefatafl"'),
        ('"fact":"seated"', '"fact":"enthroned"'),
    ],
)
async def test_who_comes_to_a_table_that_is_too_new_is_told_so(
    env: Any, old: str, new: str
) -> None:
    hall = await env.hall(log := MemoryLog())
    code = (await hall.open_table(env.anna, NewTable("odin", seats=2))).view.code
    again = await env.hall(await rewritten(log, lambda payload: payload.replace(old, new)))
    with pytest.raises(TableOfNewerVersion):
        await again.sit(env.anna, code)
    with pytest.raises(NoSuchTable) as refused:
        await again.sit(env.anna, "ZZZZZZZZ")
    assert refused.value.code == "no-such-table"


async def test_a_damaged_table_is_not_called_too_new(env: Any) -> None:
    hall = await env.hall(log := MemoryLog())
    code = (await hall.open_table(env.anna, NewTable("odin", seats=2))).view.code
    again = await env.hall(await rewritten(log, lambda p: "{" if '"seated"' in p else p))
    with pytest.raises(NoSuchTable) as refused:
        await again.sit(env.anna, code)
    assert refused.value.code == "no-such-table"
