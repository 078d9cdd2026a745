"""A session on this machine: a hall over the player's own log, on the screen or in lines."""

import contextlib
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from odin_engine.game import Refusal
from odin_server.analyst import LogAnalyst
from odin_server.clock import LoopClock
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Player
from odin_server.hall.bot_pool import ProcessBotPool
from odin_server.locales import locales_in
from odin_server.log.memory import MemoryLog
from odin_tui.bot_fallbacks import FallbackNotice
from odin_tui.catalogue import DailyDeal
from odin_tui.commands.ssh_client import ssh_runner
from odin_tui.commands.storage import Storage
from odin_tui.drawing.palette import Depth
from odin_tui.languages import N_, Translations, command_line, translations_for
from odin_tui.languages.choice import choose_language, unreadable_text
from odin_tui.leaving_signals import on_leaving_signal
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text
from odin_tui.recorded_match import RecordedMatch
from odin_tui.settings import BOT_PAUSE, Settings
from odin_tui.terminal_letters import IMPLICIT, terminal_name
from odin_tui.window_title import POP, PUSH
from odin_tui.worker_process import worker_command

if TYPE_CHECKING:
    from odin_server.log import Log
    from odin_tui.reading_direction import ReadingDirection

PLAYER_ID = "local"


Wanted: TypeAlias = NewTable | DailyDeal | Literal["left last"]
"""A table to be opened, today's deal, or the table that was left last."""


