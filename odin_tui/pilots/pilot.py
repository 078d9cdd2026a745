"""A pilot: it finds its way by what is on the screen, and plays."""

from collections.abc import Awaitable, Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any

from odin_tui.game_ui import screen_reader
from odin_tui.languages import ENGLISH, Translations
from odin_tui.pilots import landmarks
from odin_tui.pilots.checks import CHECKS, Check, Truth
from odin_tui.pilots.findings import PilotLog
from odin_tui.pilots.in_english import InEnglish, is_headed
from odin_tui.pilots.landmarks import landmark
from odin_tui.pilots.terminal import Terminal, until_changed

LIMIT = 5.0
"""Seconds within which a key must have an effect, and a late screen must be right again."""
PATIENCE = 60.0
"""For so long a pilot waits for others to move before it calls the table stuck."""
STIRRED = 1.0
"""Seconds to wait for what a stray key or click may change; most change nothing."""
LOST_AFTER = 30
"""A pilot that recognizes no screen this many times in a row reports that it is stuck."""
SMALLEST, LARGEST = (60, 20), (170, 50)

TruthNow = Callable[[], Truth | None]
Respond = Callable[[list[str]], Awaitable[None]]


class Lost(Exception):  # noqa: N818 - it says what the pilot is
    """The pilot cannot go on; its log says what was wrong."""


