import asyncio
from typing import Any

import pytest

from odin_engine.chance import SeedCheck, commitment, seed_from
from odin_engine.game import BadOption
from odin_engine.games import GAMES
from odin_engine.record import read_record
from odin_server.hall import NewTable, Phase, Player, TimeControl
from odin_server.hall.refusals import (
    BadName,
    BadTable,
    ChairGone,
    HallClosed,
    HintsOff,
    NoSpectators,
    NoSuchBot,
    NoSuchGame,
    NoSuchMatch,
    NoSuchTable,
    NotHost,
    NotNow,
    NotSeated,
    NotYourTurn,
    RemovedFromTable,
    SeatsEmpty,
    SeatTaken,
    TableClosed,
    TableFull,
    TooFast,
    TooManySeats,
    TooManyTables,
)
from odin_server.log import LogUnwritable
from odin_server.log.memory import MemoryLog
from odin_server.notices import Notice

ONE_HAND = {"target": "one-hand"}


async def play_out(env: Any, *chairs: Any) -> None:
    """Everyone plays the first legal move until the match is over."""
    while chairs[0].view.phase is not Phase.OVER:
        for chair in chairs:
            if chair.view.my_turn:
                await chair.play(chair.view.match.moves[0])
        await env.settle(3)


async def test_alone_against_bots_a_match_is_played_to_its_end(env: Any) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=4, bots=("karl", "thrall", "jarl"))
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    while chair.view.phase is not Phase.OVER:
        if chair.view.my_turn:
            await chair.play(chair.view.match.moves[0])
        await chair.change()
    assert chair.view.match.outcome is not None
    assert [seat.bot for seat in chair.view.seats] == [None, "karl", "thrall", "jarl"]
    assert [seat.is_bot for seat in chair.view.seats] == [False, True, True, True]


async def test_a_table_of_bots_alone_plays_while_its_host_watches(env: Any) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=2, bots=("karl", "thrall"), host_sits=False, options=ONE_HAND)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await env.until(lambda: chair.view.phase is Phase.OVER)
    assert chair.seat is None
    assert chair.view.mine is None
    assert chair.view.spectators == ("Anna",)


async def test_a_public_table_is_listed_and_a_private_one_is_not(env: Any) -> None:
    hall = await env.hall()
    public = await hall.open_table(env.anna, NewTable("odin", seats=3, public=True))
    private = await hall.open_table(env.anna, NewTable("odin", seats=3))
    (listed,) = hall.tables()
    assert listed.code == public.view.code
    assert listed.names == ("Anna", "", "")
    assert listed.free == 2
    assert hall.find(env.bjarni, private.view.code).host == "Anna"


async def test_a_code_is_heard_in_any_case_with_or_without_its_dash(env: Any) -> None:
    hall = await env.hall()
    chair = await hall.open_table(env.anna, NewTable("odin", seats=3))
    code = chair.view.code
    for written in (code.lower(), code.replace("-", ""), f" {code.replace('-', ' ')} "):
        assert hall.find(env.bjarni, written).code == code
    assert len(code) == 9
    assert not set(code) & set("0O1IL25SZ8GQ")


async def test_wrong_codes_can_be_tried_only_so_fast(env: Any) -> None:
    hall = await env.hall(settings={"code_tries": 3, "code_every": 6.0})
    chair = await hall.open_table(env.anna, NewTable("odin", seats=3))
    for _ in range(3):
        with pytest.raises(NoSuchTable):
            hall.find(env.bjarni, "AAAA-AAAA")
    with pytest.raises(TooFast):
        await hall.sit(env.bjarni, chair.view.code)
    await env.pass_time(6)
    assert (await hall.sit(env.bjarni, chair.view.code)).seat == 1


async def test_players_take_any_free_seat_and_may_change_it_before_the_match(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=4))
    chair = await hall.sit(env.bjarni, host.view.code, 2)
    assert chair.seat == 2
    with pytest.raises(SeatTaken):
        await hall.sit(env.cnut, host.view.code, 2)
    with pytest.raises(SeatTaken):
        await hall.sit(env.cnut, host.view.code, 4)
    chair = await hall.sit(env.bjarni, host.view.code, 3)
    assert [seat.name for seat in host.view.seats] == ["Anna", "", "", "Bjarni"]
    assert chair.seat == 3


