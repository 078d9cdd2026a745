"""Matches by correspondence on the screens of a host."""

import json
from dataclasses import replace
from functools import partial

from textual.pilot import Pilot

from odin_server.hall import Chair, NewTable, Phase, TimeControl
from odin_server.sessions.caller import Caller
from odin_tui.correspondence_text import when_text
from odin_tui.drawing.names import written_time
from odin_tui.hall_app import HallApp
from odin_tui.languages import ENGLISH
from odin_tui.screens.hall import HallScreen
from odin_tui.screens.lookup import LookupScreen
from odin_tui.screens.replay import ReplayScreen
from odin_tui.screens.table import TableScreen
from odin_tui.widgets.form import Form
from tests.ssh.test_hall_app import BO, Environment, an_environment
from tests.ssh.wire import eventually
from tests.tui.screens import screen_text

DAY = 86_400.0


async def waiting_table(environment: Environment) -> Chair:
    """Open a table of Bo's by correspondence for two."""
    wanted = NewTable("odin", seats=2, clock=TimeControl.of_days(3), public=True)
    return await environment.hall.open_table(BO, wanted)


async def test_days_for_a_move_are_chosen_in_the_form_of_a_new_table() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid")
        app = await environment.app(caller)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("n")
            await pilot.pause()
            form = app.screen.query_one(Form)
            await pilot.press("down", "2")
            form.here = next(i for i, field in enumerate(form.fields) if field.id == "clock")
            await pilot.press("left", "left")
            await pilot.pause()
            assert "3 days a move" in screen_text(app)
            assert "no seat is lost" in " ".join(screen_text(app).split())
            await pilot.press("end", "enter")
            await eventually(lambda: isinstance(app.screen, TableScreen))
            (listing,) = environment.hall.tables()
            assert listing.clock == TimeControl.of_days(3)
            app.exit()
        assert caller.farewell.startswith("You left the table. Your seat is kept.")


async def into_the_hall(app: HallApp, pilot: Pilot[None]) -> None:
    """Pass what somebody new is asked."""
    for question in ("Your name?", "What would you like to play?"):
        await eventually(partial(lambda words: words in screen_text(app), question))
        await pilot.press("escape")
    await eventually(lambda: isinstance(app.screen, HallScreen))


async def test_guests_are_not_offered_days_for_a_move_and_told_why() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid")
        caller.account = environment.accounts.guest("Gast")
        app = await environment.app(caller)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await into_the_hall(app, pilot)
            await pilot.press("n")
            await pilot.pause()
            form = app.screen.query_one(Form)
            clock = next(i for i, field in enumerate(form.fields) if field.id == "clock")
            assert len(form.fields[clock].words) == 4
            form.here = clock
            await pilot.pause()
            assert "guests cannot come back" in " ".join(screen_text(app).split())


async def test_the_hall_and_the_table_say_until_when_it_is_my_turn() -> None:
    async with an_environment() as environment:
        chair = await waiting_table(environment)
        app = await environment.app(environment.caller("Astrid", "join", chair.view.code))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await eventually(lambda: chair.view.phase is Phase.PLAYING)
            if chair.view.my_turn:
                await chair.play(chair.view.match.moves[0])
            await eventually(lambda: "2d" in screen_text(app))
            await pilot.press("escape", "y")
            await eventually(lambda: "your turn, 2d left" in screen_text(app))
            deadline = chair.view.seats[1].deadline
            assert deadline is not None
            sentence = f"Your turn until {when_text(deadline, chair.now(), ENGLISH)}."
            await pilot.press("enter")
            await eventually(lambda: isinstance(app.screen, TableScreen))
            await eventually(lambda: sentence in screen_text(app))


async def test_a_seat_is_given_up_only_when_that_is_chosen() -> None:
    async with an_environment() as environment:
        chair = await waiting_table(environment)
        app = await environment.app(environment.caller("Astrid", "join", chair.view.code))
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await eventually(lambda: chair.view.phase is Phase.PLAYING)
            await pilot.press("escape", "y")
            await eventually(lambda: not chair.view.seats[1].connected)
            assert chair.view.seats[1].covered is None
            await pilot.pause()
            await pilot.press("enter")
            await eventually(lambda: chair.view.seats[1].connected)
            await pilot.pause()
            await pilot.press("escape", "g")
            await eventually(lambda: chair.view.seats[1].covered == "left")


def test_times_are_said_by_the_weekday_and_far_ones_by_the_day() -> None:
    friday = 1_795_197_600.0 + 7_200
    assert when_text(friday, friday - DAY, ENGLISH) == "Friday, 20:00 UTC"
    assert when_text(friday, friday - 7 * DAY, ENGLISH) == "2026-11-20, 20:00 UTC"
    assert [written_time(left) for left in (65, 8000, 3 * DAY)] == ["1:05", "2h", "3d"]


