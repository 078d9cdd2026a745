"""Challenges to a person, by correspondence or live."""

import asyncio
from typing import Any

import pytest

from odin_server.hall import Chair, Hall, NewTable, Phase, Player, TimeControl
from odin_server.hall.challenges import _FORMAT, AGAIN_AFTER, Challenged
from odin_server.hall.inbox import EntryKind
from odin_server.hall.refusals import ChallengeRefused, NeedsAccount
from odin_server.log.memory import MemoryLog

DAY = 86_400.0


async def challenged(env: Any, hall: Hall, rival: Player, days: int = 3) -> Chair:
    """Let Anna challenge somebody by correspondence, and return her chair."""
    clock = TimeControl.of_days(days) if days else None
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2, clock=clock))
    await hall.challenges.challenge(env.anna, chair.view.code, rival)
    return chair


async def test_a_challenge_is_found_in_the_inbox_and_accepted_by_sitting_down(env: Any) -> None:
    log = MemoryLog()
    chair = await challenged(env, await env.hall(log), env.bjarni)
    chair.close()
    hall = await env.hall(log)
    (entry,) = hall.inbox.entries(env.bjarni)
    assert (entry.kind, entry.unread) == (EntryKind.CHALLENGE, True)
    assert entry.challenge is not None
    assert entry.challenge.made.name == "Anna"
    assert entry.table is not None
    his = await hall.sit(env.bjarni, entry.table.code)
    await env.until(lambda: his.view.phase is Phase.PLAYING)
    assert {entry.kind for entry in hall.inbox.entries(env.bjarni)} <= {
        EntryKind.TURN,
        EntryKind.WAITING,
    }


async def test_a_declined_challenge_is_told_and_its_table_closed(env: Any) -> None:
    hall = await env.hall()
    chair = await challenged(env, hall, env.bjarni)
    await hall.challenges.decline(env.bjarni, chair.view.code)
    await env.settle()
    assert hall.table_count == 0
    assert chair.ended is not None
    assert (chair.ended.code, chair.ended.facts) == ("closed-declined", {"name": "Bjarni"})
    (entry,) = hall.inbox.entries(env.anna)
    assert (entry.kind, entry.unread) == (EntryKind.DECLINED, True)
    assert hall.inbox.entries(env.bjarni) == ()


async def test_whoever_has_declined_is_left_alone_for_a_week(env: Any) -> None:
    hall = await env.hall()
    chair = await challenged(env, hall, env.bjarni)
    await hall.challenges.decline(env.bjarni, chair.view.code)
    with pytest.raises(ChallengeRefused, match="challenge-declined-before"):
        hall.challenges.check(env.anna, env.bjarni)
    hall.challenges.check(env.anna, env.cnut)
    await env.pass_time(AGAIN_AFTER + 1)
    hall.challenges.check(env.anna, env.bjarni)
    assert hall.inbox.entries(env.anna) == ()


async def test_challenges_of_one_player_are_limited(env: Any) -> None:
    hall = await env.hall(settings={"challenges": 2})
    await challenged(env, hall, env.bjarni)
    with pytest.raises(ChallengeRefused, match="challenge-waits"):
        hall.challenges.check(env.anna, env.bjarni)
    await challenged(env, hall, env.cnut)
    with pytest.raises(ChallengeRefused, match="too-many-challenges"):
        hall.challenges.check(env.anna, Player("dag", "Dag"))


async def test_the_limit_holds_for_two_challenges_at_the_same_time(env: Any) -> None:
    hall = await env.hall(env.file(), settings={"challenges": 1})
    wanted = NewTable("odin", seats=2, clock=TimeControl.of_days(1))
    chairs = [await hall.open_table(env.anna, wanted) for _ in range(2)]
    done = await asyncio.gather(
        *(
            hall.challenges.challenge(env.anna, chair.view.code, rival)
            for chair, rival in zip(chairs, (env.bjarni, env.cnut), strict=True)
        ),
        return_exceptions=True,
    )
    assert [type(one) for one in done] == [type(None), ChallengeRefused]
    assert hall.inbox.entries(env.cnut) == ()