async def test_a_full_table_takes_nobody_else(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    with pytest.raises(TableFull):
        await hall.sit(env.bjarni, host.view.code)


async def test_the_host_adds_and_removes_bots_and_nobody_else_does(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=3))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.add_bot("jarl")
    assert host.view.seats[2].bot == "jarl"
    with pytest.raises(NotHost):
        await guest.remove_bot(2)
    with pytest.raises(NotHost):
        await guest.add_bot("karl")
    with pytest.raises(NotHost):
        await guest.start()
    with pytest.raises(NotHost):
        await guest.close_table()
    await host.remove_bot(2)
    assert host.view.seats[2].is_free
    with pytest.raises(NotNow):
        await host.remove_bot(1)
    with pytest.raises(NotNow):
        await host.remove_bot(9)
    with pytest.raises(NoSuchBot):
        await host.add_bot("emperor")


async def test_the_host_may_start_with_fewer_players_than_seats(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=5))
    with pytest.raises(SeatsEmpty):
        await host.start()
    guest = await hall.sit(env.bjarni, host.view.code, 3)
    await host.start()
    assert len(host.view.seats) == 2
    assert guest.seat == 1
    assert guest.view.match.seats == 2


async def test_options_that_need_all_seats_are_refused_with_fewer(env: Any) -> None:
    hall = await env.hall()
    options = {"two-player-deck": "full"}
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, options=options))
    assert host.view.options == options
    host = await hall.open_table(env.anna, NewTable("odin", seats=3))
    with pytest.raises(SeatsEmpty):
        await host.start()


async def test_the_host_may_fill_the_free_seats_with_bots(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=6))
    await host.start(fill="karl")
    assert [seat.bot for seat in host.view.seats] == [None, *["karl"] * 5]
    with pytest.raises(NotNow):
        await host.start()
    with pytest.raises(NotNow):
        await host.add_bot("karl")
    with pytest.raises(NotNow):
        await hall.sit(env.bjarni, host.view.code)


async def test_a_table_can_start_by_itself_when_it_is_full(env: Any) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=2, start_when_full=True)
    host = await hall.open_table(env.anna, wanted)
    guest = await hall.sit(env.bjarni, host.view.code)
    await env.settle()
    assert guest.view.phase is Phase.PLAYING


async def test_filling_a_table_that_starts_by_itself_starts_it_once(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=3, start_when_full=True))
    await host.start(fill="karl")
    await env.settle()
    assert host.view.phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (NewTable("chess", seats=2), NoSuchGame),
        (NewTable("odin", seats=7), BadTable),
        (NewTable("odin", seats=2, bots=("karl", "karl")), BadTable),
        (NewTable("odin", seats=2, bots=("emperor",)), NoSuchBot),
        (NewTable("odin", seats=2, options={"target": "0"}), BadOption),
        (NewTable("odin", seats=2, clock=TimeControl(0.0)), BadTable),
        (NewTable("odin", seats=2, clock=TimeControl(30.0, float("inf"))), BadTable),
    ],
)
async def test_a_table_that_cannot_be_is_refused(env: Any, wanted: Any, refusal: Any) -> None:
    hall = await env.hall()
    with pytest.raises(refusal):
        await hall.open_table(env.anna, wanted)
    assert hall.unfinished(env.anna) == ()


async def test_the_commitment_is_published_at_the_opening_and_the_seed_fits_at_the_end(
    env: Any,
) -> None:
    hall = await env.hall()
    chair = await hall.open_table(
        env.anna, NewTable("odin", seats=2, bots=("karl",), options=ONE_HAND)
    )
    promise = chair.view.commitment
    await chair.start()
    assert chair.view.seed is None
    await play_out(env, chair)
    assert commitment(bytes.fromhex(chair.view.seed)) == promise
    assert chair.view.seed_check is SeedCheck.FITS
    assert not chair.view.seed_given


async def test_a_chosen_seed_deals_the_same_cards_and_everyone_is_told(env: Any) -> None:
    hall = await env.hall()
    hands = []
    for _ in range(2):
        chair = await hall.open_table(
            env.anna, NewTable("odin", seats=2, bots=("karl",), seed="ragnarok")
        )
        await chair.start()
        hands.append(chair.view.match.hand)
        assert chair.view.seed_given
    assert hands[0] == hands[1]


