"""Challenges on the screens of a host, and by commands."""

import json
from typing import Any

from textual.pilot import Pilot

from odin_server.hall import Chair, Phase, TimeControl
from odin_tui.hall_app import HallApp
from odin_tui.screens.challenge import ChallengeScreen
from odin_tui.screens.table import TableScreen
from tests.ssh.test_correspondence_app import lines_of
from tests.ssh.test_hall_app import Environment, an_environment
from tests.ssh.wire import eventually
from tests.tui.screens import screen_text


def with_bo(environment: Environment) -> None:
    """Give Bo an account, away from the hall."""
    environment.caller("Bo")


async def challenge_by_name(app: HallApp, pilot: Pilot[Any], name: str) -> None:
    """Ask for the form of a challenge to somebody who is away."""
    await pilot.pause()
    await pilot.press("f")
    await eventually(lambda: "Whom do you challenge?" in screen_text(app))
    await pilot.press(*name, "enter")


async def test_somebody_who_is_away_is_challenged_by_name_with_days_for_a_move() -> None:
    async with an_environment() as environment:
        with_bo(environment)
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await challenge_by_name(app, pilot, "bo")
            await eventually(lambda: isinstance(app.screen, ChallengeScreen))
            await eventually(lambda: "3 days a move" in screen_text(app))
            assert "Challenge Bo" in screen_text(app)
            await pilot.press("end", "enter")
            await eventually(lambda: isinstance(app.screen, TableScreen))
            await eventually(lambda: "Bo finds your challenge" in screen_text(app))
        (status,) = environment.hall.all_tables()
        assert (status.public, status.people) == (False, ("Astrid",))
        bo = environment.caller("Bo")
        assert [entry.kind for entry in environment.hall.inbox.entries(bo.player)] == ["challenge"]


async def test_nobody_of_that_name_gets_a_sentence() -> None:
    async with an_environment() as environment:
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await challenge_by_name(app, pilot, "ulf")
            await eventually(lambda: "Nobody is called 'ulf'" in screen_text(app))


async def challenged_by_bo(environment: Environment) -> Chair:
    """Let Bo challenge Astrid by correspondence."""
    bo, astrid = environment.caller("Bo"), environment.caller("Astrid")
    text = await lines_of(environment, bo, "challenge", "Astrid", "odin", "2")
    assert text.strip().startswith("Astrid finds your challenge in the inbox.")
    (entry,) = environment.hall.inbox.entries(astrid.player)
    assert entry.table is not None
    assert entry.table.clock == TimeControl.of_days(2)
    return await environment.hall.sit(bo.player, entry.table.code)


async def test_a_challenge_is_accepted_in_the_inbox() -> None:
    async with an_environment() as environment:
        chair = await challenged_by_bo(environment)
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("i")
            await eventually(lambda: "● Bo challenges you to Odin" in screen_text(app))
            await pilot.press("enter")
            await eventually(lambda: "Decline" in screen_text(app))
            await pilot.press("y")
            await eventually(lambda: isinstance(app.screen, TableScreen))
            await eventually(lambda: chair.view.phase is Phase.PLAYING)


async def test_a_challenge_is_declined_in_the_inbox_and_the_challenger_told() -> None:
    async with an_environment() as environment:
        chair = await challenged_by_bo(environment)
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("i")
            await eventually(lambda: "challenges you" in screen_text(app))
            await pilot.press("enter")
            await eventually(lambda: "Decline" in screen_text(app))
            await pilot.press("n")
            await eventually(lambda: "Your inbox is empty" in screen_text(app))
        assert chair.ended is not None
        inbox = await lines_of(environment, environment.caller("Bo"), "inbox")
        assert "New: Astrid declined to play Odin, just now" in inbox


async def test_whoever_is_in_the_hall_is_told_of_a_challenge() -> None:
    async with an_environment() as environment:
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await challenged_by_bo(environment)
            await eventually(lambda: "1 new entry in your inbox" in screen_text(app))


async def test_whoever_is_in_the_hall_is_offered_first() -> None:
    async with an_environment() as environment:
        with_bo(environment)
        bo = environment.caller("Bo").player
        environment.hall.enter(bo)
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("f")
            await eventually(lambda: "Somebody else" in screen_text(app))
            await pilot.press("enter")
            await eventually(lambda: isinstance(app.screen, ChallengeScreen))
            assert isinstance(app.screen, ChallengeScreen)
            assert app.screen.table.clock is None


async def test_commands_challenge_and_decline() -> None:
    async with an_environment() as environment:
        await challenged_by_bo(environment)
        caller = environment.caller("Astrid")
        inbox = await lines_of(environment, caller, "inbox")
        assert "New: Bo challenges you to Odin, 2 days a move" in inbox
        (entry,) = json.loads(await lines_of(environment, caller, "json", "inbox"))["entries"]
        assert (entry["kind"], entry["from"], entry["to"]) == ("challenge", "Bo", "Astrid")
        assert f"decline {entry['code']}" in inbox
        said = await lines_of(environment, environment.caller("Astrid"), "decline", entry["code"])
        assert said.strip() == "You declined. Bo is told."
        again = environment.caller("Bo")
        assert "a week later" in await lines_of(environment, again, "challenge", "Astrid")
        assert again.status == 1
        nobody = environment.caller("Bo")
        assert "Nobody" in await lines_of(environment, nobody, "challenge", "Ulf")
        missing = environment.caller("Bo")
        assert "challenge NAME" in await lines_of(environment, missing, "challenge")


async def test_a_live_challenge_seats_the_challenger_at_once() -> None:
    async with an_environment() as environment:
        with_bo(environment)
        app = await environment.app(environment.caller("Astrid", "challenge", "bo", "herrlof"))
        async with app.run_test(size=(100, 30), notifications=True):
            await eventually(lambda: isinstance(app.screen, TableScreen))
            bo = environment.caller("Bo").player
            (entry,) = environment.hall.inbox.entries(bo)
            assert entry.table is not None
            assert (entry.table.game, entry.table.clock) == ("herrlof", None)
            await environment.hall.sit(bo, entry.table.code)
            assert environment.hall.inbox.entries(bo) == ()