@dataclass(frozen=True, slots=True)
class LocalSession:
    """Who plays, with which settings, and where everything is kept."""

    storage: Storage
    settings: Settings
    notice: str
    login: str
    """The login of the user, who may not have chosen a name yet."""
    fallbacks: FallbackNotice = field(default_factory=FallbackNotice)

    @property
    def player(self) -> Player:
        for name in (self.settings.name, self.login, "Player"):
            with contextlib.suppress(Refusal):
                return Player(PLAYER_ID, name)
        raise AssertionError("'Player' is a name")

    @property
    def translations(self) -> Translations:
        return translations_for(self.language)

    @property
    def language(self) -> str:
        """What the player has set, else what the system says."""
        return choose_language(self.settings.language, *locales_in(os.environ))

    @property
    def is_new(self) -> bool:
        """Whether nobody has said what the player is called."""
        return not self.settings.name and not self.notice

    def remembering(self, wanted: Wanted) -> "LocalSession":
        """Keep the table for the next time, and with it which game is chosen."""
        if not isinstance(wanted, NewTable) or self.notice:
            return self  # settings nobody could read are left alone
        settings = self.settings.at_table(replace(wanted, seed=None))
        try:
            self.storage.keep_settings(settings)
        except Refusal as refusal:
            return replace(self, settings=settings, notice=refusal_text(refusal, command_line()))
        return replace(self, settings=settings)

    @asynccontextmanager
    async def hall(
        self, *, paced: bool = True, kept: bool = True
    ) -> AsyncIterator[tuple[Hall, str]]:
        """Open the hall for the session; with it, a sentence if matches are not kept."""
        pause = BOT_PAUSE[self.settings.pace] if paced else 0.0
        pace = replace(HallSettings.alone(), bot_pause=pause)
        log, trouble = self.storage.open_log() if kept else (None, "")
        clock = LoopClock()
        bot_pool = ProcessBotPool(pace, clock, worker_command("bot"), self.fallbacks.note)
        hall = await Hall.begin(log, pace, clock=clock, bot_pool=bot_pool)
        try:
            yield hall, trouble
        finally:
            await hall.close()

    async def on_screen(self, wanted: Wanted | RecordedMatch | None) -> int:
        """Show the home screen, a table or a recorded match, until the player leaves."""
        from odin_tui.app import OdinApp  # noqa: PLC0415 - text mode needs none of it

        # To look at a record nothing of the hall is needed, and another odin may be using it.
        looking = isinstance(wanted, RecordedMatch)
        unreadable = unreadable_text(self.language, self.translations)
        async with (
            self.hall(kept=not looking) as (hall, trouble),
            self.analyst(None if looking else hall.log) as analyst,
        ):
            app = OdinApp(
                hall=hall,
                player=self.player,
                settings=self.settings,
                keep_settings=partial(self._keep_settings, hall),
                keep_record=self.storage.keep_record,
                keep_report=self.storage.keep_report,
                analyst=analyst,
                ssh_runner=ssh_runner,
                depth=terminal_depth(),
                titles=True,
                terminal=terminal_name(os.environ),
                notice=" ".join(filter(None, (self.notice, trouble, unreadable))),
                start=await self._start(hall, wanted),
                is_new=self.is_new and not looking,
                translations=self.translations,
            )
            # Without this the terminal would be left in the app's hands.
            on_leaving_signal(lambda number: app.exit(return_code=128 + number))
            self.fallbacks.tell_by(
                lambda message: app.notify(
                    app.translations.gettext(message), severity="warning", markup=False
                )
            )
            with window_title_kept(), letters_shown_as_before(app.direction):
                await app.run_async()
        if app.farewell:
            sys.stderr.write(f"{app.farewell}\n")
        return app.return_code or 0

    @asynccontextmanager
    async def analyst(self, log: "Log | None") -> AsyncIterator[LogAnalyst]:
        """Judge records; verdicts are kept in this log, else in the player's own if it is free."""
        own = self.storage.open_log()[0] if log is None else None
        try:
            yield LogAnalyst(log or own or MemoryLog(), worker_command("analysis"))
        finally:
            if own is not None:
                await own.close()

    def _keep_settings(self, hall: Hall, settings: Settings) -> None:
        hall.bot_pause = BOT_PAUSE[settings.pace]
        self.storage.keep_settings(settings)

    async def in_json(self, wanted: Wanted) -> int:
        """Play by the line protocol: nothing but JSON on standard output, and no pauses."""
        from odin_tui.commands.lines import StandardLines  # noqa: PLC0415 - no screen needs it
        from odin_tui.json_mode import play_json  # noqa: PLC0415

        async with self.hall(paced=False) as (hall, trouble):
            for sentence in filter(None, (self.notice, trouble)):
                write_error(sentence)
            self.fallbacks.tell_by(self.write_error)
            lines = StandardLines()
            await play_json(await self.sit_down(hall, wanted), lines.read, lines.write)
        return 0

    def write_error(self, message: str) -> None:
        """Write a message that is not translated yet to standard error."""
        write_error(self.translations.gettext(message))

    async def _start(
        self, hall: Hall, wanted: Wanted | RecordedMatch | None
    ) -> NewTable | DailyDeal | Chair | RecordedMatch | None:
        if wanted is None or isinstance(wanted, RecordedMatch):
            return wanted
        if self.is_new and wanted != "left last":
            return wanted  # nobody is seated before they have said what they are called
        return await self.sit_down(hall, wanted)

    async def sit_down(self, hall: Hall, wanted: Wanted) -> Chair:
        try:
            if wanted == "left last":
                waiting = hall.unfinished(self.player)
                if not waiting:
                    raise Mistake(N_("no match waits to be continued."))
                return await hall.sit(self.player, waiting[0].code)
            if isinstance(wanted, DailyDeal):
                return await hall.daily.play(self.player, wanted.game)
            chair = await hall.open_table(self.player, wanted)
            await chair.start()
        except Refusal as refusal:
            raise Mistake(refusal_text(refusal, command_line())) from refusal
        return chair


def write_error(sentence: str) -> None:
    """Write a sentence to standard error."""
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()


@contextmanager
def window_title_kept() -> Iterator[None]:
    """Let whatever is done inside set the window's title, and give the old one back."""
    if os.name == "nt":
        # A console of Windows might print these sequences; it gives the title back by itself.
        yield
        return
    _tell_terminal(PUSH)
    try:
        yield
    finally:
        _tell_terminal(POP)


@contextmanager
def letters_shown_as_before(direction: "ReadingDirection") -> Iterator[None]:
    """Let whatever is done inside have letters shown as they come, and end that after it."""
    try:
        yield
    finally:
        if direction.was_used:
            _tell_terminal(IMPLICIT)


def _tell_terminal(sequence: str) -> None:
    # A window that was closed takes nothing any more, and that is no fault to report.
    with suppress(OSError):
        sys.stdout.write(sequence)
        sys.stdout.flush()


def terminal_depth() -> Depth:
    """Return the colours that the terminal has, as far as it says."""
    from rich.console import Console  # noqa: PLC0415 - the screen has it loaded

    system = Console().color_system
    if system in (None, "standard", "windows"):
        return Depth.ANSI
    return Depth.INDEXED if system == "256" else Depth.TRUE