async def test_a_chosen_seed_is_the_one_shown_at_the_end(env: Any) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=2, bots=("karl",), seed="ragnarok", options=ONE_HAND)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await play_out(env, chair)
    assert chair.view.seed == seed_from("ragnarok").hex()


async def test_a_rematch_needs_everyone_who_is_here_and_keeps_the_scores(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, options=ONE_HAND))
    guest = await hall.sit(env.bjarni, host.view.code)
    with pytest.raises(NotNow):
        await host.rematch()
    await host.start()
    with pytest.raises(NotNow):
        await host.rematch()
    promise = host.view.commitment
    await play_out(env, host, guest)
    await host.rematch()
    await host.rematch()
    assert host.view.phase is Phase.OVER
    assert host.view.seats[0].vote == "rematch"
    await guest.rematch()
    assert host.view.phase is Phase.PLAYING
    assert host.view.commitment != promise
    assert host.view.seed is None
    assert len(host.view.scores) == 1
    await play_out(env, host, guest)
    assert len(host.view.scores) == 2
    assert [match.id[-2:] for match in hall.finished(env.anna)] == [".2", ".1"]


async def test_a_rematch_waits_for_no_one_who_has_gone(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=3, options=ONE_HAND))
    guest = await hall.sit(env.bjarni, host.view.code)
    third = await hall.sit(env.cnut, host.view.code)
    await host.start()
    await play_out(env, host, guest, third)
    await host.rematch()
    await guest.rematch()
    await third.leave()
    await env.settle()
    assert host.view.phase is Phase.PLAYING
    assert len(host.view.seats) == 2


async def test_the_result_keeps_the_names_of_those_who_have_gone_home(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, options=ONE_HAND))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    await play_out(env, host, guest)
    await guest.leave()
    assert [seat.name for seat in host.view.seats] == ["Anna", "Bjarni"]
    assert host.view.seats[1].is_free
    await hall.sit(env.cnut, host.view.code)
    assert host.view.seats[1].name == "Cnut"


async def test_a_rematch_with_too_few_is_refused_until_a_bot_is_added(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, options=ONE_HAND))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    await play_out(env, host, guest)
    await guest.leave()
    with pytest.raises(SeatsEmpty):
        await host.rematch()
    await host.add_bot("karl")
    await env.settle()
    assert host.view.phase is Phase.PLAYING


async def test_a_closed_table_is_gone_and_says_why(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.close_table()
    assert guest.ended == Notice("closed-by-host", name="Anna")
    assert guest.view.phase is Phase.CLOSED
    with pytest.raises(ChairGone, match=r"^closed-by-host name=Anna$"):
        await guest.say("wait")
    with pytest.raises(NoSuchTable):
        hall.find(env.bjarni, host.view.code)


async def test_a_moderator_closes_a_table_by_its_code(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2))
    await hall.close_table(host.view.code, "The hall needs\x1b[2J the table.")
    assert host.ended == Notice("closed-by-moderator", text="The hall needs the table.")
    with pytest.raises(NoSuchTable):
        await hall.close_table(host.view.code, "again")


async def test_limits_on_tables_and_seats_have_codes(env: Any) -> None:
    limits = {"tables_per_player": 1, "seats_per_player": 1, "tables": 2}
    hall = await env.hall(settings=limits)
    host = await hall.open_table(env.anna, NewTable("odin", seats=2))
    with pytest.raises(TooManyTables, match=r"^too-many-tables-hosted most=1$"):
        await hall.open_table(env.anna, NewTable("odin", seats=2))
    await hall.open_table(env.bjarni, NewTable("odin", seats=2))
    with pytest.raises(TooManyTables, match=r"^hall-full-of-tables$"):
        await hall.open_table(env.cnut, NewTable("odin", seats=2))
    with pytest.raises(TooManySeats):
        await hall.sit(env.bjarni, host.view.code)
    assert (await hall.sit(env.anna, host.view.code)).seat == 0


async def test_a_move_that_is_not_ones_own_to_make_is_refused(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2))
    guest = await hall.sit(env.bjarni, host.view.code)
    watcher = await hall.watch(env.cnut, host.view.code)
    with pytest.raises(NotNow):
        await host.play("pass")
    await host.start()
    mover, other = (host, guest) if host.view.my_turn else (guest, host)
    with pytest.raises(NotYourTurn):
        await other.play("pass")
    with pytest.raises(NotSeated):
        await watcher.play("pass")
    with pytest.raises(NotYourTurn, match=r"^turn-has-passed$"):
        await mover.play(mover.view.match.moves[0], turn=mover.view.turn + 1)
    await mover.play(str(mover.view.match.moves[0]), turn=mover.view.turn)
    assert mover.view.turn == 1


