"""What `odin serve` shows to a caller: the commands after `ssh host`, and the app."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Protocol

from odin_engine.game import Refusal
from odin_engine.record import Record
from odin_server.accounts import Accounts
from odin_server.hall import Chair, Hall, Phase
from odin_server.notices import Notice
from odin_server.ssh.caller import Caller, Read, Say
from odin_server.ssh.server import SshServer
from odin_server.toml_settings import BadSetting
from odin_tui import account_verbs
from odin_tui.hall_app import HallApp
from odin_tui.json_mode import play_json
from odin_tui.languages import ENGLISH, Translations
from odin_tui.matchmaking import quick_seat
from odin_tui.messages import notice_text, refusal_text
from odin_tui.moderation import moderate
from odin_tui.settings import Settings, read
from odin_tui.text_mode import play_text

JSON = "json"
"""The word before a command with which a program asks for the JSON protocol."""

Answer = Chair | Record | str | None
"""What a command leads to: a chair, a recorded match, a text, or the hall (None)."""


class PlayInLines(Protocol):
    """A way to play at a table without a screen: in sentences, or in JSON."""

    async def __call__(self, chair: Chair, read_line: Read, write_line: Say, *, kept: bool) -> None:
        """Play until the input or the chair ends."""


class HallFrontend:
    """Runs the commands of callers and builds their apps."""

    def __init__(self, hall: Hall, accounts: Accounts) -> None:
        self.hall, self.accounts = hall, accounts
        self.host: SshServer | None = None
        self._commands: dict[str, Callable[[Caller], Awaitable[Answer]]] = {
            "join": self._join,
            "watch": self._watch,
            "quick": self._quick,
            "replay": self._replay,
            "name": self._name,
            "link": self._link,
            "keys": self._keys,
            "unlink": self._unlink,
            "mod": self._mod,
            "version": self._version,
            "help": self._help,
        }

    @property
    def message(self) -> str:
        """The host's message to everyone who comes in."""
        return "" if self.host is None else self.host.settings.message

    async def welcome(self, call: Caller) -> HallApp | str:
        """Return the app for a caller with a terminal, or a text that answers their command."""
        if call.words[:1] == (JSON,):
            call.status = 2
            text = _translations(call).gettext("Programs need no terminal: {command}")
            return text.format(command=f"ssh -T {call.reach} json quick")
        answer = await self._answer(call)
        if isinstance(answer, str):
            return answer
        app = HallApp(
            hall=self.hall,
            call=call,
            accounts=self.accounts,
            settings=_settings(call),
            message=self.message,
            start=answer,
            translations=_translations(call),
        )
        if self.host is not None:
            app.hold_seconds = self.host.settings.hold
        return app

    def notice_text(self, notice: Notice, call: Caller | None = None) -> str:
        """Return the sentence for a notice."""
        return notice_text(notice, ENGLISH if call is None else _translations(call))

    async def talk(self, call: Caller, read_line: Read, say: Say) -> None:
        """Serve a caller without a terminal: a table in plain lines or JSON, or a text."""
        tr = _translations(call)
        play: PlayInLines = partial(play_text, tr=tr)
        if call.words[:1] == (JSON,):
            play, call.words = play_json, call.words[1:]
        answer = await self._answer(call)
        if isinstance(answer, Chair):
            call.at_end.append(answer.close)
            # A guest has no key to come back with.
            await play(answer, read_line, say, kept=not call.account.guest)
        elif isinstance(answer, Record):
            text = tr.gettext("A replay needs a terminal: {command}")
            call.farewell = text.format(command="ssh -t …")
        else:
            call.farewell = answer or f"{self._tables(tr)}\n\n{_help(call)}"

    async def _answer(self, call: Caller) -> Answer:
        if not call.words:
            return await self._return(call)
        tr = _translations(call)
        command = self._commands.get(call.words[0].lower())
        if command is None:
            call.status = 2
            text = tr.gettext("There is no verb {word!r} here.")
            return f"{text.format(word=call.words[0][:20])}\n{_help(call)}"
        try:
            return await command(call)
        except Refusal as refusal:
            call.status = 1
            return refusal_text(refusal, tr)

    # -- tables -----------------------------------------------------------------------------

    async def _return(self, call: Caller) -> Chair | None:
        """Return a chair at the table whose connection was lost, if there is exactly one."""
        playing = [
            table
            for table in self.hall.unfinished(call.player)
            if table.phase in (Phase.PLAYING, Phase.PAUSED)
        ]
        if len(playing) != 1:
            return None
        try:
            return await self.hall.sit(call.player, playing[0].code)
        except Refusal:
            return None

    async def _join(self, call: Caller) -> Answer:
        return await self.hall.sit(call.player, _word(call, "join CODE"))

    async def _watch(self, call: Caller) -> Answer:
        return await self.hall.watch(call.player, _word(call, "watch CODE"))

    async def _quick(self, call: Caller) -> Answer:
        return await quick_seat(self.hall, call.player, "".join(call.words[1:2]))

    async def _replay(self, call: Caller) -> Answer:
        return await self.hall.record(call.player, _word(call, "replay ID"))

    def _tables(self, tr: Translations) -> str:
        free = tr.gettext("free")
        lines = [
            f"{table.code}  {table.game}  {', '.join(name or free for name in table.names)}"
            for table in self.hall.tables()
        ]
        return "\n".join([tr.gettext("Tables:"), *(lines or [tr.gettext("none yet")])])

    # -- accounts ---------------------------------------------------------------------------

    async def _name(self, call: Caller) -> str:
        return account_verbs.name(self.accounts, call, _translations(call))

    async def _link(self, call: Caller) -> str:
        return account_verbs.link(self.accounts, self.hall, call, _translations(call))

    async def _keys(self, call: Caller) -> str:
        return account_verbs.keys(self.accounts, call, self.hall.now(), _translations(call))

    async def _unlink(self, call: Caller) -> str:
        return account_verbs.unlink(self.accounts, call, self.host, _translations(call))

    async def _mod(self, call: Caller) -> str:
        if not call.moderator or self.host is None:
            raise Refusal("moderators-only")
        return await moderate(self.host, self.hall, call)

    # -- about ------------------------------------------------------------------------------

    async def _version(self, _call: Caller) -> str:
        return f"odin {version('odin-tui')}"

    async def _help(self, call: Caller) -> str:
        return _help(call)


