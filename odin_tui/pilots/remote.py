"""Pilots over SSH: they log in, open tables, read each other the code, and play."""

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import asyncssh

from odin_engine.games import GAMES
from odin_tui.game_ui import screen_reader
from odin_tui.languages import translations_for
from odin_tui.languages.reading import for_screens, is_right_to_left
from odin_tui.option_text import option_title, value_label
from odin_tui.pilots import landmarks
from odin_tui.pilots.checks import Truth
from odin_tui.pilots.findings import Findings, PilotLog
from odin_tui.pilots.in_english import InEnglish
from odin_tui.pilots.landmarks import landmark
from odin_tui.pilots.local import PilotPlan
from odin_tui.pilots.mirrored import reading_rows
from odin_tui.pilots.pilot import LARGEST, LIMIT, Lost, Pilot
from odin_tui.pilots.ssh_terminal import SshConnection, SshTerminal
from odin_tui.pilots.terminal import until_changed

WATCHER, WATCHES = 999, 10
TABLE_OF = 4
"""How many pilots share a table at most."""
QUESTIONS = (landmarks.ASKED_FOR_LETTERS, landmarks.ASKED_FOR_NAME, landmarks.ASKED_WHAT_FIRST)
"""What somebody new is asked, in this order."""
ARRIVED = (
    landmarks.IN_THE_HALL,
    landmarks.WAITING_FOR_OTHERS,
    landmarks.ALL_HERE,
    landmarks.MATCH_OVER,
)
"""What shows that a pilot stands where it wanted to go."""
CODE = re.compile(r"\bjoin ([A-Z0-9-]+)")


@dataclass(frozen=True, slots=True)
class RemotePlan:
    """Pilots over SSH: to which host, and how fast."""

    pilot_plan: PilotPlan
    host: str
    port: int
    rate: float = 5.0
    """Logins a second."""
    minutes: float = 10.0
    """After so long the pilots stop, wherever they are."""

    def again(self, *options: str) -> str:
        """Return the command that does the same again; which pilot is at fault, chance decides."""
        words = ["odin pilot", f"--ssh {self.host}:{self.port}", *options]
        return " ".join([*words, self.pilot_plan.options()])


async def run_remote_pilots(
    plan: RemotePlan, on_match: Callable[[], object] = lambda: None
) -> Findings:
    """Send pilots to a host in groups that share tables, and give what they found together."""
    login_rate = LoginRate(plan.rate)
    most = table_of(plan.pilot_plan.game)
    numbers_of_groups = [
        range(first, min(first + most, plan.pilot_plan.pilots))
        for first in range(0, plan.pilot_plan.pilots, most)
    ]
    groups = [_Group(plan, numbers, login_rate, on_match) for numbers in numbers_of_groups]
    running = [asyncio.create_task(group.run()) for group in groups]
    _, late = await asyncio.wait(running, timeout=60 * plan.minutes)
    for task in late:
        task.cancel()
    for trouble in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(trouble, Exception):
            raise trouble
    whole = Findings()
    for group in groups:
        for findings in group.findings():
            whole.add(findings)
    return whole


def table_of(game: str) -> int:
    """Return how many pilots share a table of a game."""
    return min(TABLE_OF, GAMES[game].SEATS[-1])


class LoginRate:
    """Limits the logins a second."""

    def __init__(self, rate: float) -> None:
        self._gap, self._door = 1 / rate, asyncio.Lock()

    async def wait(self) -> None:
        async with self._door:
            await asyncio.sleep(self._gap)