async def test_where_several_are_asked_at_once_anothers_answer_leaves_ones_own_turn(
    env: Any,
) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("herrlof", seats=2))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    turn = host.view.turn
    await guest.play("predict 4", turn=guest.view.turn)
    await host.play("predict 5", turn=turn)
    leader = host if host.view.my_turn else guest
    with pytest.raises(NotYourTurn, match=r"^turn-has-passed$"):
        await leader.play(leader.view.match.moves[0], turn=turn)


async def test_a_bot_that_is_asked_with_others_need_not_think_again_when_they_answer(
    env: Any,
) -> None:
    asked: list[str] = []
    thinking = asyncio.Event()

    class SlowBots:
        async def choose(self, _game: Any, _level: str, view: Any, _seed: int) -> Any:
            asked.append(view.stage)
            await thinking.wait()
            return view.moves[0]

        async def close(self) -> None:
            pass

    hall = await env.hall(bot_pool=SlowBots())
    host = await hall.open_table(env.anna, NewTable("herrlof", seats=2, bots=("jarl",)))
    await host.start()
    await env.settle()
    await host.play("predict 4", turn=host.view.turn)
    await env.settle()
    assert asked == ["predict"]
    thinking.set()
    await env.until(lambda: host.view.match.stage != "predict")
    assert asked[:1] == ["predict"]
    assert "predict" not in asked[1:]


async def test_spectators_see_backs_and_have_names_and_limits(env: Any) -> None:
    hall = await env.hall(settings={"spectators_per_table": 1})
    wanted = NewTable("odin", seats=2, bots=("karl",), spectators_talk=False)
    host = await hall.open_table(env.anna, wanted)
    watcher = await hall.watch(env.bjarni, host.view.code)
    await host.start()
    assert watcher.view.match.seat is None
    assert len(watcher.view.match.hand) == 0
    assert host.view.spectators == ("Bjarni",)
    assert not watcher.view.my_turn
    with pytest.raises(NoSpectators):
        await watcher.say("psst")
    with pytest.raises(NoSpectators):
        await hall.watch(env.cnut, host.view.code)
    await watcher.leave()
    assert host.view.spectators == ()
    assert (await hall.watch(env.anna, host.view.code)).seat == 0


async def test_a_player_can_look_at_their_table_without_coming_to_it(env: Any) -> None:
    hall = await env.hall()
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2, bots=("karl",)))
    await chair.start()
    code = chair.view.code
    seen = chair.view
    chair.close()
    looked = hall.look(env.anna, code)
    assert (looked.seat, looked.match.hand) == (seen.seat, seen.match.hand)
    assert not looked.seats[seen.seat].connected
    with pytest.raises(NoSuchTable):
        hall.look(env.bjarni, code)


async def test_a_table_without_spectators_shows_nothing(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, spectators=False))
    with pytest.raises(NoSpectators):
        await hall.watch(env.cnut, host.view.code)


async def test_hints_are_given_only_where_they_are_allowed(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2, hints=True))
    guest = await hall.sit(env.bjarni, host.view.code)
    with pytest.raises(NotYourTurn):
        await host.hint()
    await host.start()
    mover = host if host.view.my_turn else guest
    assert await mover.hint() in mover.view.match.moves
    with pytest.raises(NoSuchBot):
        await mover.hint("emperor")
    strict = await hall.open_table(env.anna, NewTable("odin", seats=2))
    with pytest.raises(HintsOff):
        await strict.hint()


async def test_a_finished_match_is_a_record_that_replays(env: Any) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=3, bots=("karl", "thrall"), options=ONE_HAND)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await play_out(env, chair)
    (match,) = hall.finished(env.anna)
    record = await hall.record(env.anna, match.id)
    assert read_record(record.to_text(), GAMES) == record
    assert record.names == tuple(seat.name for seat in chair.view.seats)
    assert len(record.moves) == chair.view.turn
    with pytest.raises(NoSuchMatch):
        await hall.record(env.bjarni, match.id)
    with pytest.raises(NoSuchMatch):
        await hall.record(env.anna, "nothing.1")


