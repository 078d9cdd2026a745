"""Pilots over SSH in a tournament: one organises it on its screen, the others enter and play."""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

import asyncssh

from odin_engine.games import GAMES
from odin_tui.game_ui import screen_reader
from odin_tui.languages import Translations
from odin_tui.option_text import option_title, value_label
from odin_tui.pilots import landmarks
from odin_tui.pilots.findings import Findings
from odin_tui.pilots.landmarks import landmark
from odin_tui.pilots.pilot import PATIENCE, Lost, Pilot
from odin_tui.pilots.remote import LoginRate, RemotePilot, RemotePlan
from odin_tui.pilots.terminal import until_changed

ORGANISER = 998
ROUNDS = 2
"""How many rounds a Swiss tournament of pilots has."""
LIMIT = 30.0
"""Seconds within which a key must have an effect.

All pilots come from one address and sit down at the same moment, when a round is seated. A host
that is busy answers them one after another, and holds up the keys of that address.
"""
NOTHING_KNOWN = {"match": None, "outcome": None, "seat": None}
"""A table of which a pilot knows only what it sees: its frames and its footer are checked."""


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """How a tournament of pilots is played."""

    remote_plan: RemotePlan
    format: Literal["swiss", "knock-out"] = "swiss"
    seats: int = 4
    name: str = "Cup"
    organiser_key: asyncssh.SSHKey | None = None
    """The key of a moderator, if nobody else may make a tournament at this host."""

    def again(self) -> str:
        """Return the command that does the same again."""
        return self.remote_plan.again(f"--tournament {self.format}")


async def run_tournament_pilots(
    plan: TournamentPlan, on_match: Callable[[], object] = lambda: None
) -> Findings:
    """Play a tournament to its end through the screens, and give what the pilots found."""
    rate = LoginRate(plan.remote_plan.rate)
    organiser = _Organiser(plan, rate)
    players = [
        _Player(plan, number, rate, on_match)
        for number in range(plan.remote_plan.pilot_plan.pilots)
    ]
    everybody = [organiser.remote, *(player.remote for player in players)]
    try:
        async with asyncio.timeout(60 * plan.remote_plan.minutes):
            await organiser.announce()
            await asyncio.gather(*(player.enter() for player in players))
            async with asyncio.TaskGroup() as group:
                group.create_task(organiser.run(len(players)))
                for player in players:
                    group.create_task(player.play())
    except* TimeoutError:
        organiser.remote.complain("the tournament ends", "the time was over before it")
    except* Lost:
        pass  # The log of the pilot says what was wrong.
    finally:
        for remote in everybody:
            remote.log_out()
    whole = Findings()
    for remote in everybody:
        whole.add(remote.pilot_log.findings)
    return whole


class _Organiser:
    """Makes the tournament, starts it, and seats every round from its screen."""

    def __init__(self, plan: TournamentPlan, rate: LoginRate) -> None:
        self._plan = plan
        self.remote = RemotePilot(
            plan.remote_plan, ORGANISER, rate, plan.organiser_key, again=plan.again()
        )

    async def announce(self) -> None:
        """Fill in the form of a new tournament of short matches."""
        remote, plan, tr = self.remote, self._plan, self.remote.tr
        game = plan.remote_plan.pilot_plan.game
        await remote.log_in("")
        await remote.until(landmark(landmarks.IN_THE_HALL, tr))
        await remote.press("t")
        await remote.until(landmark(landmarks.NEW_TOURNAMENT, tr))
        await remote.press("end")
        await remote.press("enter")
        await remote.until(landmark(landmarks.TOURNAMENT_NAME, tr))
        await remote.press(plan.name)
        await remote.press("enter")
        form = {landmarks.GAME: GAMES[game].TITLE}
        if plan.format == "swiss":
            form |= {landmarks.FORMAT: tr.gettext(landmarks.SWISS), landmarks.ROUNDS: str(ROUNDS)}
        else:
            form |= {landmarks.FORMAT: tr.gettext(landmarks.KNOCK_OUT)}
        form |= {landmarks.TABLE_SEATS: str(plan.seats)}
        for title, word in form.items():
            await remote.set(tr.gettext(title), word)
        for option, value in screen_reader(game).form_options.items():
            shown = value_label(game, option, value, tr)
            await remote.set(option_title(game, option, tr), shown)
        await remote.set(tr.gettext(landmarks.NEXT_ROUND), tr.gettext(landmarks.BY_HAND))
        await remote.press("end")
        await remote.press("enter")
        await remote.until(landmark(landmarks.TABLES_OF, tr))

    async def run(self, players: int) -> None:
        """Start when everybody has entered, and seat round after round."""
        remote, tr = self.remote, self.remote.tr
        count = tr.ngettext("{count} player", "{count} players", players).format(count=players)
        await remote.until(count)
        await self._press_until("n", landmarks.START)
        while not self._says(landmarks.TOURNAMENT_OVER):
            if self._offers(landmarks.SEAT_NEXT):
                await self._press_until("n", landmarks.SEAT_NEXT)
            await until_changed(remote.terminal, remote.terminal.lines, 1.0)
            if not remote.terminal.open:
                remote.complain("the line stays open", "the host has closed it")
                raise Lost

    async def _press_until(self, key: str, offer: str) -> None:
        """Press a key that the footer offers, and see that it is not offered any more."""
        remote = self.remote
        await remote.until(remote.tr.gettext(offer))
        await remote.press(key)
        for _ in range(int(PATIENCE)):
            if not self._offers(offer):
                return
            await until_changed(remote.terminal, remote.terminal.lines, 1.0)
        remote.complain("the organiser seats a round", f"{key} changed nothing")
        raise Lost

    def _says(self, message: str) -> bool:
        return says(self.remote, message)

    def _offers(self, key: str) -> bool:
        """Return whether the footer offers a key."""
        return self.remote.tr.gettext(key) in self.remote.terminal.lines[-1]