def _help(call: Caller) -> str:
    here, tr = call.reach, _translations(call)
    commands = [
        (f"ssh {here}                  ", tr.gettext("the hall: tables, people, chat")),
        (f"ssh -t {here} join CODE     ", tr.gettext("sit down at a friend's table")),
        (f"ssh -t {here} watch CODE    ", tr.gettext("watch it")),
        (f"ssh -t {here} quick [game]  ", tr.gettext("an open seat, or bots at once")),
        (f"ssh -t {here} replay ID     ", tr.gettext("a finished match, step by step")),
        (
            f"ssh -T {here} quick         ",
            tr.gettext("the same in plain lines, for screen readers"),
        ),
        (
            f"ssh -T {here} json quick    ",
            tr.gettext("the same for programs, one JSON object a line"),
        ),
        (f"ssh {here} name NAME        ", tr.gettext("change your name")),
        (f"ssh {here} link [CODE]      ", tr.gettext("let another key open your account")),
        (
            f"ssh {here} keys             ",
            tr.gettext("the keys that open it; unlink KEY takes one away"),
        ),
        (f"ssh {here} version", ""),
    ]
    if call.moderator:
        commands.append((f"ssh {here} mod help         ", tr.gettext("what moderators can do")))
    heading = tr.gettext("odin: Viking games in your terminal.")
    return "\n".join([heading, *(f"  {command}{meaning}" for command, meaning in commands)])


def _word(call: Caller, form: str) -> str:
    if len(call.words) < 2:
        raise Refusal("words-missing", form=form)
    return "".join(call.words[1:3])


def _translations(call: Caller) -> Translations:  # noqa: ARG001 - there is only one language yet
    """Return the language of a caller."""
    return ENGLISH


def _settings(call: Caller) -> Settings:
    """Return the settings of an account; at first, what suits the terminal."""
    try:
        settings = read(call.account.settings)
    except BadSetting:
        settings = Settings()
    if not call.account.settings:
        # A card that slides is drawn many times, for everyone at the table and on a slow line.
        theme = "ansi" if call.line.terminal.colours == "standard" else settings.theme
        settings = replace(settings, theme=theme, animations="reduced")
    return replace(settings, name=call.account.name)