async def test_a_public_match_is_everyones_to_read(env: Any) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=2, bots=("karl",), options=ONE_HAND, public=True)
    chair = await hall.open_table(env.anna, wanted)
    await chair.start()
    await play_out(env, chair)
    assert await hall.record(env.cnut, hall.finished(env.anna)[0].id)


async def test_a_hall_that_is_closing_takes_nothing_new(env: Any) -> None:
    hall = await env.hall()
    chair = await hall.open_table(env.anna, NewTable("odin", seats=2))
    await hall.close()
    assert chair.ended == Notice("hall-closed")
    for action in (
        lambda: hall.open_table(env.anna, NewTable("odin", seats=2)),
        lambda: hall.sit(env.anna, chair.view.code),
        lambda: hall.watch(env.anna, chair.view.code),
    ):
        with pytest.raises(HallClosed):
            await action()
    with pytest.raises(ChairGone):
        await chair.play("pass")


def test_a_name_is_cleaned_and_must_leave_something() -> None:
    assert Player("x", "\x1b[31mAnna\u202e\u200b  of  Hedeby").name == "Anna of Hedeby"
    with pytest.raises(BadName):
        Player("x", "\u200b\x07")


async def test_the_host_who_leaves_a_lobby_hands_the_table_on(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=3))
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.leave()
    await env.settle()
    assert guest.view.host == "bjarni"
    await guest.add_bot("karl")
    await guest.leave()
    await env.settle()
    assert guest.ended == Notice("left-table")
    assert hall.unfinished(env.bjarni) == ()
    with pytest.raises(NoSuchTable):
        hall.find(env.cnut, guest.view.code)


async def test_what_comes_too_late_for_a_closed_table_is_refused(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=3))
    table = host._table
    await host.close_table()
    for action in (
        lambda: table.sit(env.bjarni, None),
        lambda: table.watch(env.bjarni),
        lambda: table.say(env.anna, "late", spectator=False),
    ):
        with pytest.raises(TableClosed, match=r"^closed-by-host name=Anna$"):
            await action()
    await table.close("again")
    await table.leave(env.anna)
    assert table.state.notice == Notice("closed-by-host", name="Anna")


async def test_a_host_removes_a_player_who_does_not_come_straight_back(env: Any) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    host = await hall.open_table(env.anna, NewTable("odin", seats=3))
    code = host.view.code
    chair = await hall.sit(env.bjarni, code)
    with pytest.raises(NotHost):
        await chair.remove(0)
    for nobody in (0, 2, 7, -1):
        with pytest.raises(NotNow, match="nobody-to-remove"):
            await host.remove(nobody)
    await host.remove(1)
    assert chair.ended == Notice("removed-by-host")
    assert host.view.seats[1].is_free
    assert host.view.chat[-1].notice == Notice("player-removed", name="Bjarni")
    for come in (hall.sit, hall.watch):
        with pytest.raises(RemovedFromTable):
            await come(env.bjarni, code)
    # A guest would come back as somebody else.
    guest = Player("guest:1", "~cnut", "192.0.2.7")
    other = await hall.sit(guest, code)
    await host.remove(other.view.seat)
    with pytest.raises(RemovedFromTable):
        await hall.sit(Player("guest:2", "~cnut2", "192.0.2.7"), code)
    await env.pass_time(601)
    back = await hall.sit(env.bjarni, code)
    await host.remove(back.view.seat)
    again = await env.hall(log)
    with pytest.raises(RemovedFromTable):
        await again.sit(env.bjarni, code)


async def test_nobody_is_removed_during_a_match(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=2))
    await hall.sit(env.bjarni, host.view.code)
    await host.start()
    with pytest.raises(NotNow, match="only-between-matches"):
        await host.remove(1)


async def test_a_table_that_cannot_be_opened_is_followed_no_longer(
    env: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = MemoryLog()
    hall = await env.hall(log)
    before = {*log._readers._by_stream}

    async def append(_stream: str, _version: int, _payload: str) -> None:
        raise LogUnwritable("log-away")

    monkeypatch.setattr(log, "append", append)
    with pytest.raises(LogUnwritable):
        await hall.open_table(env.anna, NewTable("odin", seats=2))
    assert {*log._readers._by_stream} == before