class _Group:
    """A few pilots at one table: the first opens it, the others come with its code."""

    def __init__(
        self,
        plan: RemotePlan,
        numbers: range,
        login_rate: LoginRate,
        on_match: Callable[[], object],
    ) -> None:
        self._plan, self._login_rate, self._on_match = plan, login_rate, on_match
        self._pilots = [RemotePilot(plan, number, login_rate) for number in numbers]
        self._truth: Truth | None = None

    def findings(self) -> list[Findings]:
        """Return what each pilot found."""
        return [pilot.pilot_log.findings for pilot in self._pilots]

    async def run(self) -> None:
        """Open a table, fill it, and play."""
        feed: asyncio.Task[None] | None = None
        spectator: SshConnection | None = None
        leader = self._pilots[0]
        try:
            await leader.log_in("")
            code = await leader.open_table(len(self._pilots))
            spectator = await self._connect_spectator()
            feed = await spectator.feed(f"json watch {code}", self._hear)
            for other in self._pilots[1:]:
                await other.log_in(f"join {code}")
            await leader.start()
            watcher = (
                RemotePilot(self._plan, WATCHER, self._login_rate)
                if self._plan.pilot_plan.chaos
                else None
            )
            await asyncio.gather(
                *(self._play(pilot, code) for pilot in self._pilots), self._watch(watcher, code)
            )
        except Lost:
            pass
        finally:
            for pilot in self._pilots:
                pilot.log_out()
            if feed is not None and spectator is not None:
                feed.cancel()
                spectator.connection.close()

    async def _connect_spectator(self) -> SshConnection:
        await self._login_rate.wait()
        key = asyncssh.generate_private_key("ssh-ed25519")
        return await SshConnection.dial(self._plan.host, self._plan.port, key, "spectator")

    async def _watch(self, watcher: "RemotePilot | None", code: str) -> None:
        """Watch for a while as a spectator, who may see the backs of cards only."""
        if watcher is None:
            return
        self._pilots.append(watcher)
        with suppress(Lost):
            await watcher.log_in(f"watch {code}")
            game = self._plan.pilot_plan.game
            pilot = Pilot(
                watcher.terminal,
                lambda: self._truth,
                watcher.pilot_log,
                Random(code),
                game=game,
                tr=watcher.tr,
            )
            for _ in range(WATCHES):
                await pilot.inspect(await watcher.terminal.settle())
                watcher.pilot_log.findings.screens += 1
                await asyncio.sleep(0.3)

    def _hear(self, line: str) -> None:
        told = json.loads(line)
        if told["type"] == "view":
            self._truth = told

    async def _play(self, pilot: "RemotePilot", code: str) -> None:
        on_match = self._on_match if pilot is self._pilots[0] else (lambda: None)
        with suppress(Lost):
            await pilot.play(code, self._plan.pilot_plan.games, lambda: self._truth, on_match)