async def test_a_challenge_is_declined_once(env: Any) -> None:
    hall = await env.hall(env.file())
    wanted = NewTable("odin", seats=3, clock=TimeControl.of_days(1))
    chair = await hall.open_table(env.anna, wanted)
    for rival in (env.bjarni, env.cnut):
        await hall.challenges.challenge(env.anna, chair.view.code, rival)
    decline = hall.challenges.decline
    done = await asyncio.gather(
        *(decline(env.bjarni, chair.view.code) for _ in range(2)), return_exceptions=True
    )
    assert [isinstance(one, ChallengeRefused) for one in done] == [False, True]


async def test_a_table_at_which_somebody_has_sat_down_stays_when_its_challenge_is_declined(
    env: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=3, clock=TimeControl.of_days(1))
    chair = await hall.open_table(env.anna, wanted)
    await hall.challenges.challenge(env.anna, chair.view.code, env.bjarni)
    stream = hall.challenges._stream
    add = stream.add

    async def add_late(decide: Any) -> bool:
        await hall.sit(env.cnut, chair.view.code)
        return bool(await add(decide))

    monkeypatch.setattr(stream, "add", add_late)
    await hall.challenges.decline(env.bjarni, chair.view.code)
    await env.settle()
    assert chair.view.phase is Phase.LOBBY


async def test_challenges_are_forgotten_with_their_tables_and_not_before_these_are_known(
    env: Any,
) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    chair = await challenged(env, hall, env.bjarni)
    await chair.close_table()
    await env.settle()
    unknown = Challenged(hall.now(), "of-another-host", "odin", "dag", "Dag", "egil", "Egil")
    await log.append("challenges", 1, _FORMAT.encode(unknown))
    await challenged(env, hall, env.cnut)
    rivals = [rival for _, rival in hall.challenges._challenges]
    assert rivals == ["egil", env.cnut.id]


async def test_guests_oneself_and_full_tables_are_refused(env: Any) -> None:
    hall, guest = await env.hall(), Player("guest:1", "Gast")
    with pytest.raises(NeedsAccount):
        hall.challenges.check(guest, env.anna)
    with pytest.raises(NeedsAccount):
        hall.challenges.check(env.anna, guest)
    with pytest.raises(ChallengeRefused, match="challenge-to-oneself"):
        hall.challenges.check(env.anna, env.anna)
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    with pytest.raises(ChallengeRefused, match="challenge-without-seat"):
        await hall.challenges.challenge(env.anna, chair.view.code, env.bjarni)
    with pytest.raises(ChallengeRefused, match="no-such-challenge"):
        await hall.challenges.decline(env.bjarni, chair.view.code)


async def test_a_challenge_ends_with_its_table(env: Any) -> None:
    hall = await env.hall()
    live = await challenged(env, hall, env.bjarni, days=0)
    slow = await challenged(env, hall, env.cnut)
    live.close()
    slow.close()
    await env.pass_time(200)
    assert hall.inbox.entries(env.bjarni) == ()
    assert len(hall.inbox.entries(env.cnut)) == 1
    await env.pass_time(7 * DAY)
    assert hall.inbox.entries(env.cnut) == ()


async def test_a_table_for_several_stays_when_one_declines(env: Any) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=3, clock=TimeControl.of_days(1))
    chair = await hall.open_table(env.anna, wanted)
    for rival in (env.bjarni, env.cnut):
        await hall.challenges.challenge(env.anna, chair.view.code, rival)
    await hall.challenges.decline(env.bjarni, chair.view.code)
    await env.settle()
    assert chair.view.phase is Phase.LOBBY
    assert len(hall.inbox.entries(env.cnut)) == 1
