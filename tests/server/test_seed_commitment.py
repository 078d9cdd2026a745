"""The SHA-256 of every seed is published before the first card, and the seed is held against that.

What was published stands in the log beside the seed: a seed that is exchanged later is found out.
"""

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from odin_engine.chance import SeedCheck
from odin_server.hall import Chair, Hall, NewTable, Phase, Player, decisions
from odin_server.hall.facts import Committed, Opened, Started, decode
from odin_server.hall.fold import TableFold
from odin_server.log.memory import MemoryLog

DISA = Player("disa", "Disa")
ONE_HAND = {"target": "one-hand"}
SHORT = NewTable("odin", seats=2, bots=("karl",), options=ONE_HAND)


def digest(seed: str) -> str:
    return sha256(bytes.fromhex(seed)).hexdigest()


async def play_out(env: Any, chair: Chair) -> None:
    """Play whatever comes first until the match is over and the next one is committed to."""
    while chair.view.phase is Phase.PLAYING:
        if chair.view.my_turn:
            await chair.play(chair.view.match.moves[-1])
        await env.settle(3)
    await env.until(lambda: chair.view.next_commitment is not None)


def facts(log: MemoryLog, table: str) -> list[Any]:
    return [decode(payload) for payload in log._streams[table]]


async def begin_again(env: Any, log: MemoryLog, *changes: tuple[str, str, Any]) -> Hall:
    """Open the hall over a copy of its log in which fields of some kinds of facts are changed.

    A change to None takes the field out, as an older version would have written the fact.
    """
    copy = MemoryLog()
    for stream, payloads in log._streams.items():
        for version, payload in enumerate(payloads):
            words = json.loads(payload)
            for kind, field, value in changes:
                if words["fact"] == kind and value is None:
                    del words[field]
                elif words["fact"] == kind:
                    words[field] = value
            await copy.append(stream, version, json.dumps(words))
    return await env.hall(copy)


async def test_everybody_at_the_table_is_shown_the_commitment_before_the_first_card(
    env: Any,
) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, options=ONE_HAND))
    watcher = await hall.watch(DISA, host.view.code)
    guest = await hall.sit(env.bjarni, host.view.code)
    assert host.view.match is None
    commitments = {chair.view.commitment for chair in (host, guest, watcher)}
    opened = facts(log, host.view.id)[0]
    assert commitments == {opened.commitment} == {digest(opened.seed)}
    await host.start()
    assert {chair.view.commitment for chair in (host, guest, watcher)} == commitments
    assert host.view.match_no == 1