class RemotePilot:
    """One pilot with a key of its own, on a connection that may be lost."""

    def __init__(
        self,
        plan: RemotePlan,
        number: int,
        login_rate: LoginRate,
        key: asyncssh.SSHKey | None = None,
        *,
        again: str = "",
    ) -> None:
        self._plan, self._login_rate = plan, login_rate
        self._name = f"Pilot {number + 1}"
        self.tr = for_screens(translations_for(plan.pilot_plan.language))
        self._in_english = InEnglish.of_game(plan.pilot_plan.game, self.tr)
        self._rng = Random(f"{plan.pilot_plan.seed} {number}")
        self._key = key or asyncssh.generate_private_key("ssh-ed25519")
        self._line: SshConnection | None = None
        self._called: str | None = None
        self._seat: int | None = None
        size = plan.pilot_plan.size
        self.size = size or (self._rng.randint(80, LARGEST[0]), self._rng.randint(24, LARGEST[1]))
        self.pilot_log = PilotLog(self._name, again or plan.again())
        self.terminal: SshTerminal

    async def log_in(self, words: str) -> None:
        """Log in with a new key, and give a name if asked for one."""
        await self._login_rate.wait()
        name = f"p{self._rng.getrandbits(32):08x}"
        pilot_plan = self._plan.pilot_plan
        self._line = await SshConnection.dial(
            self._plan.host, self._plan.port, self._key, name, pilot_plan.language
        )
        read_rows = reading_rows(self.tr, screen_reader(pilot_plan.game).pictures)
        self.terminal = await self._line.terminal(self.size, words, read_rows)
        self.pilot_log.findings.logins += 1
        await self._until_seen(*QUESTIONS, *ARRIVED)
        for question in QUESTIONS:
            if self.sees(question):
                await self.press("escape" if question == landmarks.ASKED_WHAT_FIRST else "enter")
                later = QUESTIONS[QUESTIONS.index(question) + 1 :]
                await self._until_seen(*later, *ARRIVED)

    async def _until_seen(self, *messages: str) -> None:
        """Wait for one of these messages, or for a table."""
        await self.until(self._title, *(landmark(message, self.tr) for message in messages))

    def sees(self, message: str) -> bool:
        """Return whether the screen shows the beginning of a message."""
        return landmark(message, self.tr) in "\n".join(self.terminal.lines)

    @property
    def _title(self) -> str:
        """What the heading of a table begins with."""
        return GAMES[self._plan.pilot_plan.game].TITLE.upper()

    def log_out(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.drop()

    async def open_table(self, seats: int) -> str:
        """Open a table with this many seats for one hand, and return its code."""
        await self.until(landmark(landmarks.NEW_TABLE, self.tr))
        await self.press("n")
        game = self._plan.pilot_plan.game
        for title, word in (
            (landmarks.GAME, GAMES[game].TITLE),
            (landmarks.SEATS, str(max(seats, GAMES[game].SEATS[0]))),
            (landmarks.FREE_SEATS, str(seats - 1)),
        ):
            await self.set(self.tr.gettext(title), word)
        for option, value in screen_reader(game).form_options.items():
            shown = value_label(game, option, value, self.tr)
            await self.set(option_title(game, option, self.tr), shown)
        await self.press("end")
        await self.press("enter")
        await self.until(landmark(landmarks.INVITING, self.tr))
        found = CODE.search("\n".join(self.terminal.lines))
        if found is None:
            self.complain("a table shows its code", "no code can be read")
            raise Lost
        return found[1]

    async def start(self) -> None:
        """Begin when everyone has come."""
        await self.until(landmark(landmarks.ALL_HERE, self.tr))
        await self.press("space")

    async def play(
        self,
        code: str,
        games: int,
        spectator: Callable[[], Truth | None],
        on_match: Callable[[], object],
    ) -> None:
        """Play at the table; with `chaos`, disconnect now and then and come back."""
        over = 0

        def counted() -> None:
            nonlocal over
            over += 1
            on_match()

        while over < games:
            pilot = Pilot(
                self.terminal,
                lambda: self._truth(spectator()),
                self.pilot_log,
                self._rng,
                game=self._plan.pilot_plan.game,
                chaos=self._plan.pilot_plan.chaos,
                tr=self.tr,
            )
            playing = asyncio.create_task(pilot.play(games - over, on_match=counted))
            if not self._plan.pilot_plan.chaos or self._rng.random() < 0.5:
                await playing
                return
            done, _ = await asyncio.wait({playing}, timeout=self._rng.uniform(1, 6))
            if done:
                playing.result()
                return
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            await self._come_back(code)

    async def _come_back(self, code: str) -> None:
        """Disconnect, connect again, and land at the same table."""
        self.log_out()
        await self.log_in(f"join {code}")
        self.pilot_log.findings.reconnects += 1

    def _truth(self, told: Truth | None) -> Truth | None:
        """Return the table as this pilot's seat sees it, as far as a spectator can tell."""
        if told is None:
            return None
        if (own_seat := screen_reader(self._plan.pilot_plan.game).own_seat) is not None:
            seen = own_seat(self._in_english.read(self.terminal.lines))
            self._seat = self._seat if seen is None else seen
            return {**told, "seat": self._seat, "my_turn": self._seat in told["to_move"]}
        # For another match the seats close up behind those who have gone, so look every time.
        names = [seat["name"] for seat in told["seats"]]
        self._called = self._called or self._own_name(names)
        own = names.index(self._called) if self._called in names else None
        return {**told, "seat": own, "my_turn": own in told["to_move"]}

    def _own_name(self, names: Sequence[str]) -> str | None:
        """Return the name that stands nowhere on the table: its reader is called You there."""
        lines = self._in_english.read(self.terminal.lines)
        title = re.compile(rf"^ {self._title} · .*\S · \d+ points? *$")
        if not any(map(title.match, lines[:2])):
            return None
        text = "\n".join(lines)
        missing = [
            name for name in names if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        ]
        return missing[0] if len(missing) == 1 else None

    # -- finding the way --------------------------------------------------------------------

    async def until(self, *signs: str) -> None:
        """Wait for one of these words to appear."""
        for _ in range(int(12 * LIMIT / 0.1)):
            text = "\n".join(self.terminal.lines)
            if any(sign in text for sign in signs):
                await self.terminal.settle()
                return
            if not self.terminal.open:
                break
            await asyncio.sleep(0.1)
        self.complain("the way is shown", f"none of {signs} appeared")
        raise Lost

    async def press(self, key: str) -> None:
        """Press a key, and let the screen settle."""
        self.pilot_log.pressed(key)
        await self.terminal.press(key)
        await asyncio.sleep(0.15)
        await self.terminal.settle()

    async def set(self, title: str, word: str) -> None:
        """Move to a line of a form, and turn it until it shows a word."""
        await self.until(title)
        turn = "left" if is_right_to_left(self.tr) else "right"
        for _ in range(80):
            here = next((line for line in self.terminal.lines if "▸" in line), "")
            is_there = re.search(rf"▸\s+{re.escape(title)}\b", here) is not None
            if is_there and _says(here, title, word):
                return
            # On a busy host, a key that is pressed before the last one is shown goes too far.
            before, key = self.terminal.lines, turn if is_there else "down"
            self.pilot_log.pressed(key)
            await self.terminal.press(key)
            await until_changed(self.terminal, before, LIMIT)
            await self.terminal.settle()
        self.complain("a form can be filled in", f"{title} never became {word}")
        raise Lost

    def complain(self, check: str, what: str) -> None:
        """Note what is wrong, with the screen as it is."""
        self.pilot_log.complain(check, what, self.terminal.lines)


def _says(line: str, title: str, word: str) -> bool:
    rest = line.partition(title)[2]
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", rest) is not None
