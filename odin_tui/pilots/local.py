"""Pilots at home: the real app without a terminal, several at once over one hall."""

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from odin_engine.bots import LEVELS
from odin_engine.games import GAMES
from odin_server.hall import Hall, HallSettings, NewTable, Player
from odin_tui.app import OdinApp
from odin_tui.game_ui import screen_reader
from odin_tui.json_mode import table_words
from odin_tui.languages import DEFAULT_LANGUAGE, translations_for
from odin_tui.pilots.checks import Truth
from odin_tui.pilots.findings import Findings, PilotLog
from odin_tui.pilots.pilot import LARGEST, SMALLEST, Lost, Pilot
from odin_tui.pilots.terminal import AppTerminal
from odin_tui.screens.table import TableScreen
from odin_tui.settings import SETTINGS, Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@dataclass(frozen=True, slots=True)
class PilotPlan:
    """How many pilots play which game, how often and how."""

    pilots: int
    games: int
    seed: str
    size: tuple[int, int] | None = None
    chaos: bool = False
    game: str = "odin"
    language: str = DEFAULT_LANGUAGE

    def options(self) -> str:
        """Return the options of the command that does the same again."""
        options = (
            f"--game {self.game} --pilots {self.pilots} --games {self.games} --seed {self.seed}"
        )
        if self.size:
            options += f" --size {self.size[0]}x{self.size[1]}"
        if self.chaos:
            options += " --chaos"
        if self.language != DEFAULT_LANGUAGE:
            options += f" --language {self.language}"
        return options

    def again(self, pilot: int) -> str:
        """Return the command that does the same again for one pilot."""
        return f"odin pilot {self.options()} --only {pilot + 1}"


async def run_pilots(
    pilot_plan: PilotPlan,
    on_match: Callable[[], object] = lambda: None,
    only: int | None = None,
    new_app: Callable[..., OdinApp] = OdinApp,
) -> Findings:
    """Send the pilots out, all at once, and give what they found together."""
    hall = await Hall.begin(settings=replace(HallSettings.alone(), bot_pause=0.0))
    whole = Findings()
    try:
        numbers = range(pilot_plan.pilots) if only is None else [only]
        runs = (_run_pilot(hall, pilot_plan, number, on_match, new_app) for number in numbers)
        for findings in await asyncio.gather(*runs):
            whole.add(findings)
    finally:
        await hall.close()
    return whole


async def _run_pilot(
    hall: Hall,
    pilot_plan: PilotPlan,
    number: int,
    on_match: Callable[[], object],
    new_app: Callable[..., OdinApp],
) -> Findings:
    rng = Random(f"{pilot_plan.seed} {number}")
    size = pilot_plan.size or (rng.randint(SMALLEST[0], LARGEST[0]), rng.randint(*_heights()))
    pilot_log = PilotLog(f"pilot {number + 1}", pilot_plan.again(number))
    app = new_app(
        hall=hall,
        player=Player(f"pilot-{number}", f"Pilot {number + 1}"),
        settings=_settings(rng, pilot_plan),
        keep_settings=lambda _settings: None,
        keep_record=lambda _record: "nowhere",
        translations=translations_for(pilot_plan.language),
    )
    async with _running(app, size) as terminal:
        pilot = Pilot(
            terminal,
            lambda: truth_of(app),
            pilot_log,
            rng,
            game=pilot_plan.game,
            chaos=pilot_plan.chaos,
            tr=app.translations,
        )
        with suppress(Lost):
            await pilot.play(pilot_plan.games, on_match=on_match)
    return pilot_log.findings


def _heights() -> tuple[int, int]:
    return SMALLEST[1], LARGEST[1]


@asynccontextmanager
async def _running(app: OdinApp, size: tuple[int, int]) -> "AsyncIterator[AppTerminal]":
    async with app.run_test(size=size) as hands:
        yield AppTerminal(app, hands)


def truth_of(app: OdinApp) -> Truth | None:
    """Return the table as the line protocol would tell it to this player; None elsewhere."""
    for screen in reversed(app.screen_stack):
        if isinstance(screen, TableScreen):
            return table_words(screen.chair.view)
    return None


def _settings(rng: Random, pilot_plan: PilotPlan) -> Settings:
    """Choose settings at random: every theme, order and mark is somebody's favourite."""
    chosen: dict[str, Any] = {
        setting.name: rng.choice(list(setting.words))
        for setting in SETTINGS
        if setting.name in {"theme", "card_style", "sort", "animations"}
    }
    seats = rng.choice(GAMES[pilot_plan.game].SEATS)
    quick = [level for level in LEVELS if not LEVELS[level].seconds]
    bots = tuple(rng.choice(quick) for _ in range(seats - 1))
    options = dict(rng.choice(screen_reader(pilot_plan.game).short_options))
    table = NewTable(pilot_plan.game, seats=seats, bots=bots, options=options, hints=True)
    return Settings(last_table=table, **chosen)
