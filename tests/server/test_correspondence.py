"""Matches by correspondence: days for a move, and nobody has to be there."""

from typing import Any

import pytest

from odin_engine.games import GAMES
from odin_server.hall import Chair, Hall, NewTable, Phase, Player, TimeControl
from odin_server.hall.inbox import EntryKind
from odin_server.hall.new_table import DAYS
from odin_server.hall.refusals import BadTable, NeedsAccount, NotNow, TooManySeats
from odin_server.hall.uptime import SIGN_EVERY
from odin_server.hall.views import DEPARTED
from odin_server.log import LogUnwritable
from odin_server.log.memory import MemoryLog

DAY = 86_400.0


def wanted(days: int = 2, **words: Any) -> NewTable:
    return NewTable("odin", **{"seats": 2, "clock": TimeControl.of_days(days), **words})


async def begun(env: Any, hall: Hall, days: int = 2) -> tuple[Chair, Chair]:
    """Return the chairs of a match that has begun: of whoever is to move, and of the other."""
    host = await hall.open_table(env.anna, wanted(days))
    guest = await hall.sit(env.bjarni, host.view.code)
    await env.until(lambda: host.view.phase is Phase.PLAYING)
    return (host, guest) if host.view.my_turn else (guest, host)


async def test_nobody_has_to_be_there_and_no_seat_is_lost(env: Any) -> None:
    hall = await env.hall()
    mover, other = await begun(env, hall)
    deadline = mover.view.mine.deadline
    assert deadline == mover.now() + 2 * DAY
    mover.close()
    other.close()
    await env.pass_time(1.9 * DAY)
    back = await hall.sit(mover.player, mover.view.code)
    assert back.view.phase is Phase.PLAYING
    assert back.view.my_turn
    assert back.view.mine.deadline == deadline
    assert [seat.bot for seat in back.view.seats] == [None, None]
    assert [seat.held_until for seat in back.view.seats] == [None, None]


async def test_after_a_deadline_a_bot_makes_one_move_and_the_seat_stays(env: Any) -> None:
    hall = await env.hall()
    mover, other = await begun(env, hall)
    mover.close()
    await env.pass_time(2 * DAY + 1)
    assert other.view.turn == 1
    assert other.view.my_turn
    assert other.view.seats[mover.view.seat].covered is None
    assert other.view.chat[-1].notice.code == "moved-for-absent"
    back = await hall.sit(mover.player, other.view.code)
    assert GAMES["odin"].parse_move(back.view.lapsed)
    await env.pass_time(20 * DAY)
    assert back.view.phase in (Phase.PLAYING, Phase.OVER)
    assert [seat.covered for seat in back.view.seats] == [None, None]


async def test_bots_move_at_once(env: Any) -> None:
    hall = await env.hall()
    chair = await hall.open_table(env.anna, wanted(seats=3, bots=("karl", "karl")))
    await env.until(lambda: chair.view.my_turn)
    turn = chair.view.turn
    await chair.play(chair.view.match.moves[0])
    await env.until(lambda: chair.view.my_turn)
    assert chair.view.turn >= turn + 3


