"""A pilot without a screen: it plays in plain lines over SSH, as somebody with a screen reader."""

import asyncio
import re
from collections.abc import Callable
from random import Random
from time import perf_counter

import asyncssh

from odin_tui.game_ui import screen_reader
from odin_tui.languages import translations_for
from odin_tui.pilots.findings import Findings, PilotLog
from odin_tui.pilots.in_english import YOUR_TURN, InEnglish, Sought, is_seen
from odin_tui.pilots.pilot import LIMIT, PATIENCE, Lost
from odin_tui.pilots.remote import LoginRate, RemotePlan
from odin_tui.pilots.ssh_terminal import SshConnection
from odin_tui.text_mode import MATCH_OVER

_CARDS = re.compile(r"[A-Z][1-9]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


async def run_line_pilots(
    plan: RemotePlan, on_match: Callable[[], object] = lambda: None
) -> Findings:
    """Send pilots that play quick matches in plain lines, and give what they found together."""
    login_rate = LoginRate(plan.rate)
    pilots = [LinePilot(plan, number, login_rate) for number in range(plan.pilot_plan.pilots)]
    running = [asyncio.create_task(pilot.run(on_match)) for pilot in pilots]
    _, late = await asyncio.wait(running, timeout=60 * plan.minutes)
    for task in late:
        task.cancel()
    for trouble in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(trouble, Exception):
            raise trouble
    whole = Findings()
    for pilot in pilots:
        whole.add(pilot.pilot_log.findings)
    return whole


class LinePilot:
    """One pilot at one table; it types what the table has said can be played."""

    def __init__(self, plan: RemotePlan, number: int, login_rate: LoginRate) -> None:
        self._plan, self._login_rate, self._number = plan, login_rate, number
        self._rng = Random(f"{plan.pilot_plan.seed} {number}")
        self.pilot_log = PilotLog(f"pilot {number + 1}", plan.again("--text"))
        self._reader = screen_reader(plan.pilot_plan.game)
        self._tr = translations_for(plan.pilot_plan.language)
        self._in_english = InEnglish(self._tr, self._reader.offers)
        self._heard: list[str] = []
        self._process: asyncssh.SSHClientProcess[str]

    async def run(self, on_match: Callable[[], object]) -> None:
        """Log in, play the matches, and hang up."""
        await self._login_rate.wait()
        key = asyncssh.generate_private_key("ssh-ed25519")
        name = f"pilot{self._rng.getrandbits(24):06x}"
        language = self._plan.pilot_plan.language
        line = await SshConnection.dial(self._plan.host, self._plan.port, key, name, language)
        self.pilot_log.findings.logins += 1
        try:
            self._process = await line.connection.create_process(
                f"quick {self._plan.pilot_plan.game}", request_pty=False, env=line.environment
            )
            for match in range(self._plan.pilot_plan.games):
                if match:
                    self._type("again")
                await self._play()
                self.pilot_log.findings.matches += 1
                on_match()
            self._type("quit")
        except Lost:
            pass
        finally:
            line.drop()

    async def _play(self) -> None:
        while True:
            said = await self._hear(YOUR_TURN, MATCH_OVER, patience=PATIENCE)
            if self._says(said, MATCH_OVER):
                return
            await self._move()

    async def _move(self) -> None:
        """Ask what can be played, play some of it, and answer what is asked then."""
        begun = perf_counter()
        self._type("sets")
        said = self._in_english.read([await self._hear(*self._reader.offers)])[0]
        for _ in range(self._reader.listed(said)):
            said += "\n" + await self._hear()
        self.pilot_log.findings.seconds.append(perf_counter() - begun)
        self._type(self._reader.typed(said, self._rng))
        if not self._reader.answers:
            await self._hear()
            return
        answer = await self._hear(*self._reader.answers, *self._reader.questions)
        if self._says(answer, *self._reader.questions):
            self._type(_CARDS.findall(answer)[0])

    def _says(self, said: str, *messages: Sought) -> bool:
        return any(is_seen(message, self._tr, [said]) for message in messages)

    def _type(self, line: str) -> None:
        self.pilot_log.pressed(line)
        self._process.stdin.write(f"{line}\n")

    async def _hear(self, *messages: Sought, patience: float = LIMIT) -> str:
        """Read on until a line says one of these messages; without any, read the next line."""
        while True:
            try:
                async with asyncio.timeout(patience):
                    line = await self._process.stdout.readline()
            except TimeoutError:
                self._complain("a line is answered", f"nothing that says {messages}")
            if not line:
                self._complain("the line stays open", "the table hung up")
            said = line.rstrip("\r\n")
            self._heard = [*self._heard[-20:], said]
            self.pilot_log.findings.screens += 1
            self.pilot_log.findings.checks += 1
            if _CONTROL.search(said):
                self._complain("lines are plain", f"{said!r} has control characters")
            if not messages or self._says(said, *messages):
                return said

    def _complain(self, check: str, what: str) -> None:
        self.pilot_log.complain(check, what, self._heard)
        raise Lost