async def test_the_commitment_of_a_rematch_is_there_before_anybody_agrees_to_it(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    host = await hall.open_table(env.anna, SHORT)
    watcher = await hall.watch(DISA, host.view.code)
    await host.start()
    assert host.view.next_commitment is None
    await play_out(env, host)
    first, committed = host.view.commitment, host.view.next_commitment
    assert watcher.view.next_commitment == committed != first
    await host.rematch()
    assert host.view.phase is Phase.PLAYING
    assert (host.view.commitment, host.view.next_commitment) == (committed, None)
    await play_out(env, host)
    assert digest(host.view.seed) == committed
    assert host.view.seed_check is SeedCheck.FITS
    newest, oldest = hall.finished(env.anna)
    assert (await hall.record(env.anna, newest.id)).commitment == committed
    assert (await hall.record(env.anna, oldest.id)).commitment == first
    assert all(fact.seed is None for fact in facts(log, host.view.id) if type(fact) is Started)


async def test_a_rematch_deals_no_card_until_its_seed_is_committed(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, SHORT)
    await host.start()
    await play_out(env, host)
    table = host._table
    state = replace(table.state, next_seed=None, next_commitment=None)
    state.seats[0].vote = "rematch"
    assert decisions.grant(state, 1.0, {env.anna.id}, table.game) is None
    committed = decisions.commit(state, 1.0, lambda: bytes(16))
    assert committed == Committed(1.0, "00" * 16, digest("00" * 16))
    state.next_seed = committed.seed
    assert decisions.grant(state, 1.0, {env.anna.id}, table.game) == Started(1.0)
    assert decisions.commit(state, 1.0, lambda: bytes(16)) is None


async def test_the_commitment_is_the_same_after_a_restart(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    host = await hall.open_table(env.anna, SHORT)
    await host.start()
    await play_out(env, host)
    committed = host.view.next_commitment
    again = await begin_again(env, log)
    host = await again.sit(env.anna, host.view.code)
    assert host.view.next_commitment == committed
    assert host.view.seed_check is SeedCheck.FITS
    await host.rematch()
    assert host.view.commitment == committed


@pytest.mark.parametrize("started", [False, True])
async def test_a_seed_exchanged_in_the_log_is_found_out(env: Any, *, started: bool) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, options=ONE_HAND))
    guest = await hall.sit(env.bjarni, host.view.code)
    if started:
        await host.start()
    committed = host.view.commitment
    hall = await begin_again(env, log, ("opened", "seed", "07" * 16))
    host, guest = [await hall.sit(who, host.view.code) for who in (env.anna, env.bjarni)]
    if not started:
        await host.start()
    assert host.view.commitment == committed
    while host.view.phase is Phase.PLAYING:
        chair = host if host.view.my_turn else guest
        await chair.play(chair.view.match.moves[-1])
        await env.settle(3)
    assert host.view.seed == "07" * 16
    assert host.view.seed_check is guest.view.seed_check is SeedCheck.DIFFERS
    record = await hall.record(env.anna, hall.finished(env.anna)[0].id)
    assert record.commitment == committed != digest(record.seed.hex())


async def test_a_match_of_an_older_log_says_that_nothing_was_published(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    host = await hall.open_table(env.anna, SHORT)
    await host.start()
    hall = await begin_again(env, log, ("opened", "commitment", None))
    host = await hall.sit(env.anna, host.view.code)
    assert host.view.commitment is None
    await play_out(env, host)
    assert host.view.seed_check is SeedCheck.NOT_PUBLISHED
    assert (await hall.record(env.anna, hall.finished(env.anna)[0].id)).commitment is None
    assert host.view.next_commitment is not None


async def test_a_table_of_an_older_log_that_still_waits_publishes_now(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, options=ONE_HAND))
    seed = facts(log, host.view.id)[0].seed
    hall = await begin_again(env, log, ("opened", "commitment", None))
    host = await hall.sit(env.anna, host.view.code)
    await env.until(lambda: host.view.commitment is not None)
    assert host.view.phase is Phase.LOBBY
    assert host.view.commitment == digest(seed)


async def test_a_rematch_of_an_older_log_brings_its_own_seed_and_no_commitment(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    host = await hall.open_table(env.anna, SHORT)
    await host.start()
    await play_out(env, host)
    fold = TableFold(host.view.id, {"odin": host._table.game}, 0)
    for fact in facts(log, host.view.id):
        if type(fact) is Opened:
            fold.apply(replace(fact, commitment=None))
        elif type(fact) is not Committed:
            fold.apply(fact)
    fold.apply(Started(2.0, "05" * 16))
    assert (fold.state.seed, fold.state.commitment) == ("05" * 16, None)
    assert fold.state.matches == 2


async def test_a_chosen_seed_is_named_in_views_and_records_and_a_rematch_has_none(
    env: Any,
) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, replace(SHORT, seed="ragnarok"))
    await host.start()
    await play_out(env, host)
    assert host.view.seed_given
    assert (await hall.record(env.anna, hall.finished(env.anna)[0].id)).seed_given
    await host.rematch()
    assert not host.view.seed_given
    await play_out(env, host)
    assert not (await hall.record(env.anna, hall.finished(env.anna)[0].id)).seed_given