class _Player:
    """Enters, goes to every table that waits, plays there, and comes back to the page."""

    def __init__(
        self, plan: TournamentPlan, number: int, rate: LoginRate, on_match: Callable[[], object]
    ) -> None:
        self._plan, self._on_match = plan, on_match
        self.remote = RemotePilot(plan.remote_plan, number, rate, again=plan.again())
        self._rng = Random(f"{plan.remote_plan.pilot_plan.seed} {number} tournament")
        self._round = ""
        """The last round in which the pilot sat down."""
        self._is_counted = True
        """Whether its match of that round is counted."""

    async def enter(self) -> None:
        """Log in, open the page of the tournament, and join it."""
        await self.remote.log_in("")
        await self._open_page()
        await self.remote.until(self.remote.tr.gettext(landmarks.JOIN))
        await self.remote.press("e")
        await self.remote.until(self.remote.tr.gettext(landmarks.LEAVE))

    async def _open_page(self) -> None:
        remote, tr = self.remote, self.remote.tr
        await remote.until(landmark(landmarks.IN_THE_HALL, tr))
        await remote.press("t")
        await remote.until(self._plan.name)
        await remote.press("enter")
        await remote.until(landmark(landmarks.TABLES_OF, tr))

    async def play(self) -> None:
        """Play until the tournament is over."""
        remote = self.remote
        pilot = Pilot(
            remote.terminal,
            lambda: NOTHING_KNOWN,
            remote.pilot_log,
            self._rng,
            game=self._plan.remote_plan.pilot_plan.game,
            tr=remote.tr,
            limit=LIMIT,
        )
        while not says(remote, landmarks.TOURNAMENT_OVER):
            lines = await remote.terminal.settle()
            remote.pilot_log.findings.screens += 1
            if pilot.is_over(lines):
                self._count_match()
                await pilot.press("escape", lines)
                await self._open_page()
            elif remote.sees(landmarks.IN_THE_HALL):
                await self._open_page()
            elif not remote.sees(landmarks.TABLES_OF):
                await pilot.step(lines)
            elif remote.tr.gettext(landmarks.TO_TABLE) in lines[-1] and (
                # A busy host may paint the footer before the line that tells the new round.
                round_number := running_round(lines, remote.tr)
            ):
                self._sit_down(round_number)
                await pilot.press("ctrl+g", lines)
            else:
                await until_changed(remote.terminal, lines, 1.0)
            if not remote.terminal.open:
                remote.complain("the line stays open", "the host has closed it")
                raise Lost
        self._count_match()

    def _sit_down(self, round_number: str) -> None:
        """Note the round whose table waits: a new one begins when the matches before are over.

        A key that was meant for a table may have closed the page of its end unseen, and a pilot
        that comes late to its table may be sent there twice.
        """
        if round_number != self._round:
            self._count_match()
            self._round, self._is_counted = round_number, False

    def _count_match(self) -> None:
        """Count the match of the last round, if it is not counted yet."""
        if not self._is_counted:
            self._is_counted = True
            self.remote.pilot_log.findings.matches += 1
            self._on_match()


def says(remote: RemotePilot, message: str) -> bool:
    """Return whether the line below the title of a tournament says something."""
    return _found(message, remote.terminal.lines, remote.tr) is not None


def running_round(lines: Sequence[str], tr: Translations) -> str:
    """Return the number of the round that is being played; empty if the screen tells of none."""
    found = _found(landmarks.ROUND, lines, tr)
    is_over = _found(landmarks.ROUND_OVER, lines, tr) is not None
    return "" if found is None or is_over else found[1]


def _found(message: str, lines: Sequence[str], tr: Translations) -> re.Match[str] | None:
    tables = landmark(landmarks.TABLES_OF, tr)
    about = next((" ".join(lines[y : y + 2]) for y, line in enumerate(lines) if tables in line), "")
    pattern = re.escape(tr.gettext(message)).replace(r"\{number\}", r"(\d+)")
    return re.search(pattern, about)