async def test_the_time_a_host_was_down_is_given_back(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    mover, other = await begun(env, hall, days=1)
    deadline = mover.view.mine.deadline
    await env.pass_time(DAY / 2)
    await hall.close()
    env.clock.advance(3 * DAY)
    hall = await env.hall(log)
    back = await hall.sit(mover.player, other.view.code)
    assert back.view.my_turn
    assert back.view.mine.deadline == pytest.approx(deadline + 3 * DAY, abs=2)
    await env.pass_time(DAY / 2 - 10)
    assert back.view.my_turn
    await env.pass_time(20)
    assert back.view.turn == 1


async def test_after_a_crash_players_get_a_little_more_time_and_never_less(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    mover, other = await begun(env, hall, days=1)
    deadline = mover.view.mine.deadline
    await env.pass_time(DAY / 2 + 600)
    hall._context.uptime._stopped = True  # it is gone before it can write anything
    env.clock.advance(3 * DAY)
    again = await env.hall(log)
    back = await again.sit(mover.player, other.view.code)
    given = back.view.mine.deadline - deadline
    assert 3 * DAY <= given <= 3 * DAY + SIGN_EVERY


async def test_a_restart_gives_no_time_for_nothing_and_a_downtime_counts_once(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    mover, other = await begun(env, hall, days=2)
    deadline = mover.view.mine.deadline
    for down in (2.0, DAY, 2.0, 2.0):
        await env.pass_time(3600)
        await hall.close()
        env.clock.advance(down)
        hall = await env.hall(log)
    back = await hall.sit(mover.player, other.view.code)
    assert back.view.mine.deadline == pytest.approx(deadline + DAY, abs=2)


async def test_while_the_log_cannot_be_written_no_deadline_passes(env: Any) -> None:
    hall = await env.hall(settings={"write_again": 600.0})
    mover, _ = await begun(env, hall, days=1)
    await env.pass_time(DAY / 2)
    log = hall.log
    append, log.append = log.append, failing  # type: ignore[method-assign, assignment]
    await env.pass_time(DAY)
    log.append = append  # type: ignore[method-assign]
    await env.pass_time(700)
    assert mover.view.my_turn
    assert mover.view.mine.deadline > mover.now() + DAY / 2 - 1000


async def failing(*_words: Any) -> None:
    raise LogUnwritable("disk-full")


async def test_guests_are_told_that_they_need_an_account(env: Any) -> None:
    hall, guest = await env.hall(), Player("guest:1", "Gast")
    with pytest.raises(NeedsAccount):
        await hall.open_table(guest, wanted())
    chair = await hall.open_table(env.anna, wanted())
    with pytest.raises(NeedsAccount):
        await hall.sit(guest, chair.view.code)
    assert (await hall.watch(guest, chair.view.code)).is_spectator


async def test_a_move_has_one_of_a_few_numbers_of_days(env: Any) -> None:
    hall = await env.hall()
    for clock in (TimeControl.of_days(5), TimeControl(DAY, 10, correspondence=True)):
        with pytest.raises(BadTable):
            await hall.open_table(env.anna, NewTable("odin", seats=2, clock=clock))
    chair = await hall.open_table(env.anna, wanted(days=DAYS[-1]))
    assert chair.view.clock is not None
    assert chair.view.clock.days == DAYS[-1]


async def test_a_table_waits_a_week_for_players_and_is_listed_meanwhile(env: Any) -> None:
    hall = await env.hall()
    (await hall.open_table(env.anna, wanted(public=True))).close()
    await env.pass_time(6.9 * DAY)
    assert [table.free for table in hall.tables()] == [1]
    await env.pass_time(0.2 * DAY)
    assert hall.table_count == 0


async def test_a_match_that_all_its_people_have_forgotten_is_closed(env: Any) -> None:
    hall = await env.hall(settings={"correspondence_abandoned": 10 * DAY})
    mover, other = await begun(env, hall)
    mover.close()
    other.close()
    await env.pass_time(9.9 * DAY)
    assert hall.table_count == 1
    await env.pass_time(0.2 * DAY)
    assert hall.table_count == 0


async def test_a_rematch_needs_everybody_and_can_wait_for_them(env: Any) -> None:
    hall = await env.hall()
    mover, other = await begun(env, hall)
    while mover.view.phase is Phase.PLAYING:
        chair = mover if mover.view.my_turn else other
        await chair.play(chair.view.match.moves[0])
    other.close()
    await mover.rematch()
    await env.pass_time(DAY)
    assert mover.view.phase is Phase.OVER
    back = await hall.sit(other.player, mover.view.code)
    await back.rematch()
    await env.until(lambda: back.view.phase is Phase.PLAYING)


async def test_one_player_cannot_pause_a_match_for_the_absent(env: Any) -> None:
    hall = await env.hall()
    mover, other = await begun(env, hall)
    other.close()
    with pytest.raises(NotNow):
        await mover.pause()


async def test_seats_by_correspondence_are_counted_apart(env: Any) -> None:
    hall = await env.hall(settings={"correspondence_seats": 2, "tables_per_player": 1})
    for _ in range(2):
        await hall.open_table(env.anna, wanted())
    with pytest.raises(TooManySeats):
        await hall.open_table(env.anna, wanted())
    await hall.open_table(env.anna, NewTable("odin", seats=2))
    chair = await hall.open_table(env.bjarni, wanted())
    with pytest.raises(TooManySeats):
        await hall.sit(env.anna, chair.view.code)


async def play_in_turn(mover: Chair, other: Chair, moves: int = 1000) -> None:
    """Make so many moves, or all of a match."""
    for _ in range(moves):
        if mover.view.phase is Phase.OVER:
            return
        chair = mover if mover.view.my_turn else other
        await chair.play(chair.view.match.moves[0])


async def test_the_inbox_says_which_match_waits_and_until_when(env: Any) -> None:
    hall = await env.hall()
    mover, other = await begun(env, hall)
    (entry,) = hall.inbox.entries(mover.player)
    assert (entry.kind, entry.deadline) == (EntryKind.TURN, mover.now() + 2 * DAY)
    (waiting,) = hall.inbox.entries(other.player)
    assert (waiting.kind, waiting.unread) == (EntryKind.WAITING, False)
    assert hall.inbox.entries(Player("guest:1", "Gast")) == ()


async def test_what_was_seen_of_a_table_is_forgotten_when_it_is_closed(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    mover, other = await begun(env, hall)
    other.close()
    await env.settle()
    assert hall.inbox._seen
    await hall.close_table(mover.view.code)
    await env.settle()
    assert not hall.inbox._seen
    assert not (await env.hall(log)).inbox._seen


async def test_a_finished_match_is_new_until_the_inbox_is_read_also_after_a_restart(
    env: Any,
) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    mover, other = await begun(env, hall)
    await env.pass_time(5)
    other.close()
    while mover.view.phase is Phase.PLAYING:
        if not mover.view.my_turn:
            other = await hall.sit(other.player, mover.view.code)
            await other.play(other.view.match.moves[0])
            other.close()
        else:
            await mover.play(mover.view.match.moves[0])
    await env.settle()
    hall = await env.hall(log)
    (entry,) = hall.inbox.entries(other.player)
    assert (entry.kind, entry.unread) == (EntryKind.FINISHED, True)
    assert entry.match is not None
    assert (await hall.record(other.player, entry.match.id)).moves
    hall.departed.add(mover.player.id)
    (entry,) = hall.inbox.entries(other.player)
    assert entry.match is not None
    assert {*entry.match.names} == {other.player.name, DEPARTED}
    await env.pass_time(5)
    await hall.inbox.mark_read(other.player)
    assert hall.inbox.unread(other.player) == 0
    assert hall.inbox.unread(mover.player) == 1
    assert (await env.hall(log)).inbox.unread(other.player) == 0


async def test_news_are_what_has_happened_since_the_last_visit_as_the_own_seat_sees_it(
    env: Any,
) -> None:
    hall = await env.hall()
    mover, other = await begun(env, hall)
    assert hall.inbox.news(mover.player, mover.view.code).views == ()
    await play_in_turn(mover, other, 2)
    other.close()
    await env.settle()
    seat, turn = other.view.seat, mover.view.turn
    await env.pass_time(6 * DAY)
    news = hall.inbox.news(other.player, mover.view.code)
    assert len(news.views) - 1 == mover.view.turn - turn > 1
    assert news.views[-1] == hall.look(other.player, mover.view.code).match
    assert all(view.seat == seat for view in news.views)
    back = await hall.sit(other.player, mover.view.code)
    back.close()
    await env.settle()
    assert hall.inbox.news(other.player, mover.view.code).views == ()


async def test_news_of_a_long_absence_are_bounded(env: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("odin_server.hall.inbox.MOST_MOVES", 2)
    hall = await env.hall()
    mover, other = await begun(env, hall, days=1)
    mover.close()
    other.close()
    await env.pass_time(5 * DAY + 1)
    news = hall.inbox.news(other.player, mover.view.code)
    assert (len(news.views), news.left_off) == (3, 3)
