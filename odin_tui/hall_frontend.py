"""What `odin serve` shows to a caller: the app, and the commands after `ssh host`."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from importlib.metadata import version

from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_engine.record import Record
from odin_server.accounts import Accounts
from odin_server.analyst import Analyst
from odin_server.hall import Chair, Hall, Phase
from odin_server.hall.refusals import NoSuchGame
from odin_server.notices import Notice
from odin_server.sessions.caller import Caller, Read, Say
from odin_server.toml_settings import BadSetting
from odin_tui import account_commands
from odin_tui.browser_page import place_message
from odin_tui.daily_text import board_lines, board_note
from odin_tui.hall_app import HallApp
from odin_tui.json_mode import error_line, play_json
from odin_tui.languages import ENGLISH, Translations
from odin_tui.matchmaking import quick_seat
from odin_tui.messages import notice_text, refusal_text
from odin_tui.moderation import moderate
from odin_tui.settings import Settings, read
from odin_tui.text_mode import play_text
from odin_tui.web_words import page_words

JSON = "json"
"""The word before a command with which a program asks for the JSON protocol."""

TABLE_COMMANDS = ("join", "watch", "quick", "daily")
"""The commands that lead to a table, which are all a program can ask for."""

Answer = Chair | Record | str | None
"""What a command leads to: a chair, a recorded match, a text, or the hall (None)."""


class NoTable(Refusal):
    """A program asked for something that is no table."""

    code = "programs-need-table"


class NoSuchCommand(Refusal):
    """The first word is none that is understood here."""

    code = "no-such-command"


class HallFrontend:
    """Runs the commands of callers and builds their apps."""

    def __init__(self, hall: Hall, accounts: Accounts, analyst: Analyst | None = None) -> None:
        self.hall, self.accounts, self.analyst = hall, accounts, analyst
        self._commands: dict[str, Callable[[Caller], Awaitable[Answer]]] = {
            "join": self._join,
            "watch": self._watch,
            "quick": self._quick,
            "daily": self._daily,
            "board": self._board,
            "replay": self._replay,
            "tables": self._tables,
            "name": self._name,
            "link": self._link,
            "keys": self._keys,
            "unlink": self._unlink,
            "mod": self._mod,
            "version": self._version,
            "help": self._help,
        }

    async def open_app(self, caller: Caller) -> HallApp | str:
        """Return the app for a caller with a terminal, or a text that answers their command."""
        if caller.argv[:1] == (JSON,):
            caller.status = 2
            text = _translations(caller).gettext("Programs need no terminal: {command}")
            return text.format(command=f"ssh -T {caller.ssh_target} json quick")
        answer = await self._answer(caller)
        if isinstance(answer, str):
            return answer
        return HallApp(
            hall=self.hall,
            caller=caller,
            accounts=self.accounts,
            settings=_settings(caller),
            message="" if caller.host is None else caller.host.settings.message,
            start=answer,
            analyst=self.analyst,
            translations=_translations(caller),
        )

    def notice_text(self, notice: Notice, caller: Caller | None = None) -> str:
        """Return the sentence for a notice."""
        return notice_text(notice, ENGLISH if caller is None else _translations(caller))

    def page_words(self) -> Mapping[str, str]:
        """Return the sentences of the pages for browsers."""
        return page_words(ENGLISH)

    async def serve_lines(self, caller: Caller, read_line: Read, say: Say) -> None:
        """Serve a caller without a terminal: a table in plain lines or JSON, or a text."""
        if caller.argv[:1] == (JSON,):
            caller.argv = caller.argv[1:]
            await self._talk_json(caller, read_line, say)
            return
        tr = _translations(caller)
        answer = await self._answer(caller)
        if isinstance(answer, Chair):
            caller.at_end.append(answer.close)
            caller.client.tell(place_message(answer, caller.invitation))
            # A guest has no key to come back with.
            await play_text(answer, read_line, say, tr=tr, kept=not caller.account.guest)
        elif isinstance(answer, Record):
            # As it is, so that it can be written to a file and checked by `odin verify`.
            caller.farewell = answer.to_text()
        else:
            caller.farewell = answer or await self._tables(caller)

    async def _talk_json(self, caller: Caller, read_line: Read, say: Say) -> None:
        """Serve a program, which is told in JSON too why it does not get to a table."""
        try:
            meant = not caller.argv or caller.argv[0].lower() in TABLE_COMMANDS
            answer = await self._run(caller) if meant else None
            if not isinstance(answer, Chair):
                raise NoTable
        except Refusal as refusal:
            caller.status = 2 if isinstance(refusal, NoTable) else 1
            await say(error_line(refusal))
            return
        caller.at_end.append(answer.close)
        await play_json(answer, read_line, say, kept=not caller.account.guest)

    async def _answer(self, caller: Caller) -> Answer:
        tr = _translations(caller)
        try:
            return await self._run(caller)
        except NoSuchCommand as refusal:
            caller.status = 2
            return f"{refusal_text(refusal, tr)}\n{_help(caller)}"
        except Refusal as refusal:
            caller.status = 1
            return refusal_text(refusal, tr)

    async def _run(self, caller: Caller) -> Answer:
        """Run the command that a caller has typed; raise `Refusal` if that cannot be done."""
        if not caller.argv:
            return await self._return(caller)
        command = self._commands.get(caller.argv[0].lower())
        if command is None:
            raise NoSuchCommand(command=caller.argv[0][:20])
        return await command(caller)

    # -- tables -----------------------------------------------------------------------------

    async def _return(self, caller: Caller) -> Chair | None:
        """Return a chair at the table whose connection was lost, if there is exactly one."""
        playing = [
            table
            for table in self.hall.unfinished(caller.player)
            if table.phase in (Phase.PLAYING, Phase.PAUSED)
        ]
        if len(playing) != 1:
            return None
        try:
            return await self.hall.sit(caller.player, playing[0].code)
        except Refusal:
            return None

    async def _join(self, caller: Caller) -> Answer:
        return await self.hall.sit(caller.player, _word(caller, "join CODE"))

    async def _watch(self, caller: Caller) -> Answer:
        return await self.hall.watch(caller.player, _word(caller, "watch CODE"))

    async def _quick(self, caller: Caller) -> Answer:
        return await quick_seat(self.hall, caller.player, "".join(caller.argv[1:2]))

    async def _daily(self, caller: Caller) -> Answer:
        return await self.hall.daily.play(caller.player, _game_named(caller))

    async def _board(self, caller: Caller) -> Answer:
        tr, daily = _translations(caller), self.hall.daily
        board = await daily.board(_game_named(caller), "".join(caller.argv[2:3]))
        title = tr.gettext("Daily deal of {day}: {game}")
        lines = [title.format(day=board.day, game=GAMES[board.game].TITLE)]
        lines += [line.plain for line in board_lines(board, caller.player.id, tr)]
        return "\n".join([*lines, board_note(board, self.hall.now(), tr)])

    async def _replay(self, caller: Caller) -> Answer:
        newest = next(iter(self.hall.finished(caller.player)), None)
        if len(caller.argv) < 2 and newest is None:
            raise Refusal("no-match-finished")
        wanted = newest.id if len(caller.argv) < 2 and newest else _word(caller, "replay ID")
        return await self.hall.record(caller.player, wanted)

    async def _tables(self, caller: Caller) -> str:
        tr = _translations(caller)
        free = tr.gettext("free")
        lines = [
            f"{table.code}  {table.game}  {', '.join(name or free for name in table.names)}"
            for table in self.hall.tables()
        ]
        tables = "\n".join([tr.gettext("Tables:"), *(lines or [tr.gettext("none yet")])])
        return f"{tables}\n\n{_help(caller)}"

    # -- accounts ---------------------------------------------------------------------------

    async def _name(self, caller: Caller) -> str:
        return account_commands.name(self.accounts, caller, _translations(caller))

    async def _link(self, caller: Caller) -> str:
        return account_commands.link(self.accounts, self.hall, caller, _translations(caller))

    async def _keys(self, caller: Caller) -> str:
        return account_commands.keys(self.accounts, caller, self.hall.now(), _translations(caller))

    async def _unlink(self, caller: Caller) -> str:
        return account_commands.unlink(self.accounts, caller, _translations(caller))

    async def _mod(self, caller: Caller) -> str:
        if not caller.moderator or caller.host is None:
            raise Refusal("moderators-only")
        return await moderate(caller.host, self.hall, caller, _translations(caller))

    # -- about ------------------------------------------------------------------------------

    async def _version(self, _call: Caller) -> str:
        return f"odin {version('odin-tui')}"

    async def _help(self, caller: Caller) -> str:
        return _help(caller)


def _help(caller: Caller) -> str:
    tr = _translations(caller)
    commands = _browser_commands(tr) if caller.in_browser else _ssh_commands(caller, tr)
    if caller.moderator:
        commands.append((caller.command("mod help"), tr.gettext("what moderators can do")))
    width = max(len(command) for command, _meaning in commands) + 2
    heading = tr.gettext("odin: Viking games in your terminal.")
    lines = (f"  {command:<{width}}{meaning}".rstrip() for command, meaning in commands)
    return "\n".join([heading, *lines])


def _ssh_commands(caller: Caller, tr: Translations) -> list[tuple[str, str]]:
    here = caller.ssh_target
    lines = [
        (f"ssh {here}", tr.gettext("the hall: tables, people, chat")),
        (f"ssh -t {here} join CODE", tr.gettext("sit down at a friend's table")),
        (f"ssh -t {here} watch CODE", tr.gettext("watch it")),
        (f"ssh -t {here} quick [game]", tr.gettext("an open seat, or bots at once")),
        (f"ssh -T {here} quick", tr.gettext("the same in plain lines, for screen readers")),
        (f"ssh -T {here} json quick", tr.gettext("the same for programs, as JSON lines")),
        (f"ssh -t {here} replay [ID]", tr.gettext("your last match, or another one, step by step")),
        (f"ssh -T {here} replay [ID]", tr.gettext("its record, to save in a file")),
        (f"ssh -t {here} daily [game]", tr.gettext("the daily deal, the same for everybody")),
        (f"ssh {here} board [game]", tr.gettext("how everybody did with it")),
    ]
    account = [(f"ssh {here} {words}", meaning) for words, meaning in _account_commands(tr)]
    return [*lines, *account, (f"ssh {here} version", "")]


def _browser_commands(tr: Translations) -> list[tuple[str, str]]:
    return [
        ("tables", tr.gettext("the tables, and this help")),
        ("join CODE", tr.gettext("sit down at a friend's table")),
        ("watch CODE", tr.gettext("watch it")),
        ("quick [game]", tr.gettext("an open seat, or bots at once")),
        ("replay [ID]", tr.gettext("the record of your last match, or of another one")),
        ("daily [game]", tr.gettext("the daily deal, the same for everybody")),
        ("board [game]", tr.gettext("how everybody did with it")),
        *_account_commands(tr),
        ("version", ""),
    ]


def _account_commands(tr: Translations) -> list[tuple[str, str]]:
    return [
        ("name NAME", tr.gettext("change your name")),
        ("link [CODE]", tr.gettext("use your account with another key or browser too")),
        ("keys", tr.gettext("list your keys; unlink KEY removes one")),
    ]


def _word(caller: Caller, form: str) -> str:
    if len(caller.argv) < 2:
        raise Refusal("words-missing", form=form)
    return "".join(caller.argv[1:3])


def _game_named(caller: Caller) -> str:
    """Return the game that a caller has named, or the first."""
    named = "".join(caller.argv[1:2]).lower() or next(iter(GAMES))
    if named not in GAMES:
        raise NoSuchGame(game=named[:20], games=list(GAMES))
    return named


def _translations(caller: Caller) -> Translations:  # noqa: ARG001 - there is only one language yet
    """Return the language of a caller."""
    return ENGLISH


def _settings(caller: Caller) -> Settings:
    """Return the settings of an account; at first, what suits the terminal."""
    try:
        settings = read(caller.account.settings)
    except BadSetting:
        settings = Settings()
    if not caller.account.settings:
        # A card that slides is drawn many times, for everyone at the table and on a slow line.
        settings = replace(settings, animations="reduced")
    return replace(settings, name=caller.account.name)
