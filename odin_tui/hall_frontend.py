"""What `odin serve` shows to a caller: the app, and the commands after `ssh host`."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_server.accounts import Accounts
from odin_server.analyst import Analyst
from odin_server.hall import Chair, Hall, Phase
from odin_server.hall.refusals import NoSuchGame
from odin_server.notices import Notice
from odin_server.sessions.caller import Caller, Read, Say
from odin_server.toml_settings import BadSetting
from odin_server.version import VERSION
from odin_tui import account_commands, inbox_commands
from odin_tui.browser_page import language_message, place_message
from odin_tui.daily_text import board_text
from odin_tui.hall_app import HallApp
from odin_tui.hall_help import help_text
from odin_tui.inbox_text import inbox_data
from odin_tui.json_mode import error_line, play_json
from odin_tui.languages import N_, Translations, translations_for
from odin_tui.languages.choice import choose_language
from odin_tui.languages.numbers import comma_list
from odin_tui.matchmaking import quick_seat
from odin_tui.messages import notice_text, refusal_text
from odin_tui.moderation import moderate
from odin_tui.people_actions import PeopleActions
from odin_tui.people_text import HELP as HELP_ABOUT_PEOPLE
from odin_tui.recorded_match import RecordedMatch
from odin_tui.settings import Settings, read
from odin_tui.text_home import HomeActions, TextHome, is_session
from odin_tui.tournament_commands import TournamentCommands
from odin_tui.web_words import page_words

JSON = "json"
"""The word before a command with which a program asks for the JSON protocol."""

TEXT = "text"
"""The command for a home in plain lines."""

HELP_OF_HALL = (
    N_("tables: what is played here. join, and a code: sit down. watch, and a code: look on."),
    N_("inbox: your matches by correspondence, and challenges."),
    N_("challenge, a name, a game and perhaps days for a move. decline, and a code: rather not."),
    N_("name, and a new name: change yours."),
    *HELP_ABOUT_PEOPLE,
)
"""What can be typed in a hall besides what can be typed at home."""

INBOX = "inbox"
"""The command for what waits for a caller, which programs can ask for, too."""

TABLE_COMMANDS = ("join", "watch", "quick", "daily", "tournament table")
"""The commands that lead to a table, which are all else a program can ask for."""

Answer = Chair | RecordedMatch | str | None
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
            INBOX: self._inbox,
            "challenge": self._challenge,
            "decline": self._decline,
            "tournament": self._tournament,
            "tables": self._tables,
            "name": self._name,
            "link": self._link,
            "keys": self._keys,
            "unlink": self._unlink,
            "export": self._export,
            "delete": self._delete,
            "report": self._people,
            "ignore": self._people,
            "unignore": self._people,
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
        if caller.argv and (caller.argv[0].lower() == TEXT or is_session(caller.argv)):
            caller.status = 2
            text = _translations(caller).gettext("Plain lines need no terminal: {command}")
            return text.format(command=f"ssh -T {caller.ssh_target} {' '.join(caller.argv)}")
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

    def notice_text(
        self, notice: Notice, caller: Caller | None = None, locales: tuple[str, ...] = ()
    ) -> str:
        """Return the sentence for a notice."""
        if caller is not None:
            return notice_text(notice, _translations(caller))
        return notice_text(notice, translations_for(choose_language(*locales)))

    def page_words(self, locales: tuple[str, ...]) -> Mapping[str, str]:
        """Return the sentences of the pages for browsers."""
        return page_words(choose_language(*locales))

    async def serve_lines(self, caller: Caller, read_line: Read, say: Say) -> None:
        """Serve a caller without a terminal: a table in plain lines or JSON, or a text."""
        if caller.argv[:1] == (JSON,):
            caller.argv = caller.argv[1:]
            await self._talk_json(caller, read_line, say)
            return
        home = self._text_home(caller, read_line, say)
        caller.client.tell(language_message(caller.language))
        if "".join(caller.argv[:1]).lower() == TEXT:
            await home.run()
            return
        if is_session(caller.argv):
            await home.handle_line(" ".join(caller.argv))
            return
        waits = " ".join(caller.argv[:2]).lower() == "tournament table"
        if waits and self.hall.tournaments.table_of(caller.player.id) is None:
            await say(_translations(caller).gettext("Waiting for your table …"))
        answer = await self._answer(caller)
        if isinstance(answer, Chair):
            await home.play_at(answer, polite=True)
        elif isinstance(answer, RecordedMatch):
            # As it is, so that it can be written to a file and checked by `odin verify`.
            caller.farewell = answer.record.to_text()
        else:
            caller.farewell = answer or await self._tables(caller)

    def _text_home(self, caller: Caller, read_line: Read, say: Say) -> TextHome:
        """Return a home in plain lines for a caller."""
        tr = _translations(caller)

        def sit(chair: Chair) -> None:
            caller.at_end.append(chair.close)
            caller.client.tell(place_message(chair, caller.invitation))

        async def other(line: str) -> Chair | str:
            caller.argv = tuple(line.split())
            answer = await self._run(caller)
            if caller.key and not self.accounts.knows(caller.key):
                caller.client.disconnect(Notice("account-deleted"))
            if isinstance(answer, RecordedMatch):
                return answer.record.to_text()
            return answer or help_text(caller, tr)

        return TextHome(
            self.hall,
            lambda: caller.player,
            read_line,
            say,
            HomeActions(
                open_table=lambda game: quick_seat(self.hall, caller.player, game),
                sit=sit,
                other=other,
                help=HELP_OF_HALL,
                # A guest has no key to come back with.
                kept=not caller.account.guest,
                people=PeopleActions(self.hall, self.accounts, caller),
            ),
            analyst=self.analyst,
            tr=tr,
        )

    async def _talk_json(self, caller: Caller, read_line: Read, say: Say) -> None:
        """Serve a program, which is told in JSON too why it does not get to a table."""
        try:
            if "".join(caller.argv[:1]).lower() == INBOX:
                inbox_commands.check_account(caller)
                await say(json.dumps({"type": INBOX, **inbox_data(self.hall, caller.player)}))
                return
            words = " ".join(caller.argv).lower()
            meant = not words or words.startswith(TABLE_COMMANDS)
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
            return f"{refusal_text(refusal, tr)}\n{help_text(caller, tr)}"
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
        """Return a chair at the table whose connection was lost, if there is exactly one.

        At a table by correspondence nobody is waited for at this moment.
        """
        playing = [
            table
            for table in self.hall.unfinished(caller.player)
            if table.phase in (Phase.PLAYING, Phase.PAUSED) and not table.by_correspondence
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
        return "\n".join(board_text(board, caller.player.id, self.hall.now(), tr))

    async def _replay(self, caller: Caller) -> Answer:
        own = self.hall.finished(caller.player)
        if len(caller.argv) < 2 and not own:
            raise Refusal("no-match-finished")
        wanted = _word(caller, "replay ID") if len(caller.argv) > 1 else own[0].id
        record = await self.hall.record(caller.player, wanted)
        return RecordedMatch(record, next((match for match in own if match.id == wanted), None))

    async def _inbox(self, caller: Caller) -> str:
        return await inbox_commands.inbox(self.hall, caller, _translations(caller))

    async def _challenge(self, caller: Caller) -> Answer:
        tr = _translations(caller)
        return await inbox_commands.challenge(self.hall, self.accounts, caller, tr)

    async def _decline(self, caller: Caller) -> str:
        return await inbox_commands.decline(self.hall, caller, _translations(caller))

    async def _tournament(self, caller: Caller) -> Answer:
        tr = _translations(caller)
        return await TournamentCommands(self.hall, self.accounts, caller, tr).run()

    async def _tables(self, caller: Caller) -> str:
        tr = _translations(caller)
        free = tr.gettext("free")
        lines = [
            f"{table.code}  {table.game}  {comma_list((name or free for name in table.names), tr)}"
            for table in self.hall.tables()
        ]
        tables = "\n".join([tr.gettext("Tables:"), *(lines or [tr.gettext("none yet")])])
        return f"{tables}\n\n{help_text(caller, tr)}"

    # -- accounts ---------------------------------------------------------------------------

    async def _name(self, caller: Caller) -> str:
        return await account_commands.name(self.accounts, caller, _translations(caller))

    async def _link(self, caller: Caller) -> str:
        return await account_commands.link(self.accounts, self.hall, caller, _translations(caller))

    async def _keys(self, caller: Caller) -> str:
        return account_commands.keys(self.accounts, caller, self.hall.now(), _translations(caller))

    async def _unlink(self, caller: Caller) -> str:
        return await account_commands.unlink(self.accounts, caller, _translations(caller))

    async def _export(self, caller: Caller) -> str:
        return account_commands.export(self.accounts, self.hall, caller)

    async def _delete(self, caller: Caller) -> str:
        tr = _translations(caller)
        return await account_commands.delete(self.accounts, self.hall, caller, tr)

    async def _people(self, caller: Caller) -> str:
        verb, *words = caller.argv
        actions = PeopleActions(self.hall, self.accounts, caller)
        return await actions.run(verb.lower(), words, _translations(caller))

    async def _mod(self, caller: Caller) -> str:
        if not caller.moderator or caller.host is None:
            raise Refusal("moderators-only")
        return await moderate(caller.host, self.hall, caller, _translations(caller))

    # -- about ------------------------------------------------------------------------------

    async def _version(self, _call: Caller) -> str:
        return f"odin {VERSION}"

    async def _help(self, caller: Caller) -> str:
        return help_text(caller, _translations(caller))


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


def _translations(caller: Caller) -> Translations:
    """Return the language of a caller: the account's, else the client's, else the host's."""
    if not caller.language:
        caller.language = choose_language(_settings(caller).language, *caller.locales)
    return translations_for(caller.language)


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
