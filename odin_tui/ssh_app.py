"""What stands behind the door of `odin serve`: the verbs, and the app for each."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from importlib.metadata import version

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
from odin_tui.languages import ENGLISH
from odin_tui.matchmaking import quick_seat
from odin_tui.messages import notice_text, refusal_text
from odin_tui.moderation import moderate
from odin_tui.settings import Settings, read
from odin_tui.text_mode import play_text

JSON = "json"
"""The word before a verb with which a program asks for the line protocol."""

Answer = Chair | Record | str | None
"""Where a verb leads: a chair, a recorded match, a text, or the hall."""


class HallFrontend:
    """Gives everyone who comes in what they asked for."""

    def __init__(self, hall: Hall, accounts: Accounts) -> None:
        self.hall, self.accounts = hall, accounts
        self.host: SshServer | None = None
        self._verbs: dict[str, Callable[[Caller], Awaitable[Answer]]] = {
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
        """What the host says to everyone who comes in."""
        return "" if self.host is None else self.host.settings.message

    async def welcome(self, call: Caller) -> HallApp | str:
        """Give the app for somebody at a terminal, or a text that answers their words."""
        if call.words[:1] == (JSON,):
            call.status = 2
            return f"Programs need no terminal: ssh -T {call.reach} json quick"
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
        )
        if self.host is not None:
            app.hold_seconds = self.host.settings.hold
        return app

    def notice_text(self, notice: Notice, call: Caller | None = None) -> str:
        """Return the sentence for a notice."""
        del call  # everybody reads English for now
        return notice_text(notice, ENGLISH)

    async def talk(self, call: Caller, read_line: Read, say: Say) -> None:
        """Serve somebody without a terminal: a table in plain lines or JSON, or a text."""
        talk = play_text
        if call.words[:1] == (JSON,):
            talk, call.words = play_json, call.words[1:]
        answer = await self._answer(call)
        if isinstance(answer, Chair):
            call.at_end.append(answer.close)
            # A guest has no key to come back with.
            await talk(answer, read_line, say, kept=not call.account.guest)
        elif isinstance(answer, Record):
            call.farewell = "A replay needs a terminal: ssh -t …"
        else:
            call.farewell = answer or f"{self._tables()}\n\n{_help(call)}"

    async def _answer(self, call: Caller) -> Answer:
        if not call.words:
            return await self._return(call)
        verb = self._verbs.get(call.words[0].lower())
        if verb is None:
            call.status = 2
            return f"There is no verb {call.words[0][:20]!r} here.\n{_help(call)}"
        try:
            return await verb(call)
        except Refusal as refusal:
            call.status = 1
            return refusal_text(refusal, ENGLISH)

    # -- tables -----------------------------------------------------------------------------

    async def _return(self, call: Caller) -> Chair | None:
        """Bring somebody whose line was cut back to the table, if it is clear which one."""
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

    def _tables(self) -> str:
        lines = [
            f"{table.code}  {table.game}  {', '.join(name or 'free' for name in table.names)}"
            for table in self.hall.tables()
        ]
        return "\n".join(["Tables:", *(lines or ["none yet"])])

    # -- accounts ---------------------------------------------------------------------------

    async def _name(self, call: Caller) -> str:
        return account_verbs.name(self.accounts, call)

    async def _link(self, call: Caller) -> str:
        return account_verbs.link(self.accounts, self.hall, call)

    async def _keys(self, call: Caller) -> str:
        return account_verbs.keys(self.accounts, call, self.hall.now())

    async def _unlink(self, call: Caller) -> str:
        return account_verbs.unlink(self.accounts, call, self.host)

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
    here = call.reach
    lines = [
        "odin: Viking games in your terminal.",
        f"  ssh {here}                  the hall: tables, people, chat",
        f"  ssh -t {here} join CODE     sit down at a friend's table",
        f"  ssh -t {here} watch CODE    watch it",
        f"  ssh -t {here} quick [game]  an open seat, or bots at once",
        f"  ssh -t {here} replay ID     a finished match, step by step",
        f"  ssh -T {here} quick         the same in plain lines, for screen readers",
        f"  ssh -T {here} json quick    the same for programs, one JSON object a line",
        f"  ssh {here} name NAME        change your name",
        f"  ssh {here} link [CODE]      let another key open your account",
        f"  ssh {here} keys             the keys that open it; unlink KEY takes one away",
        f"  ssh {here} version",
    ]
    if call.moderator:
        lines.append(f"  ssh {here} mod help         what moderators can do")
    return "\n".join(lines)


def _word(call: Caller, form: str) -> str:
    if len(call.words) < 2:
        raise Refusal("words-missing", form=form)
    return "".join(call.words[1:3])


def _settings(call: Caller) -> Settings:
    """Read what somebody has set; at first, what suits their terminal."""
    try:
        settings = read(call.account.settings)
    except BadSetting:
        settings = Settings()
    if not call.account.settings:
        # A card that slides is drawn many times, for everyone at the table and on a slow line.
        theme = "ansi" if call.line.terminal.colours == "standard" else settings.theme
        settings = replace(settings, theme=theme, animations="reduced")
    return replace(settings, name=call.account.name)