class Pilot:
    """Operates one terminal until it has seen enough matches end."""

    def __init__(  # noqa: PLR0913 - all that a pilot needs is handed in
        self,
        terminal: Terminal,
        truth: TruthNow,
        pilot_log: PilotLog,
        rng: Random,
        *,
        game: str = "odin",
        chaos: bool = False,
        tr: Translations = ENGLISH,
        limit: float = LIMIT,
    ) -> None:
        self.terminal, self.truth, self.pilot_log, self.rng = terminal, truth, pilot_log, rng
        self.game, self.chaos, self.tr, self._limit = game, chaos, tr, limit
        self._in_english = InEnglish.of_game(game, tr)
        self._waited = 0.0
        self._puzzled = 0
        self._stirred = False

    async def play(self, games: int, *, on_match: Callable[[], object] = lambda: None) -> None:
        """Play this many matches; stop at the first fault."""
        over, asked = 0, False
        while over < games and self.terminal.open:
            lines = await self.terminal.settle()
            self.pilot_log.findings.screens += 1
            if self.is_over(lines):
                if asked and not await self._others_agree(lines):
                    return
                if not asked:
                    over, asked = over + 1, True
                    self.pilot_log.findings.matches += 1
                    on_match()
                    await self._after(lines, again=over < games)
                continue
            asked = False
            if self._is_left_behind(lines):
                self.pilot_log.findings.matches += 1
                on_match()
                return
            if self.chaos and self.rng.random() < 0.06:
                await self._stir(lines)
                continue
            await self.step(lines)

    # -- finding the way --------------------------------------------------------------------

    def is_over(self, lines: Sequence[str]) -> bool:
        """Return whether a match has ended; at a table of a tournament there is no other one."""
        ended = (landmarks.MATCH_OVER, landmarks.MATCH_RECORD)
        return any(self._sees(each, lines) for each in ended) and not self._can_go_on(lines)

    def _is_left_behind(self, lines: Sequence[str]) -> bool:
        """Return whether the match ended while the pilot stood in the hall, its seat given up."""
        truth = self.truth()
        if truth is None or not self._sees(landmarks.IN_THE_HALL, lines):
            return False
        if self._own_line(lines) is not None:
            return False
        return truth["seat"] is None or truth["outcome"] is not None

    async def step(self, lines: list[str]) -> None:
        """Do what the screen asks for; raises `Lost` if it is wrong."""
        if (respond := self._known_screen(lines)) is not None:
            await respond(lines)
            return
        reading = screen_reader(self.game).read(self._in_english.read(lines))
        if reading is not None:
            await self.inspect(lines)
            if self.terminal.lines == lines:
                # Otherwise the keys would be meant for a screen that is gone.
                await self._at_the_table(lines, reading)
        elif self._can_go_on(lines):
            await self.inspect(lines)
            await self.press("space", lines)
        else:
            await self._find_out(lines)
            return
        self._puzzled = 0

    def _known_screen(self, lines: Sequence[str]) -> Respond | None:
        """Return what to do at a screen that is no table; None if it may be one."""
        common = {
            landmarks.LEAVING: self._leave_or_stay,
            landmarks.TOO_SMALL: self._make_room,
            landmarks.ASKED_FOR_LETTERS: self._confirm,
            landmarks.ASKED_FOR_NAME: self._confirm,
            landmarks.INVITING: self._wait,
            landmarks.ALL_HERE: self._wait,
            landmarks.ROUND_GATHERS: self._wait,
            landmarks.KEYS_SHOWN: self._close,
        }
        for message, respond in common.items():
            if self._sees(message, lines):
                return respond
        if any(is_headed(title, self.tr, lines) for title in screen_reader(self.game).windows):
            return self._close
        if self._sees(landmarks.IN_THE_HALL, lines):
            return self._back_to_the_table
        # In a menu the key stands before the words.
        if f"p  {landmark(landmarks.AT_HOME, self.tr)}" in "\n".join(lines):
            return self._play_now
        return None

    def _sees(self, message: str, lines: Sequence[str]) -> bool:
        return landmark(message, self.tr) in "\n".join(lines)

    def _can_go_on(self, lines: Sequence[str]) -> bool:
        return self._sees(landmarks.GO_ON, lines[-1:])

    def _own_line(self, lines: Sequence[str]) -> int | None:
        """Return the line of the pilot's own table in the list of the hall."""
        own = f"{landmark(landmarks.OWN_TABLE, self.tr)} · "
        return next((y for y, line in enumerate(lines) if own in line), None)

    async def _find_out(self, lines: list[str]) -> None:
        """Look again at a screen that says nothing; if it stays, close whatever it is."""
        self._puzzled += 1
        if self._puzzled % 3:
            await until_changed(self.terminal, lines, self._limit / 5)
        else:
            self.pilot_log.pressed("escape")
            await self.terminal.press("escape")
        if self._puzzled > LOST_AFTER:
            self.pilot_log.complain("a screen can be left", "escape does not lead anywhere", lines)
            raise Lost

    async def _back_to_the_table(self, lines: list[str]) -> None:
        """From the hall: go to the line of one's own table, and in."""
        own = self._own_line(lines)
        here = next((y for y, line in enumerate(lines) if "▸" in line), None)
        if own is None or here is None:
            await self._find_out(lines)
        elif own == here:
            await self.press("enter", lines)
        else:
            await self.press("down" if own > here else "up", lines)

    async def _play_now(self, lines: list[str]) -> None:
        """From home: go on with a match that was left, or begin another."""
        entry = f"c  {landmark(landmarks.UNFINISHED, self.tr)}"
        unfinished = any(entry in line for line in lines)
        await self.press("c" if unfinished else "p", lines)

    async def _confirm(self, lines: list[str]) -> None:
        await self.press("enter", lines)

    async def _close(self, lines: list[str]) -> None:
        """Close what a stray click or key has opened."""
        await self.press("escape", lines)

    async def _make_room(self, lines: list[str]) -> None:
        await self.terminal.resize(*SMALLEST)
        await until_changed(self.terminal, lines, LIMIT)

    async def _leave_or_stay(self, lines: list[str]) -> None:
        leave = self.chaos and self.rng.random() < 0.5
        await self.press("enter" if leave else "escape", lines)

    async def _after(self, lines: list[str], *, again: bool) -> None:
        """Leave a match that is over: once more, or home."""
        await self.inspect(lines)
        await self.press("m" if again else "escape", lines)

    async def _others_agree(self, lines: list[str]) -> bool:
        """Wait for the next match to begin; go home if there is no one to wait for."""
        if self._sees(landmarks.WAITING_FOR_OTHERS, lines):
            await self._wait(lines)
            return True
        if await until_changed(self.terminal, lines, LIMIT) is not None:
            return True
        await self.press("escape", lines)
        return False

    # -- playing ----------------------------------------------------------------------------

    async def _at_the_table(self, lines: list[str], reading: Any) -> None:
        if not reading.my_turn:
            await self._wait(lines)
            return
        self._waited = 0.0
        for key in screen_reader(self.game).next_keys(reading):
            before = self.terminal.lines
            if self._known_screen(before) is not None:
                return  # A key that was pressed before has opened it, and it would take this one.
            await self.press(key, before)
            if self.terminal.lines == before:
                return

    async def _wait(self, lines: list[str]) -> None:
        taken = await until_changed(self.terminal, lines, LIMIT)
        self._waited += LIMIT if taken is None else 0
        if self._waited > PATIENCE:
            self.pilot_log.complain("the table goes on", "nobody has moved for a minute", lines)
            raise Lost

    async def press(self, key: str, before: Sequence[str]) -> None:
        """Press a key that the screen offers, and see that the screen answers."""
        self.pilot_log.pressed(key)
        begun = perf_counter()
        await self.terminal.press(key)
        answered = await until_changed(self.terminal, before, self._limit)
        self.pilot_log.findings.checks += 1
        stirred, self._stirred = self._stirred, False
        if answered is None and stirred:
            return  # A stray click that is handled after this key may have taken it back.
        if answered is None and self.terminal.open:
            self.pilot_log.complain(
                "a key is answered by a frame", f"{key} changed nothing", list(before)
            )
            raise Lost
        self.pilot_log.findings.seconds.append(perf_counter() - begun)

    # -- being difficult --------------------------------------------------------------------

    async def _stir(self, lines: list[str]) -> None:
        """Do what people do between moves: resize, look things up, press the wrong key."""
        choice = self.rng.randrange(5)
        if choice == 0:
            width = self.rng.randint(SMALLEST[0], LARGEST[0])
            height = self.rng.randint(SMALLEST[1], LARGEST[1])
            await self.terminal.resize(width, height)
        elif choice == 1 and self._known_screen(lines) is None:
            await self.press("question_mark", lines)
            shown = await self.terminal.settle()
            if self._sees(landmarks.KEYS_SHOWN, shown):
                await self.press("escape", shown)
        elif choice == 2:
            width = max(map(len, lines), default=1)
            self.pilot_log.pressed("click")
            await self.terminal.click(self.rng.randrange(width), self.rng.randrange(len(lines)))
        else:
            key = self.rng.choice(("left", "right", "tab", "s", "9", "up", "x", "ctrl+l", "escape"))
            self.pilot_log.pressed(key)
            await self.terminal.press(key)
        self._stirred = True
        await until_changed(self.terminal, lines, STIRRED)
        await self.terminal.settle()

    # -- looking closely --------------------------------------------------------------------

    async def inspect(self, lines: list[str]) -> None:
        """Hold the screen against the table, and note what stays wrong."""
        for check in CHECKS:
            self.pilot_log.findings.checks += 1
            begun = perf_counter()
            while (complaint := self._complaint(check, lines)) is not None:
                if perf_counter() - begun > self._limit:
                    self.pilot_log.complain(check.__name__.replace("_", " "), complaint, lines)
                    raise Lost
                await until_changed(self.terminal, lines, 0.1)
                lines = await self.terminal.settle()
                if self._known_screen(lines) is not None:
                    return  # A key that was pressed before has opened it.

    def _complaint(self, check: Check, lines: list[str]) -> str | None:
        truth = self.truth()
        return None if truth is None else check(self.game, self._in_english.read(lines), truth)
