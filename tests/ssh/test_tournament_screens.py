"""Tournaments on the screen: making one, joining, seating rounds, the way to the table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import pytest

from odin_server.hall import Hall, HallSettings, Player
from odin_server.log.memory import MemoryLog
from odin_server.tournaments import decisions
from odin_server.tournaments.decisions import Manager, NewTournament
from odin_server.tournaments.facts import (
    Announced,
    Begun,
    Entered,
    Format,
    TableFinished,
    TournamentFact,
    encode,
)
from odin_server.tournaments.state import announced, apply
from odin_tui.catalogue import PLAYABLE
from odin_tui.hall_app import HallApp
from odin_tui.languages import ENGLISH
from odin_tui.screens.table import TableScreen
from odin_tui.screens.tournament import TournamentScreen
from odin_tui.tournament_text import stage_text
from tests.ssh.test_hall_app import Environment, an_environment
from tests.ssh.wire import eventually
from tests.tui.languages.pseudo import PSEUDO
from tests.tui.languages.test_pseudo_language import check
from tests.tui.screens import screen_text, snapshot

NAMES = (
    "Astrid", "Bo", "Cnut", "Dag", "Estrid", "Freydis", "Gorm", "Helga", "Ivar", "Jorunn", "Knud",
    "Leif", "Magni", "Njal", "Olaf", "Ragnhild",
)  # fmt: skip


async def a_moderators_app(environment: Environment, name: str = "Astrid") -> HallApp:
    caller = environment.caller(name)
    caller.moderator = True
    return await environment.app(caller)


def history(wanted: NewTournament, players: list[str], rounds: int) -> list[TournamentFact]:
    """Return the facts of a tournament in which the better seed has always won."""
    by = Manager(Player("olaf", "Olaf"), moderator=True)
    begin = decisions.announce({}, 0.0, by, wanted, PLAYABLE, anyone=False)
    facts: list[TournamentFact] = [begin]
    facts += [Entered(1.0, 1, player, name) for player, name in zip(players, NAMES, strict=False)]
    facts.append(Begun(2.0, 1, players))
    state = announced(begin)
    for fact in facts[1:]:
        state = apply(state, fact)
    for number in range(rounds):
        tables = iter([(f"table{number}.{each}", f"CODE{number}{each}") for each in range(9)])
        seated = decisions.seat_round(state, 3.0, number, 2, partial(next, tables))
        assert seated is not None
        facts.append(seated)
        state = apply(state, seated)
        for table in state.rounds[-1].tables:
            order = sorted(table.players, key=players.index)
            places = [order.index(player) + 1 for player in table.players]
            facts.append(TableFinished(4.0, 1, table.id, places))
            state = apply(state, facts[-1])
    return facts


@asynccontextmanager
async def a_hall_with(facts: list[TournamentFact]) -> AsyncIterator[Environment]:
    log = MemoryLog()
    for version, fact in enumerate(facts):
        await log.append("tournaments", version, encode(fact))
    environment = Environment(await Hall.begin(log, HallSettings(), chance=Random(3)))
    try:
        yield environment
    finally:
        await environment.hall.close()
        environment.accounts.close()


def test_no_round_is_called_over_before_its_tables_have_ended() -> None:
    begin, *later = history(NewTournament("Cup", "odin", seats=2), list(NAMES[:4]), 2)
    assert isinstance(begin, Announced)
    state, said = announced(begin), []
    for fact in later:
        state = apply(state, fact)
        said.append(stage_text(state, ENGLISH))
    first = ["round 1", "round 1", "round 1", "round 1 is over"]
    assert said == [*4 * ["open to enter"], *first, "round 2", "round 2", "round 2 is over"]


async def test_a_moderator_makes_a_tournament_from_the_hall_and_seats_it() -> None:
    async with an_environment() as environment:
        app = await a_moderators_app(environment)
        tournaments = environment.hall.tournaments
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.press("t")
            await pilot.press("end", "enter")
            await pilot.press(*"Cup", "enter")
            await pilot.press("end", "enter")
            await eventually(lambda: isinstance(app.screen, TournamentScreen))
            assert tournaments.get(1).name == "Cup"
            await pilot.press("e")
            for name in ("Bo", "Cnut"):
                await tournaments.enter(1, Player(f"SHA256:{name}", name))
            await eventually(lambda: "Cnut" in screen_text(app))
            await pilot.press("n")
            await eventually(lambda: bool(tournaments.get(1).rounds))
            await eventually(lambda: "your table is ready" in screen_text(app))
            await pilot.press("ctrl+g")
            await eventually(lambda: isinstance(app.screen, TableScreen))
            await eventually(lambda: "Cnut" in screen_text(app))


async def test_a_narrow_footer_names_what_is_waited_for() -> None:
    async with an_environment() as environment:
        app = await a_moderators_app(environment)
        tournaments, manager = environment.hall.tournaments, Manager(app.player, moderator=True)
        made = await tournaments.announce(manager, NewTournament("Cup", "odin", seats=2, rounds=1))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.press("t", "enter")
            await eventually(lambda: "n  start" in screen_text(app).splitlines()[-1])
            await tournaments.enter(made.number, app.player)
            await tournaments.enter(made.number, Player("SHA256:Bo", "Bo"))
            await pilot.press("n")
            await eventually(lambda: "^g  to your table" in screen_text(app).splitlines()[-1])


async def test_the_way_to_a_table_is_offered_only_when_it_is_open() -> None:
    wanted = NewTournament("Cup", "odin", seats=2, rounds=3, auto=False)
    facts = history(wanted, [f"SHA256:{name}" for name in NAMES[:2]], 1)[:-1]
    async with a_hall_with(facts) as environment:
        app = await environment.app(environment.caller("Astrid"))
        tournaments = environment.hall.tournaments
        await eventually(lambda: tournaments.table_of(app.player.id) is not None)
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.press("t", "enter")
            await eventually(lambda: "to your table" in screen_text(app).splitlines()[-1])
            (table,) = tournaments.get(1).tables()
            del environment.hall._registry.tables[table.id]
            assert isinstance(app.screen, TournamentScreen)
            app.screen.show()
            await eventually(lambda: "to your table" not in screen_text(app).splitlines()[-1])


async def test_the_organiser_chooses_what_becomes_of_somebody_absent() -> None:
    wanted = NewTournament("Cup", "odin", seats=2, rounds=3, auto=False)
    async with a_hall_with(history(wanted, list(NAMES[:4]), 1)) as environment:
        app = await a_moderators_app(environment)
        tournaments = environment.hall.tournaments
        environment.hall.enter(Player("SHA256:Zoe", "Zoe"))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.press("t", "enter")
            await pilot.press("down", "enter", "enter")
            await eventually(lambda: any(each.excused for each in tournaments.get(1).entrants))
            await pilot.press("enter", "enter")
            await eventually(lambda: any(each.bot for each in tournaments.get(1).entrants))
            await pilot.press("end", "enter", "end", "enter")
            await eventually(lambda: any(each.withdrawn for each in tournaments.get(1).entrants))
            await pilot.press("a")
            await eventually(lambda: "Zoe" in screen_text(app))
            await pilot.press("end", "enter")
            await eventually(lambda: "Zoe" in [each.name for each in tournaments.get(1).playing])
            await pilot.press("x", "y")
            await eventually(lambda: tournaments.get(1).is_over)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_a_swiss_tournament_shows_its_ranking_and_tables(size: tuple[int, int]) -> None:
    players = [f"SHA256:{name}" for name in NAMES]
    wanted = NewTournament("Thursday", "odin", seats=4, rounds=4, auto=False)
    async with a_hall_with(history(wanted, players, 3)) as environment:
        app = await environment.app(environment.caller("Freydis"))
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.press("t", "enter")
            await eventually(lambda: "Ragnhild" in screen_text(app) or size[1] < 30)
            snapshot(app, f"tournament_swiss_{size[0]}x{size[1]}")
            await pilot.press("right")
            await eventually(lambda: "Round 3" in screen_text(app))


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
async def test_a_knock_out_shows_its_bracket(size: tuple[int, int]) -> None:
    players = [f"SHA256:{name}" for name in NAMES[:13]]
    wanted = NewTournament("Friday", "odin", format="knock-out", seats=2, auto=False)
    async with a_hall_with(history(wanted, players, 3)) as environment:
        app = await environment.app(environment.caller("Freydis"))
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.press("t", "enter")
            await pilot.press("left")
            await eventually(lambda: "Round 3" in screen_text(app))
            snapshot(app, f"tournament_bracket_{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
@pytest.mark.parametrize("how", ["swiss", "knock-out"])
async def test_longer_languages_have_room(size: tuple[int, int], how: Format) -> None:
    players = [f"SHA256:{name}" for name in NAMES]
    wanted = NewTournament("Cup", "odin", format=how, seats=4, rounds=4, auto=False)
    async with a_hall_with(history(wanted, players, 2)) as environment:
        app = await a_moderators_app(environment)
        app.translations = PSEUDO
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.press("t")
            await pilot.pause()
            check(screen_text(app), "Cup")
            await pilot.press("enter")
            for _view in range(3):
                await pilot.pause()
                check(screen_text(app), "Cup", "hl", *NAMES)
                await pilot.press("right")
            await pilot.press("escape", "end", "enter", "X", "enter")
            await pilot.pause()
            check(screen_text(app))
