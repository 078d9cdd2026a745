"""Tournaments in a hall: entering, rounds that seat themselves, absences, restarts."""

import pytest

from odin_engine.game import Refusal
from odin_server.hall import Hall, Phase, Player
from odin_server.hall.refusals import NotHost, NotNow
from odin_server.log.memory import MemoryLog
from odin_server.tournaments.decisions import Manager, NewTournament, TournamentRefused
from odin_server.tournaments.state import Stage, Tournament
from tests.server.conftest import HallEnvironment

ORGANISER = Manager(Player("olaf", "Olaf"), moderator=True)
NEVER_AWAY = {"hold": 1e6}


def people(count: int) -> list[Player]:
    return [Player(f"p{number}", f"Player {number}") for number in range(count)]


def wanted(**words: object) -> NewTournament:
    usual = {"options": {"target": "10"}, "seats": 2, "rounds": 2, "auto": True}
    return NewTournament("Thursday", "odin", **{**usual, **words})  # type: ignore[arg-type]


async def announced(hall: Hall, count: int, **words: object) -> Tournament:
    """Announce a tournament, and let people enter it."""
    made = await hall.tournaments.announce(ORGANISER, wanted(**words))
    for player in people(count):
        await hall.tournaments.enter(made.number, player)
    return hall.tournaments.get(made.number)


async def refused(action: object) -> str:
    with pytest.raises(Refusal) as caught:
        await action  # type: ignore[misc]
    return caught.value.code


async def until_stage(env: HallEnvironment, hall: Hall, stage: Stage) -> Tournament:
    """Let time pass, while bots play for everybody who stays away."""
    for _ in range(60):
        if hall.tournaments.get(1).stage is stage:
            return hall.tournaments.get(1)
        await env.pass_time(30)
        await env.settle(3000)
    raise AssertionError(f"it is {hall.tournaments.get(1).stage} for ever")


async def test_a_swiss_tournament_seats_its_rounds_and_ranks_everybody(
    env: HallEnvironment,
) -> None:
    hall = await env.hall()
    await announced(hall, 5, rounds=3)
    await hall.tournaments.start(1, ORGANISER)
    over = await until_stage(env, hall, Stage.FINISHED)
    assert len(over.rounds) == 3
    assert max(over.met().values()) == 1
    assert sorted(over.byes().values()) == [1, 1, 1]
    rows = hall.tournaments.standings(over)
    assert sum(row.points for row in rows) == pytest.approx(3 * 2 + 3)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert all(table.places for table in over.tables())


async def test_no_round_is_over_before_the_first_is_seated(env: HallEnvironment) -> None:
    hall = await env.hall()
    await announced(hall, 4)
    seen: list[Tournament] = []
    hall.tournaments.watch(lambda: seen.append(hall.tournaments.get(1)))
    await hall.tournaments.start(1, ORGANISER)
    begun = next(each for each in seen if each.stage is Stage.RUNNING)
    assert not begun.rounds
    assert begun.awaits_round
    assert not begun.round_is_over


async def test_a_knock_out_ends_with_the_winner_of_the_last_table(env: HallEnvironment) -> None:
    hall = await env.hall()
    await announced(hall, 6, format="knock-out")
    await hall.tournaments.start(1, ORGANISER)
    over = await until_stage(env, hall, Stage.FINISHED)
    assert [len(each.tables) for each in over.rounds] == [2, 2, 1]
    final = over.rounds[-1].tables[0]
    winner, second, *_ = hall.tournaments.standings(over)
    assert {winner.entrant.player, second.entrant.player} == set(final.players)
    assert not winner.out
    assert second.out
    assert final.place_of(winner.entrant.player) <= final.place_of(second.entrant.player)


async def test_matches_of_a_tournament_count_for_ratings_and_can_be_replayed(
    env: HallEnvironment,
) -> None:
    hall = await env.hall()
    await announced(hall, 2, rounds=1)
    await hall.tournaments.start(1, ORGANISER)
    over = await until_stage(env, hall, Stage.FINISHED)
    rating = hall.rating(people(2)[0], "odin")
    assert rating is not None
    assert rating.matches == 1
    record = await hall.record(env.anna, over.rounds[0].tables[0].match)
    assert record.names == ("Player 0", "Player 1")


async def test_players_are_told_of_their_table_and_the_match_waits_for_both(
    env: HallEnvironment,
) -> None:
    hall = await env.hall()
    await announced(hall, 2)
    one, other = people(2)
    told: list[str] = []
    stop = hall.tournaments.listen(one.id, lambda _tournament, table: told.append(table.code))
    await hall.tournaments.start(1, ORGANISER)
    await env.until(lambda: told)
    chair = await hall.sit(one, told[0])
    await env.settle()
    assert chair.view.phase is Phase.LOBBY
    assert chair.view.tournament == 1
    with pytest.raises(NotHost):
        await chair.start()
    await hall.sit(other, told[0])
    await env.until(lambda: chair.view.phase is Phase.PLAYING)
    with pytest.raises(NotNow):
        await chair.pause()
    stop()
    assert hall.tournaments.table_of(one.id) is not None