async def astrids_match(environment: Environment) -> tuple[Chair, Caller]:
    """Return Bo's chair, and Astrid as a caller, who has left before Bo's first moves."""
    chair = await waiting_table(environment)
    caller = environment.caller("Astrid")
    hers = await environment.hall.sit(caller.player, chair.view.code)
    await eventually(lambda: chair.view.phase is Phase.PLAYING)
    if not chair.view.my_turn:
        await hers.play(hers.view.match.moves[0])
    hers.close()
    visits = environment.hall.inbox._seen
    await eventually(lambda: caller.player.id in visits.get(chair.view.id, {}))
    await chair.play(chair.view.match.moves[0])
    return chair, caller


def inbox_row(app: HallApp) -> str:
    """Return what the list of the hall says of the inbox."""
    return next(row for row in screen_text(app).splitlines() if "i  Inbox" in row)


async def test_the_inbox_tells_what_has_happened_and_leads_to_the_table() -> None:
    async with an_environment() as environment:
        _, caller = await astrids_match(environment)
        app = await environment.app(caller)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await eventually(lambda: "1 new entry in your inbox; i opens it" in screen_text(app))
            assert "1 new" in inbox_row(app)
            await pilot.press("i")
            await eventually(lambda: "Since your last visit" in screen_text(app))
            text = screen_text(app)
            assert "● Odin with Bo" in text
            assert "your turn until" in text
            assert any(line.strip().startswith("Bo ") for line in text.splitlines())
            await pilot.press("enter")
            await eventually(lambda: isinstance(app.screen, LookupScreen))
            assert "Since your last visit" in screen_text(app)
            await pilot.press("enter")
            await eventually(lambda: "Your turn until" in screen_text(app))
            await pilot.press("escape", "y")
            await pilot.pause()
            await eventually(lambda: "The hall" in screen_text(app))
            assert "matches and challenges" in inbox_row(app)


async def test_a_finished_match_in_the_inbox_leads_to_its_replay() -> None:
    async with an_environment() as environment:
        chair, caller = await astrids_match(environment)
        while chair.view.phase is Phase.PLAYING:
            hers = await environment.hall.sit(caller.player, chair.view.code)
            mover = chair if chair.view.my_turn else hers
            await mover.play(mover.view.match.moves[0])
        hers.close()
        app = await environment.app(caller)
        async with app.run_test(size=(100, 30), notifications=True) as pilot:
            await eventually(lambda: "1 new" in screen_text(app))
            await pilot.press("i")
            await eventually(lambda: "● Odin with Bo" in screen_text(app))
            assert "just now" in screen_text(app)
            await pilot.press("enter")
            await eventually(lambda: isinstance(app.screen, ReplayScreen))


async def test_an_empty_inbox_says_how_to_fill_it() -> None:
    async with an_environment() as environment:
        app = await environment.app(environment.caller("Astrid"))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause()
            await pilot.press("i")
            await eventually(lambda: "Your inbox is empty." in screen_text(app))


async def lines_of(environment: Environment, caller: Caller, *words: str) -> str:
    """Return what a caller without a terminal reads after a command."""
    said: list[str] = []
    caller.argv, caller.farewell = words, ""

    async def nothing() -> None:
        return None

    async def say(line: str) -> None:
        said.append(line)

    await environment.frontend.serve_lines(caller, nothing, say)
    return "\n".join([*said, caller.farewell])


async def test_the_inbox_is_read_in_plain_lines_and_as_json() -> None:
    async with an_environment() as environment:
        chair, caller = await astrids_match(environment)
        (entry,) = json.loads(await lines_of(environment, caller, "json", "inbox"))["entries"]
        assert entry["kind"] == "turn"
        assert entry["code"] == chair.view.code
        assert entry["deadline"] == chair.view.seats[1].deadline
        text = await lines_of(environment, caller, "inbox")
        assert f"{chair.view.code}  New: Odin with Bo, your turn until" in text
        assert "\n  Bo " in text
        assert "New:" not in await lines_of(environment, caller, "inbox")
        joined = await lines_of(environment, caller, "join", chair.view.code)
        assert joined.startswith("Since your last visit:\nBo ")


async def test_a_guest_has_no_inbox() -> None:
    async with an_environment() as environment:
        caller = environment.caller("Astrid")
        caller.account = environment.accounts.guest("Gast")
        assert await lines_of(environment, caller, "inbox")
        assert caller.status == 1
        app = await environment.app(replace(caller, argv=()))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await into_the_hall(app, pilot)
            await pilot.press("i")
            await eventually(lambda: "needs an account" in screen_text(app))
            assert "Inbox" not in screen_text(app)
