"""The commands of moderators at a host that runs: over SSH, and from `odin admin` beside it."""

from collections.abc import Sequence

from odin_engine.game import Refusal
from odin_server.accounts import Account, Kind, Target
from odin_server.chat import clean
from odin_server.hall import Hall
from odin_server.hall.views import is_guest
from odin_server.sessions.caller import Caller
from odin_server.sessions.host import Host
from odin_tui.account_moderation import (
    MANY,
    VERBS,
    AccountModeration,
    Done,
    Moderator,
    Verb,
    label,
)
from odin_tui.languages import N_, Translations
from odin_tui.table_list import table_lines

LIVE_VERBS = {
    "who": Verb("mod who", N_("everyone who is here, with key and address")),
    "kick": Verb("mod kick NAME [why]", N_("end somebody's session"), 1, MANY),
    "tables": Verb("mod tables", N_("every table: who, since when it is quiet, who is connected")),
    "close": Verb("mod close CODE [why]", N_("close a table"), 1, MANY),
    "announce": Verb(
        "mod announce TEXT", N_("say something in the hall and at every table"), 1, MANY
    ),
}
HELP = "help"


class GuestBan(Refusal):
    """A guest is somebody else at the next visit, so only their address can be banned."""

    code = "guest-ban"


async def moderate(host: Host, hall: Hall, caller: Caller, tr: Translations) -> str:
    """Run a moderator's command, log it, and return what was done; raise `Refusal` if nothing."""
    who = Moderator(caller.key, caller.account.name, caller.account.id, caller.address)
    verb, *words = caller.argv[1:] or (HELP,)
    return await Moderation(host, hall, who, tr).run(verb, words)


class Moderation(AccountModeration):
    """Adds what is done to the people and the tables of a host."""

    def __init__(self, host: Host, hall: Hall, who: Moderator, tr: Translations) -> None:
        super().__init__(host.accounts, who, host.now, tr)
        self._host, self._hall = host, hall
        self.verbs |= LIVE_VERBS | {HELP: Verb(HELP, "", 0, MANY)}
        self.do |= {
            "who": self._who,
            "kick": self._kick,
            "tables": self._tables,
            "close": self._close,
            "announce": self._announce,
            HELP: self._help,
        }

    async def run(self, verb: str, words: Sequence[str]) -> str:
        """Run a command; the host's own log has every one, also those that are refused."""
        about = " ".join(words[:1])[:60]
        self._host.audit_log.note("moderated", by=self.who.by, verb=verb[:20], about=about)
        return await super().run(verb, words)

    # -- people -------------------------------------------------------------------------------

    async def _who(self, _words: Sequence[str]) -> Done:
        guest = self.tr.gettext("guest")
        no_session = self.tr.gettext("(no session)")
        logging_in = self.tr.gettext("(logging in)")
        lines = [
            f"{caller.account.name:<26} {caller.key or guest:<52} {caller.address}"
            for session in self._host.sessions.values()
            if (caller := session.caller) is not None
        ]
        lines += [
            f"{no_session if connection.is_logged_in else logging_in:<26} "
            f"{connection.key or guest:<52} {connection.address}"
            for connection in self._host.without_session()
        ]
        lines += [
            f"{other.name:<26} {other.key or guest:<52} {other.address}"
            for other in self._host.sessions_elsewhere()
        ]
        return Done("\n".join(lines))

    async def _kick(self, words: Sequence[str]) -> Done:
        account = self.find(words[0])
        ended = self._host.kick(account.id, _reason(words[1:]))
        text = self.tr.ngettext(
            "{name}: {count} session ended.", "{name}: {count} sessions ended.", ended
        )
        return Done(text.format(name=account.name, count=ended), label(account))

    def end_banned(self, target: Target, why: str) -> str:
        """End every connection that a ban is meant for, and return how many there were."""
        ended = self._host.end_banned(target, why) + self._host.count_elsewhere(target)
        if ended:
            text = self.tr.ngettext(
                "{count} connection ended.", "{count} connections ended.", ended
            )
            return text.format(count=ended)
        # A ban that ends none is to be noticed.
        if target.kind is Kind.KEY:
            return self.tr.gettext("Nobody has come with this key yet.")
        if target.kind is Kind.ADDRESS:
            return self.tr.gettext("Nobody from there is connected now.")
        return self.tr.gettext("{name} is not connected now.").format(name=target.name)

    async def mute_until(self, account: Account, until: float) -> None:
        """Let somebody say nothing until a time, from now on and after a restart."""
        self._hall.mute(account.id, until)
        await super().mute_until(account, until)

    def target(self, what: str) -> Target:
        """Return what a ban shall be on; raises `GuestBan` for a guest who is here."""
        guests = [
            session.caller
            for session in self._host.sessions.values()
            if session.caller is not None and session.caller.account.guest
        ]
        for guest in guests:
            if guest.account.name == what:
                raise GuestBan(name=what, address=guest.address)
        for other in self._host.sessions_elsewhere():
            if is_guest(other.account) and other.name == what:
                raise GuestBan(name=what, address=other.address)
        return super().target(what)

    def find(self, name: str) -> Account:
        """Return whoever is here under a name, or the account that has it."""
        return self._host.find_here(name) or super().find(name)

    # -- tables -------------------------------------------------------------------------------

    async def _tables(self, _words: Sequence[str]) -> Done:
        return Done(table_lines(self._hall.all_tables(), self._hall.now(), self.tr))

    async def _close(self, words: Sequence[str]) -> Done:
        await self._hall.close_table(words[0], _reason(words[1:]))
        return Done(self.tr.gettext("Closed."), words[0])

    async def _announce(self, words: Sequence[str]) -> Done:
        text = clean(" ".join(words), 240)
        await self._hall.announce(text)
        return Done(self.tr.gettext("Announced: {text}").format(text=text), text, has_all=True)

    async def _help(self, _words: Sequence[str]) -> Done:
        verbs = {**LIVE_VERBS, **VERBS}.values()
        return Done("\n".join(f"{how.form:<33}{self.tr.gettext(how.meaning)}" for how in verbs))


def _reason(words: Sequence[str]) -> str:
    return clean(" ".join(words), 120)