async def test_somebody_who_leaves_before_the_match_keeps_the_seat(env: HallEnvironment) -> None:
    hall = await env.hall()
    await announced(hall, 2)
    one, other = people(2)
    await hall.tournaments.start(1, ORGANISER)
    await env.until(lambda: hall.tournaments.table_of(one.id))
    code = hall.unfinished(one)[0].code
    chair = await hall.sit(one, code)
    await chair.leave()
    assert await refused(hall.sit(env.anna, code)) == "table-full"
    chair = await hall.sit(other, code)
    await env.pass_time(121)
    assert chair.view.phase is Phase.PLAYING
    assert chair.view.seats[0].covered == "away"


async def test_a_restart_between_rounds_loses_nothing(env: HallEnvironment) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    await announced(hall, 4, auto=False)
    await hall.tournaments.start(1, ORGANISER)
    for _ in range(20):
        await env.pass_time(30)
        await env.settle(3000)
        if hall.tournaments.get(1).round_is_over:
            break
    before = hall.tournaments.get(1)
    assert before.round_is_over
    await hall.close()
    again = await env.hall(log)
    assert again.tournaments.get(1) == before
    assert again.tournaments.standings(before) == hall.tournaments.standings(before)
    await again.tournaments.next_round(1, ORGANISER)
    over = await until_stage(env, again, Stage.FINISHED)
    assert len(over.rounds) == 2


async def test_a_restart_before_the_tables_were_opened_opens_each_once(
    env: HallEnvironment,
) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    await announced(hall, 4)
    await hall.tournaments.start(1, ORGANISER)
    await hall.close()
    one, two = await env.hall(log), await env.hall(log)
    await env.settle(2000)
    tables = {table.id for table in one.tournaments.get(1).tables()}
    assert len(tables) == 2
    for each in (one, two):
        assert {table.id for table in each.all_tables()} == tables
        seated = sorted(name for table in each.all_tables() for name in table.people)
        assert seated == [f"Player {number}" for number in range(4)]


async def test_the_organiser_removes_replaces_excuses_and_adds(env: HallEnvironment) -> None:
    hall = await env.hall()
    await announced(hall, 5, auto=False, rounds=3)
    tournaments = hall.tournaments
    await tournaments.remove(1, ORGANISER, "p4")
    assert tournaments.get(1).entrant("p4") is None
    await tournaments.start(1, ORGANISER)
    await tournaments.replace_by_bot(1, ORGANISER, "p0")
    assert await refused(tournaments.next_round(1, ORGANISER)) == "tournament-round-goes-on"
    await env.pass_time(121)
    await env.until(lambda: tournaments.get(1).round_is_over)
    await tournaments.excuse(1, ORGANISER, "p1")
    await tournaments.enter_late(1, ORGANISER, env.anna)
    await tournaments.next_round(1, ORGANISER)
    second = tournaments.get(1).rounds[1]
    assert second.excused == ("p1",)
    assert sorted(p for table in second.tables for p in table.players) == ["anna", "p0", "p2", "p3"]
    await env.settle()
    seats = [seat for one in hall.all_tables() if one.phase is Phase.LOBBY for seat in one.people]
    assert "Player 0" not in seats
    await tournaments.withdraw(1, "p2")
    await tournaments.cancel(1, ORGANISER)
    assert await refused(tournaments.enter(1, env.bjarni)) == "tournament-over"


async def test_a_table_that_a_moderator_closes_does_not_hold_the_others_up(
    env: HallEnvironment,
) -> None:
    hall = await env.hall(settings=NEVER_AWAY)
    await announced(hall, 2, rounds=1)
    await hall.tournaments.start(1, ORGANISER)
    await env.until(hall.all_tables)
    await hall.close_table(hall.all_tables()[0].code)
    over = await until_stage(env, hall, Stage.FINISHED)
    assert [row.points for row in hall.tournaments.standings(over)] == [0.5, 0.5]


async def test_who_may_do_what(env: HallEnvironment) -> None:
    hall = await env.hall()
    tournaments, anna = hall.tournaments, Manager(env.anna)
    assert await refused(tournaments.announce(anna, wanted())) == "tournament-moderators-only"
    open_hall = await env.hall(settings={"open_tournaments": True})
    await open_hall.tournaments.announce(anna, wanted())
    assert await refused(open_hall.tournaments.announce(anna, wanted())) == "tournament-name-taken"
    await announced(hall, 1)
    assert await refused(tournaments.start(1, anna)) == "tournament-organiser-only"
    assert await refused(tournaments.start(1, ORGANISER)) == "tournament-too-few"
    assert await refused(tournaments.enter(1, people(1)[0])) == "tournament-entered"
    guest = Player("guest:1", "Guest")
    assert await refused(tournaments.enter(1, guest)) == "tournament-needs-account"
    assert await refused(tournaments.withdraw(1, "anna")) == "tournament-not-entered"
    assert await refused(tournaments.next_round(1, ORGANISER)) == "tournament-not-begun"


async def test_a_tournament_is_found_by_number_or_the_beginning_of_its_name(
    env: HallEnvironment,
) -> None:
    hall = await env.hall()
    await announced(hall, 2)
    for word in ("1", "thu", "Thursday", ""):
        assert hall.tournaments.find(word).number == 1
    with pytest.raises(TournamentRefused):
        hall.tournaments.find("Friday")
    with pytest.raises(TournamentRefused):
        hall.tournaments.find("9" * 5000)
