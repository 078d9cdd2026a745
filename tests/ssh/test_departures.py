"""Deleting one's account, taking along what is kept about it, and names that were given up."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from odin_engine.game import Refusal
from odin_server.accounts import AccountFile, Accounts, apply, facts_of
from odin_server.accounts.sharing import share_accounts
from odin_server.hall import NewTable, Phase, Player
from odin_server.log import LogUnwritable
from tests.ssh.test_hall_app import Environment, an_environment
from tests.ssh.wire import at_once, eventually
from tests.tui.conversations import Dialogue

MONTH = 30 * 86_400.0


async def answer(environment: Environment, caller: Any, *words: str) -> str:
    caller.argv = words
    said = await environment.frontend.open_app(caller)
    assert isinstance(said, str)
    return said


async def play_a_match(environment: Environment, *players: Player) -> str:
    """Play a public match to its end, and return its id."""
    options = {"target": "one-hand"}
    wanted = NewTable("odin", seats=len(players), options=options, public=True)
    host = await environment.hall.open_table(players[0], wanted)
    chairs = [host, *[await environment.hall.sit(one, host.view.code) for one in players[1:]]]
    await host.start()
    rng = Random(1)
    while host.view.phase is Phase.PLAYING:
        for chair in chairs:
            if chair.view.my_turn:
                await chair.play(rng.choice(chair.view.match.moves))
    await eventually(lambda: bool(environment.hall.finished(players[0])))
    for chair in chairs:
        await chair.leave()
    return f"{host.view.id}.1"


async def test_an_account_is_deleted_after_a_question_and_its_name_leaves_the_results() -> None:
    async with an_environment() as environment:
        loki, freya = environment.caller("Loki"), environment.caller("Freya")
        match = await play_a_match(environment, freya.player, loki.player)
        seat = await environment.hall.open_table(loki.player, NewTable("odin", seats=2))
        asked = await answer(environment, loki, "delete")
        assert "for good" in asked
        assert environment.accounts.knows(loki.key)
        said = await answer(environment, loki, "delete", "yes")
        assert said == "The account of Loki is deleted."
        assert not environment.accounts.knows(loki.key)
        assert seat.ended is not None
        (finished,) = environment.hall.finished(freya.player)
        assert finished.names == ("Freya", "—")
        record = await environment.hall.record(freya.player, match)
        assert record.names == ("Freya", "—")
        assert "Loki" not in record.to_text()
        assert [one.name for one in environment.hall.leaderboard("odin")] == ["Freya"]
        # The same key opens a new account, to which none of this belongs.
        again = await environment.accounts.log_in(loki.key, "Loki")
        assert again.id != loki.account.id
        assert again.name != "Loki"
        assert environment.hall.finished(Player(again.id, again.name)) == ()


async def test_a_name_stays_away_when_the_hall_is_opened_again() -> None:
    async with an_environment() as environment:
        loki, freya = environment.caller("Loki"), environment.caller("Freya")
        await play_a_match(environment, freya.player, loki.player)
        await environment.accounts.departures.delete(loki.account)
        assert environment.hall.finished(freya.player)[0].names == ("Freya", "Loki")
        share_accounts(environment.accounts, environment.hall)
        assert environment.hall.finished(freya.player)[0].names == ("Freya", "—")


async def test_who_ignored_somebody_keeps_nothing_of_an_account_that_is_gone() -> None:
    async with an_environment() as environment:
        loki, freya = environment.caller("Loki"), environment.caller("Freya")
        ignoring = environment.accounts.ignoring
        await ignoring.ignore(freya.account, loki.account.id, "Loki")
        await environment.accounts.departures.delete(loki.account)
        assert ignoring.of(freya.account.id) == []
        assert ignoring.all() == {}


async def test_a_session_in_plain_lines_ends_with_its_account() -> None:
    async with an_environment() as environment:
        loki = environment.caller("Loki", "text")
        talk = Dialogue(lambda read, write: environment.frontend.serve_lines(loki, read, write))
        await talk.until("Welcome")
        talk.type("delete yes")
        await talk.until("The account of Loki is deleted.")
        assert loki.client.sent == ["account-deleted"]  # type: ignore[attr-defined]
        talk.type("quit")
        await talk.end()


async def test_nobody_deletes_a_mute_with_the_account() -> None:
    async with an_environment() as environment:
        loki = environment.caller("Loki")
        await environment.accounts.mute(loki.account.id, 9e9)
        assert "delete your account when" in await answer(environment, loki, "delete", "yes")
        assert environment.accounts.knows(loki.key)


async def test_everything_about_me_is_exported_and_nothing_about_who_reported_me() -> None:
    async with an_environment() as environment:
        accounts, hall = environment.accounts, environment.hall
        loki, freya = environment.caller("Loki"), environment.caller("Freya")
        loki.account = await accounts.rename(loki.account, "Lopt")
        await play_a_match(environment, freya.player, loki.player)
        accounts.history.note_address(loki.account.id, "192.0.2.1")
        await accounts.ignoring.ignore(loki.account, freya.account.id, "Freya")
        await accounts.history.add_note(loki.account.id, "watch him", "m")
        await accounts.reports.add(freya.player, loki.player, "tells lies", "", [("Lopt", "boo")])
        text = await answer(environment, loki, "export")
        facts = json.loads(text)
        assert [one["name"] for one in facts["names"]] == ["Loki", "Lopt"]
        assert [one["fingerprint"] for one in facts["keys"]] == [loki.key]
        assert facts["ignored"] == ["Freya"]
        assert facts["notes"][0]["text"] == "watch him"
        assert len(facts["matches"]) == len(hall.finished(loki.player)) == 1
        assert len(facts["reports_about"]) == 1
        assert "tells lies" not in text
        assert "192.0.2.1" not in text
        assert len(facts["addresses"][0]["hash"]) == 16
        assert await answer(environment, loki, "name") == "You are Lopt.\nBefore: Loki"


def test_a_name_that_was_given_up_is_nobody_elses_for_a_month(tmp_path: Path) -> None:
    now = 1_000_000.0
    accounts = Accounts(AccountFile(tmp_path / "accounts.db"), lambda: now)
    loki = at_once(accounts.rename(at_once(accounts.log_in("SHA256:l", "Loki")), "Loki"))
    freya = at_once(accounts.log_in("SHA256:f", "Freya"))
    loki = at_once(accounts.rename(loki, "Lopt"))
    with pytest.raises(Refusal, match="name-taken"):
        at_once(accounts.rename(freya, "L0ki"))
    loki = at_once(accounts.rename(at_once(accounts.rename(loki, "Loki")), "Lopt"))
    at_once(accounts.departures.delete(loki))
    with pytest.raises(Refusal, match="name-taken"):
        at_once(accounts.rename(freya, "Lopt"))
    now += MONTH + 1
    assert at_once(accounts.rename(freya, "Lopt")).name == "Lopt"
    accounts.close()
    # As facts, which another hall takes in, all of this is the same.
    copy = AccountFile(None)
    for fact in facts_of(tmp_path / "accounts.db"):
        apply(copy.db, fact)
    moved = Accounts(copy, lambda: now)
    assert [one.name for one in moved.history.names(freya.id)] == ["Freya", "Lopt"]
    assert moved.departures.ids() == {loki.id}
    assert at_once(moved.log_in("SHA256:l", "Loki")).id != loki.id
    moved.close()


async def test_whoever_deletes_an_account_is_told_so_if_a_seat_cannot_be_left_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with an_environment() as environment:
        loki = environment.caller("Loki")

        async def leave_all(_player: Player) -> None:
            raise LogUnwritable("log-away")

        monkeypatch.setattr(environment.hall, "leave_all", leave_all)
        said = await answer(environment, loki, "delete", "yes")
        assert said == "The account of Loki is deleted."
        assert not environment.accounts.knows(loki.key)
