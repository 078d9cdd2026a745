"""What somebody in a hall can do about other people: report them, or ignore what they say."""

from collections.abc import Sequence

from odin_engine.game import Refusal
from odin_server.accounts import Account, Accounts, NobodyCalled, skeleton
from odin_server.hall import Hall, Player
from odin_server.sessions.caller import Caller
from odin_tui.languages import Translations
from odin_tui.languages.numbers import comma_list
from odin_tui.people_text import CHAT_MARK, FORMS, ignored_text, reported_text, unignored_text


class NoSuchChatCommand(Refusal):
    """A line of chat that asks for something there is not."""

    code = "no-such-chat-command"


class PeopleActions:
    """What one caller can do about others."""

    def __init__(self, hall: Hall, accounts: Accounts, caller: Caller) -> None:
        self._hall, self._accounts, self._caller = hall, accounts, caller

    @property
    def _account(self) -> Account:
        return self._caller.account  # the name may have changed

    # -- who is meant -------------------------------------------------------------------------

    def others(self, *more: Player) -> list[Player]:
        """Return the people here whom something can be done about, and some more, each once."""
        people = [*more, *(Player(one.id, one.name) for one in self._hall.people())]
        found = {one.id: one for one in people if one.id != self._account.id}
        return list(found.values())

    def named(self, words: Sequence[str]) -> tuple[Player, str]:
        """Return whom the first words name, and the other words; raises `NobodyCalled`.

        A name may have several words. Whoever is here comes before an account that is not.
        """
        for count in range(len(words), 0, -1):
            found = self._here(" ".join(words[:count]))
            if found is not None:
                return found, " ".join(words[count:])
        account = self._accounts.find_by_any_name(words[0]) if words else None
        if account is None:
            raise NobodyCalled(name=" ".join(words)[:30])
        return Player(account.id, account.name), " ".join(words[1:])

    def _here(self, name: str) -> Player | None:
        host = self._caller.host
        found = None if host is None else host.find_here(name)
        if found is not None:
            return Player(found.id, found.name)
        people, wanted = self._hall.people(), skeleton(name)
        exact = (one for one in people if one.name == name)
        alike = (one for one in people if wanted and skeleton(one.name) == wanted)
        one = next(exact, None) or next(alike, None)
        return None if one is None else Player(one.id, one.name)

    # -- what is done -------------------------------------------------------------------------

    async def report(self, about: Player, why: str) -> None:
        """Report somebody, with what was said where both were; raises `Refusal`."""
        place, heard = self._hall.heard(self._caller.player, about.id)
        lines = [(line.name, line.text) for line in heard]
        await self._accounts.reports.add(self._caller.player, about, why, place, lines)

    def ignores(self, player: str) -> bool:
        """Tell whether the caller ignores somebody."""
        return any(one.player == player for one in self._accounts.ignoring.of(self._account.id))

    async def ignore(self, about: Player) -> None:
        """Show no line of somebody any more; raises `Refusal`."""
        await self._accounts.ignoring.ignore(self._account, about.id, about.name)

    async def unignore(self, player: str) -> None:
        """Show the lines of somebody again."""
        await self._accounts.ignoring.unignore(self._account, player)

    # -- commands -----------------------------------------------------------------------------

    def command_in(self, line: str) -> tuple[str, list[str]] | None:
        """Return the command and the words of a line of chat; None if it is to be said."""
        if not line.lstrip().startswith(CHAT_MARK):
            return None
        verb, *words = line.strip().removeprefix(CHAT_MARK).split() or [""]
        return verb.casefold(), words

    async def run(self, verb: str, words: Sequence[str], tr: Translations) -> str:
        """Do what was typed, and return what is said of it; raises `Refusal`."""
        if verb not in FORMS:
            raise NoSuchChatCommand(commands=[CHAT_MARK + form for form in FORMS.values()])
        if not words:
            if verb == "ignore":
                return self._ignored_text(tr)
            raise Refusal("words-missing", form=FORMS[verb])
        do = {"report": self._report, "ignore": self._ignore, "unignore": self._unignore}
        return await do[verb](words, tr)

    async def _report(self, words: Sequence[str], tr: Translations) -> str:
        about, why = self.named(words)
        await self.report(about, why)
        return reported_text(about.name, tr)

    async def _ignore(self, words: Sequence[str], tr: Translations) -> str:
        about, _ = self.named(words)
        await self.ignore(about)
        return ignored_text(about.name, tr)

    async def _unignore(self, words: Sequence[str], tr: Translations) -> str:
        wanted = skeleton(" ".join(words))
        ignored = self._accounts.ignoring.of(self._account.id)
        found = next((one for one in ignored if skeleton(one.name) == wanted), None)
        if found is None:
            raise NobodyCalled("not-ignored", name=" ".join(words)[:30])
        await self.unignore(found.player)
        return unignored_text(found.name, tr)

    def _ignored_text(self, tr: Translations) -> str:
        names = [one.name for one in self._accounts.ignoring.of(self._account.id)]
        if not names:
            return tr.gettext("You ignore nobody.")
        return tr.gettext("You ignore: {names}").format(names=comma_list(names, tr))
