"""The daily deal: the same for everybody, once for each, by UTC, over restarts and midnights."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from odin_engine.chance import Seed, commitment
from odin_engine.daily import daily_seed
from odin_engine.games import GAMES
from odin_server.hall import Hall, Phase, Player
from odin_server.hall.daily import DailyBook, day_after, day_of, end_of
from odin_server.hall.daily_deals import DailyStatus
from odin_server.hall.facts import MatchEnded, TableAdded
from odin_server.hall.refusals import DailyRefused, NoSuchGame
from odin_server.log import LogUnwritable
from odin_server.log.memory import MemoryLog

HOUR = 3600.0


async def play_out(env: Any, chair: Any, pick: int = 0) -> None:
    """Play a match to its end by always choosing the first move, or another one."""
    for _ in range(5000):
        if chair.view.phase is Phase.OVER:
            return
        if chair.view.my_turn:
            moves = chair.view.match.moves
            await chair.play(moves[min(pick, len(moves) - 1)])
        await env.settle(5)
    raise AssertionError("the match never ended")


def at(env: Any, text: str) -> None:
    """Set the clock, which never goes back."""
    time = datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
    assert time >= env.clock.now()
    env.clock.advance(time - env.clock.now())


async def midday(env: Any, **words: Any) -> Hall:
    at(env, "2026-11-18T12:00:00")
    hall: Hall = await env.hall(**words)
    return hall


@pytest.mark.parametrize("game", GAMES)
async def test_everybody_gets_the_same_deal_and_bots_that_answer_alike(env: Any, game: str) -> None:
    hall = await midday(env)
    chairs = [await hall.daily.play(player, game) for player in (env.anna, env.bjarni)]
    first, second = (chair.view for chair in chairs)
    assert first.commitment == second.commitment == (await hall.daily.board(game)).commitment
    assert first.id != second.id
    assert first.daily == "2026-11-18"
    assert (first.hints, first.public, first.seed_given) == (False, False, False)
    turns = 0
    while chairs[0].view.phase is Phase.PLAYING and turns < 12:
        for chair in chairs:
            await env.until(lambda chair=chair: chair.view.my_turn or chair.view.seed)
        assert chairs[0].view.match == chairs[1].view.match
        turns += 1
        for chair in chairs:
            if chair.view.my_turn:
                await chair.play(chair.view.match.moves[0])
    assert turns > 4


async def test_the_board_ranks_by_place_and_then_by_points_and_keeps_each_result_once(
    env: Any,
) -> None:
    hall = await midday(env)
    for player, pick in (env.anna, 0), (env.bjarni, 99), (env.cnut, 99):
        chair = await hall.daily.play(player, "odin")
        await play_out(env, chair, pick)
        await chair.rematch()
        await play_out(env, chair)
        await env.settle()
    board = await hall.daily.board("odin")
    assert [row.rank for row in board.results] in ([1, 2, 2], [1, 1, 3])
    assert sorted(row.name for row in board.results) == ["Anna", "Bjarni", "Cnut"]
    assert board.unfinished == 0
    keys = [(row.place, -row.lead) for row in board.results]
    assert keys == sorted(keys)
    ended = {match.id: match for match in hall.finished(env.anna)}
    mine = next(row for row in board.results if row.name == "Anna")
    assert ended[mine.match].points == mine.points
    assert not ended[mine.match].rated
    assert len(ended) == 2, "the rematch is a match, but no second result"


async def test_a_deal_is_played_once_even_after_giving_up(env: Any) -> None:
    hall = await midday(env)
    assert hall.daily.status(env.anna, "odin") is DailyStatus.NEW
    chair = await hall.daily.play(env.anna, "odin")
    assert hall.daily.status(env.anna, "odin") is DailyStatus.BEGUN
    again = await hall.daily.play(env.anna, "odin")
    assert again.view.id == chair.view.id
    assert chair.ended is not None
    await again.close_table()
    await env.settle()
    assert hall.daily.status(env.anna, "odin") is DailyStatus.GIVEN_UP
    with pytest.raises(DailyRefused) as refused:
        await hall.daily.play(env.anna, "odin")
    assert refused.value.code == "daily-played"
    other = await hall.daily.play(env.anna, "herrlof")
    assert other.view.game == "herrlof", "every game has a deal of its own"
    assert (await hall.daily.board("odin")).unfinished == 1


async def test_two_sessions_at_once_open_one_table(env: Any) -> None:
    hall = await midday(env, log=env.file())
    first = hall.daily.play(env.anna, "odin")
    second = hall.daily.play(env.anna, "odin")
    found = await asyncio.gather(first, second, return_exceptions=True)
    assert sum(isinstance(each, DailyRefused) for each in found) == 1
    assert hall.table_count == 1


async def test_after_a_restart_the_deal_the_match_and_the_board_are_the_same(env: Any) -> None:
    hall = await midday(env, log=env.file())
    done = await hall.daily.play(env.bjarni, "odin")
    await play_out(env, done)
    chair = await hall.daily.play(env.anna, "odin")
    await env.until(lambda: chair.view.my_turn)
    shown, board = chair.view, await hall.daily.board("odin")
    await hall.close()
    again = await env.hall(env.file())
    assert again.daily.status(env.bjarni, "odin") is DailyStatus.PLAYED
    assert again.daily.status(env.anna, "odin") is DailyStatus.BEGUN
    back = await again.daily.play(env.anna, "odin")
    await env.settle()
    assert (back.view.id, back.view.match) == (shown.id, shown.match)
    assert await again.daily.board("odin") == board
    fresh = await again.daily.play(env.cnut, "odin")
    assert fresh.view.commitment == shown.commitment


async def test_at_midnight_utc_there_is_a_new_deal_and_the_old_match_still_counts(
    env: Any,
) -> None:
    at(env, "2026-11-18T23:59:00")
    hall = await env.hall()
    chair = await hall.daily.play(env.anna, "odin")
    assert (await hall.daily.board("odin")).ends_at == env.clock.now() + 60
    tomorrow = await hall.daily.board("odin", "2026-11-19")
    await env.pass_time(61)
    assert hall.daily.today == "2026-11-19"
    assert hall.daily.status(env.anna, "odin") is DailyStatus.NEW
    assert (await hall.daily.board("odin")).commitment == tomorrow.commitment
    new = await hall.daily.play(env.anna, "odin")
    assert new.view.id != chair.view.id
    assert new.view.commitment == tomorrow.commitment != chair.view.commitment
    await play_out(env, chair)
    yesterday = await hall.daily.board("odin", "2026-11-18")
    assert [row.name for row in yesterday.results] == ["Anna"]
    assert yesterday.seed is None, "somebody may still be playing it"
    assert (await hall.daily.board("odin")).results == ()


async def test_a_board_closes_a_day_later_and_then_shows_its_seed(env: Any) -> None:
    hall = await midday(env, settings={"idle": None})
    chair = await hall.daily.play(env.anna, "odin")
    match_id = f"{chair.view.id}.1"
    assert hall.daily.is_running(match_id)
    env.clock.advance(36 * HOUR)
    assert not hall.daily.is_running(match_id)
    board = await hall.daily.board("odin", "2026-11-18")
    assert board.seed is not None
    assert commitment(Seed(bytes.fromhex(board.seed))) == board.commitment
    await play_out(env, chair)
    assert (await hall.daily.board("odin", "2026-11-18")).results == (), "that was too late"
    assert not hall.daily.is_running("something.1")


async def test_nobody_can_look_further_ahead_than_tomorrows_commitment(env: Any) -> None:
    hall = await midday(env)
    assert (await hall.daily.board("odin", "2026-11-19")).seed is None
    with pytest.raises(DailyRefused) as refused:
        await hall.daily.board("odin", "2026-11-20")
    assert refused.value.code == "daily-to-come"
    for word in "yesterday", "20261118", "2026-13-01":
        with pytest.raises(DailyRefused) as refused:
            await hall.daily.board("odin", word)
        assert refused.value.code == "daily-not-a-day"


async def test_guests_and_unknown_games_are_refused(env: Any) -> None:
    hall = await midday(env)
    with pytest.raises(DailyRefused) as refused:
        await hall.daily.play(Player("guest:1", "Visitor"), "odin")
    assert refused.value.code == "daily-needs-account"
    with pytest.raises(NoSuchGame):
        await hall.daily.play(env.anna, "chess")


async def test_hosts_have_different_secrets_and_at_home_the_date_decides(env: Any) -> None:
    first, second = await midday(env), await env.hall()
    boards = [await hall.daily.board("odin") for hall in (first, second)]
    assert boards[0].commitment != boards[1].commitment
    home = await env.hall(settings={"daily_secret": False})
    expected = daily_seed("2026-11-18", "odin")
    assert (await home.daily.board("odin")).commitment == commitment(expected)


async def test_without_a_place_for_the_secret_there_is_no_deal_at_all(env: Any) -> None:
    class Full(MemoryLog):
        async def append(self, stream: str, version: int, payload: str) -> None:
            if stream == "daily":
                raise LogUnwritable("log-not-written", error="full")
            await super().append(stream, version, payload)

    hall = await midday(env, log=Full())
    with pytest.raises(LogUnwritable):
        await hall.daily.play(env.anna, "odin")


async def test_two_halls_over_one_log_agree_on_the_secret(env: Any) -> None:
    log = MemoryLog()
    hall = await midday(env, log=log)
    other = await env.hall(log)
    assert await hall.daily.board("odin") == await other.daily.board("odin")


def test_days_are_those_of_utc() -> None:
    assert day_of(0.0) == "1970-01-01"
    assert day_after("2028-02-28") == "2028-02-29"
    assert day_of(end_of("2026-12-31")) == "2027-01-01"
    assert day_of(end_of("2026-12-31") - 1) == "2026-12-31"


def test_a_second_table_of_the_same_day_does_not_count() -> None:
    book = DailyBook()
    book.add_table(TableAdded(0.0, "t1", "1970-01-01", "odin", "a", "Anna"))
    book.add_table(TableAdded(0.0, "t2", "1970-01-01", "odin", "a", "Anna"))
    book.add_table(TableAdded(0.0, "t3"))
    for table, points in ("t2", [0, 15]), ("t1", [15, 0]), ("t1", [0, 15]), ("t3", [0, 15]):
        places = [1 + (own > 0) for own in points]
        book.add_result(
            MatchEnded(
                1.0, table, 1, "odin", ["Anna", "Bot"], ["a", "bot:karl"], places, points,
                [0, 0], rated=False, public=False,
            )
        )  # fmt: skip
    (row,) = book.results("1970-01-01", "odin")
    assert (row.place, row.lead, row.points, row.match) == (2, -15, (15, 0), "t1.1")
    assert book.entry("1970-01-01", "odin", "b") is None
