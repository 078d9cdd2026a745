"""Tables that guests leave behind close soon, and nobody can fill the hall with them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from odin_server.hall import Hall, NewTable, Player
from odin_server.hall.refusals import TooManySeats, TooManyTables
from odin_server.hall.settings import HallSettings

ADDRESS = "192.0.2.1"
WITH_BOTS = NewTable("odin", seats=3, bots=("karl", "karl"), public=True)
OPEN = NewTable("odin", seats=3, public=True)
TIMEOUT = HallSettings().guest_table_timeout


def a_guest(number: int = 0, address: str = ADDRESS) -> Player:
    return Player(f"guest:{number}", f"~guest{number}", address)


async def leave_a_match_behind(hall: Hall, player: Player) -> None:
    """Do what `ssh -T host json quick </dev/null` does."""
    chair = await hall.open_table(player, WITH_BOTS)
    await chair.start()
    chair.close()


def count(hall: Hall) -> int:
    return len(hall.all_tables())


async def test_a_guest_table_nobody_is_connected_to_closes_soon(env: Any) -> None:
    hall = await env.hall()
    await leave_a_match_behind(hall, a_guest())
    await env.pass_time(TIMEOUT - 1)
    assert count(hall) == 1
    await env.pass_time(2)
    assert count(hall) == 0


async def test_a_guest_table_in_its_lobby_closes_as_soon(env: Any) -> None:
    hall = await env.hall()
    (await hall.open_table(a_guest(), OPEN)).close()
    await env.pass_time(TIMEOUT + 1)
    assert count(hall) == 0


async def test_a_table_of_bots_that_a_guest_opened_closes_in_the_middle_of_its_match(
    env: Any,
) -> None:
    hall = await env.hall(settings={"bot_pause": 10.0})
    bots = NewTable("odin", seats=2, bots=("karl", "karl"), host_sits=False)
    chair = await hall.open_table(a_guest(), bots)
    await chair.start()
    chair.close()
    await env.pass_time(TIMEOUT + 1)
    assert count(hall) == 0


async def test_a_spectator_keeps_a_guest_table_open(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(a_guest(), OPEN)
    watcher = await hall.watch(a_guest(1), host.view.code)
    host.close()
    await env.pass_time(TIMEOUT - 1)
    watcher.close()
    await env.pass_time(TIMEOUT - 1)
    assert count(hall) == 1
    await env.pass_time(2)
    assert count(hall) == 0


async def test_a_table_where_somebody_with_an_account_sits_is_kept(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(a_guest(), OPEN)
    anna = await hall.sit(env.anna, host.view.code)
    await host.start()
    anna.close()
    host.close()
    await env.pass_time(3600)
    assert len(hall.unfinished(env.anna)) == 1


async def test_a_guest_who_comes_in_time_keeps_the_table(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(a_guest(), OPEN)
    code = host.view.code
    host.close()
    await env.pass_time(TIMEOUT - 1)
    await hall.sit(a_guest(1), code)
    await env.pass_time(10 * TIMEOUT)
    assert count(hall) == 1


async def test_guest_tables_of_before_a_restart_close_at_once_and_others_stay(env: Any) -> None:
    hall = await env.hall(env.file())
    await leave_a_match_behind(hall, a_guest())
    await leave_a_match_behind(hall, env.anna)
    await env.settle()
    await hall.close()
    await env.pass_time(TIMEOUT + 1)
    again = await env.hall(env.file())
    await env.pass_time(1)
    assert [table.people for table in again.all_tables()] == [("Anna",)]


async def test_idle_time_counts_across_restarts(env: Any) -> None:
    hall = await env.hall(env.file(), settings={"idle": 50_000.0})
    await leave_a_match_behind(hall, env.anna)
    for _ in range(4):
        await env.pass_time(12_000)
        await hall.announce("The host restarts.")
        await hall.close()
        hall = await env.hall(env.file(), settings={"idle": 50_000.0})
        assert count(hall) == 1
    await env.pass_time(4000)
    assert count(hall) == 0


async def test_a_match_that_was_cut_off_by_a_crash_is_no_newer_after_it(env: Any) -> None:
    log = env.file()
    hall = await env.hall(log)
    chair = await hall.open_table(env.anna, WITH_BOTS)
    await chair.start()
    await env.settle()
    (before,) = hall.unfinished(env.anna)
    await hall.close()  # as a crash does, this leaves the table in the middle of play
    await env.pass_time(1000)
    again = await env.hall(env.file())
    await env.settle()
    (after,) = again.unfinished(env.anna)
    assert after.last_at == before.last_at


async def test_after_a_long_downtime_players_have_time_to_come_back(env: Any) -> None:
    hall = await env.hall(env.file())
    await leave_a_match_behind(hall, env.anna)
    await hall.close()
    await env.pass_time(10 * 86_400)
    again = await env.hall(env.file())
    await env.pass_time(HallSettings().restart_grace - 1)
    assert count(again) == 1
    await env.pass_time(2)
    assert count(again) == 0


async def test_the_public_list_shows_no_table_that_everybody_has_left(env: Any) -> None:
    hall = await env.hall()
    chair = await hall.open_table(env.anna, WITH_BOTS)
    await chair.start()
    assert len(hall.tables()) == 1
    chair.close()
    assert hall.tables() == ()
    await hall.sit(env.anna, chair.view.code)
    assert len(hall.tables()) == 1


async def test_a_match_that_bots_play_to_its_end_is_listed_until_then(env: Any) -> None:
    hall = await env.hall(settings={"bot_pause": 1.0})
    one_hand = replace(WITH_BOTS, options={"target": "one-hand"})
    chair = await hall.open_table(env.anna, one_hand)
    await chair.start()
    await chair.leave()
    assert len(hall.tables()) == 1
    await env.pass_time(1000)
    assert hall.tables() == ()
    assert len(hall.finished(env.anna)) == 1


@pytest.mark.parametrize(
    ("setting", "player"),
    [
        ("tables_per_guest", lambda _: a_guest()),
        ("tables_per_player", lambda _: Player("anna", "Anna", ADDRESS)),
        ("tables_per_address", a_guest),
        ("tables_per_address", lambda number: Player(f"key{number}", "Anna", ADDRESS)),
        ("guest_tables", lambda number: a_guest(number, f"192.0.2.{number}")),
        ("tables", lambda number: Player(f"key{number}", "Anna", f"192.0.2.{number}")),
    ],
)
async def test_more_tables_than_a_limit_allows_are_refused(
    env: Any, setting: str, player: Callable[[int], Player]
) -> None:
    hall = await env.hall(settings={setting: 2})
    for number in range(2):
        await hall.open_table(player(number), OPEN)
    with pytest.raises(TooManyTables):
        await hall.open_table(player(2), OPEN)
    assert count(hall) == 2


@pytest.mark.parametrize(
    ("setting", "player"),
    [
        ("seats_per_guest", lambda _: a_guest()),
        ("seats_per_player", lambda _: Player("anna", "Anna")),
        ("seats_per_address", a_guest),
    ],
)
async def test_more_seats_than_a_limit_allows_are_refused(
    env: Any, setting: str, player: Callable[[int], Player]
) -> None:
    hall = await env.hall(settings={setting: 2})
    codes = [(await hall.open_table(env.bjarni, OPEN)).view.code for _ in range(2)]
    for number, code in enumerate(codes):
        await hall.sit(player(number), code)
    third = (await hall.open_table(env.cnut, OPEN)).view.code
    with pytest.raises(TooManySeats):
        await hall.sit(player(2), third)


async def test_guests_of_an_address_do_not_use_up_what_people_with_a_key_may_open_there(
    env: Any,
) -> None:
    hall = await env.hall(settings={"tables_per_address": 2, "guest_tables": 2, "tables": 3})
    for number in range(2):
        await hall.open_table(a_guest(number), OPEN)
    await hall.open_table(Player("key", "Anna", ADDRESS), OPEN)
    assert count(hall) == 3


async def test_limits_follow_the_settings_when_they_change(env: Any) -> None:
    hall = await env.hall(settings={"tables": 1})
    await hall.open_table(env.anna, OPEN)
    with pytest.raises(TooManyTables):
        await hall.open_table(env.bjarni, OPEN)
    hall.change_settings(replace(HallSettings(), tables=2))
    await hall.open_table(env.bjarni, OPEN)
    assert count(hall) == 2


async def test_addresses_of_people_without_a_table_are_forgotten(
    env: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("odin_server.hall.limits.MOST_ADDRESSES", 3)
    hall = await env.hall()
    kept = await hall.open_table(a_guest(0), OPEN)
    for number in range(1, 9):
        chair = await hall.sit(a_guest(number), kept.view.code)
        await chair.leave()
        assert len(hall._limits._addresses) <= 3
    assert "guest:0" in hall._limits._addresses
