"""What moderators do with accounts alone, whether a server runs over them or not."""

import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from odin_engine.game import Refusal
from odin_server.accounts import (
    Account,
    Accounts,
    AccountsUnusable,
    Kind,
    NobodyCalled,
    ReportRefused,
    Target,
)
from odin_server.accounts.bans import address_target
from odin_server.chat import clean
from odin_tui.languages import N_, Translations
from odin_tui.messages.accounts import ban_line
from odin_tui.messages.moderation import (
    ACTIONS_SHOWN,
    account_lines,
    action_line,
    report_line,
    report_lines,
)

FINGERPRINT = re.compile(r"SHA256:(web-)?[A-Za-z0-9+/]{43}")
UNITS = {"m": 60.0, "h": 3600.0, "d": 86_400.0}
ADMIN = "odin admin"


class NotUnderstood(Refusal):
    """Nothing was done, because the words of a moderator are incomplete or unknown."""


class BadTime(Refusal):
    """A span of time that cannot be read."""

    code = "bad-time"


class OwnBan(Refusal):
    """A moderator would lock themselves out."""

    code = "own-ban"


class NotAFingerprint(Refusal):
    """A ban on this could never meet anybody: no key has such a fingerprint."""

    code = "not-a-fingerprint"


class NoSuchBan(Refusal):
    """There is no ban on this."""

    code = "no-such-ban"


@dataclass(frozen=True, slots=True)
class Moderator:
    """Whoever moderates: somebody with a key, or `odin admin` on the host's own machine."""

    by: str = ADMIN
    """The key."""
    name: str = ""
    account: str = ""
    address: str = ""


class Done(NamedTuple):
    """What a moderator is told, and what the log says it was done to; empty for nothing."""

    text: str
    about: str = ""
    has_all: bool = False
    """Whether `about` has all words of the command, not only the first."""


class Verb(NamedTuple):
    """A command of moderators: how it is typed, what it does, and how many words it needs."""

    form: str
    meaning: str
    fewest: int = 0
    most: int = 0


MANY = 1000
VERBS = {
    "account": Verb("mod account NAME", N_("an account: names, keys, addresses, reports"), 1, 1),
    "ban": Verb("mod ban WHO TIME [why]", N_("keep somebody out for 30m, 2h, 7d or ever"), 2, MANY),
    "unban": Verb(
        "mod unban WHO", N_("WHO: a name, a key SHA256:…, an address or 10.0.0.0/8"), 1, 1
    ),
    "bans": Verb("mod bans", N_("every ban")),
    "mute": Verb("mod mute NAME TIME", N_("stop somebody from chatting"), 2, 2),
    "unmute": Verb("mod unmute NAME", N_("let somebody chat again"), 1, 1),
    "note": Verb("mod note NAME TEXT", N_("write a note on an account, for moderators"), 2, MANY),
    "reports": Verb("mod reports", N_("reports of players that are open")),
    "report": Verb("mod report NUMBER", N_("a report, with what was said"), 1, 1),
    "resolve": Verb("mod resolve NUMBER [note]", N_("close a report"), 1, MANY),
    "log": Verb("mod log [NAME]", N_("what moderators have done"), 0, 1),
}


class AccountModeration:
    """Runs the commands of one moderator, and writes down what they do."""

    def __init__(
        self, accounts: Accounts, who: Moderator, now: Callable[[], float], tr: Translations
    ) -> None:
        self.accounts, self.who, self.now, self.tr = accounts, who, now, tr
        self.verbs: dict[str, Verb] = dict(VERBS)
        self.do: dict[str, Callable[[Sequence[str]], Awaitable[Done]]] = {
            "account": self._account,
            "ban": self._ban,
            "unban": self._unban,
            "bans": self._bans,
            "mute": self._mute,
            "unmute": self._unmute,
            "note": self._note,
            "reports": self._reports,
            "report": self._report,
            "resolve": self._resolve,
            "log": self._log,
        }

    async def run(self, verb: str, words: Sequence[str]) -> str:
        """Run a command, log it, and return what was done; raise `Refusal` if nothing was."""
        if verb not in self.do:
            raise NotUnderstood("no-such-mod-command", command=verb[:20])
        how = self.verbs[verb]
        if not how.fewest <= len(words) <= how.most:
            raise NotUnderstood("words-missing", form=how.form)
        done = await self.do[verb](words)
        if done.about:
            text = "" if done.has_all else " ".join(words[1:])
            await self._write_down(verb, done.about, text)
        return done.text

    async def _write_down(self, verb: str, about: str, text: str) -> None:
        # It is done, whether that can be written or not, and the host's own log says so too.
        with suppress(AccountsUnusable):
            await self.accounts.history.act(self.who.by, self.who.name, verb, about, text)

    # -- who is meant -------------------------------------------------------------------------

    def find(self, name: str) -> Account:
        """Return the account that a moderator has named; raises `NobodyCalled`.

        Nobody gets rid of moderators by another name: the one that they were seen with will do.
        """
        found = self.accounts.find_by_any_name(name)
        if found is None:
            raise NobodyCalled("nobody-called-in-one-word", name=name[:30])
        return found

    def target(self, what: str) -> Target:
        """Return what a ban shall be on; raises `Refusal` if it cannot be."""
        return self.accounts.target(what)

    # -- accounts -----------------------------------------------------------------------------

    async def _account(self, words: Sequence[str]) -> Done:
        try:
            found = [self.find(words[0])]
        except NobodyCalled:
            found = self.accounts.history.former_owners(words[0])
            if not found:
                raise
        lines = [
            line
            for account in found
            for line in account_lines(self.accounts, account, self.now(), self.tr)
        ]
        return Done("\n".join(lines), label(found[0]))

    async def _note(self, words: Sequence[str]) -> Done:
        account = self.find(words[0])
        await self.accounts.history.add_note(account.id, " ".join(words[1:]), self.who.by)
        text = self.tr.gettext("A note is on the account of {name} now.")
        return Done(text.format(name=account.name), label(account))

    # -- bans and mutes -----------------------------------------------------------------------

    async def _ban(self, words: Sequence[str]) -> Done:
        what, span, *more = words
        until = None if span == "ever" else self.now() + seconds_in(span)
        target, why = self.target(what), " ".join(more)
        if target.kind is Kind.KEY and not FINGERPRINT.fullmatch(target.what):
            raise NotAFingerprint(text=what[:60])
        if target.what in (self.who.account, self.who.by) or target.covers(self.who.address):
            raise OwnBan(target=str(target))
        await self.accounts.ban(target, until, why, self.who.by)
        tr = self.tr
        if until is None:
            text = tr.gettext("{target} may not come in.").format(target=target)
        else:
            text = tr.gettext("{target} may not come in for {time}.")
            text = text.format(target=target, time=span)
        return Done(f"{text} {self.end_banned(target, why)}".strip(), str(target))

    def end_banned(self, target: Target, why: str) -> str:
        """End what a ban is meant for, and return what is to be said of that."""
        del target, why
        return ""

    async def _unban(self, words: Sequence[str]) -> Done:
        target = self.target(words[0])
        if not await self.accounts.unban(target, self.who.by):
            wider = self.accounts.ban_around(target)
            raise NoSuchBan(target=str(target), wider="" if wider is None else wider.target.what)
        text = self.tr.gettext("{target} may come in again.").format(target=target)
        return Done(text, str(target))

    async def _bans(self, _words: Sequence[str]) -> Done:
        now = self.now()
        bans = [ban_line(ban, now, self.tr) for ban in self.accounts.bans()]
        return Done("\n".join(bans) or self.tr.gettext("None."))

    async def _mute(self, words: Sequence[str]) -> Done:
        account, until = self.find(words[0]), self.now() + seconds_in(words[1])
        await self.mute_until(account, until)
        text = self.tr.gettext("{name} says nothing for {time}.")
        return Done(text.format(name=account.name, time=words[1]), label(account))

    async def _unmute(self, words: Sequence[str]) -> Done:
        account = self.find(words[0])
        await self.mute_until(account, 0.0)
        text = self.tr.gettext("{name} may chat again.")
        return Done(text.format(name=account.name), label(account))

    async def mute_until(self, account: Account, until: float) -> None:
        """Let somebody say nothing until a time."""
        await self.accounts.mute(account.id, until)

    # -- reports and the log ------------------------------------------------------------------

    async def _reports(self, _words: Sequence[str]) -> Done:
        lines = [report_line(report, self.tr) for report in self.accounts.reports.open()]
        return Done("\n".join(lines) or self.tr.gettext("No report is open."))

    async def _report(self, words: Sequence[str]) -> Done:
        report = self.accounts.reports.find(_number(words[0]))
        if report is None:
            raise ReportRefused("no-such-report", number=words[0][:10])
        return Done("\n".join(report_lines(report, self.tr)))

    async def _resolve(self, words: Sequence[str]) -> Done:
        number = _number(words[0])
        await self.accounts.reports.close(number, self.who.by, " ".join(words[1:]))
        text = self.tr.gettext("Report {number} is closed.").format(number=number)
        return Done(text, f"#{number}")

    async def _log(self, words: Sequence[str]) -> Done:
        about = "".join(words)
        history = self.accounts.history
        actions = history.actions(ACTIONS_SHOWN, about)
        if about and not actions and not history.former_owners(about) and _is_name(about):
            self.find(about)
        return Done(
            "\n".join(map(action_line, actions)) or self.tr.gettext("Nothing was done yet.")
        )


def _is_name(text: str) -> bool:
    return address_target(text) is None and not FINGERPRINT.fullmatch(text)


def label(account: Account) -> str:
    """Return how the log names an account."""
    return f"{account.name} ({account.id})"


def seconds_in(span: str) -> float:
    """Read a span of time such as 30m; raises `BadTime`."""
    number, unit = span[:-1], span[-1:]
    if unit not in UNITS or not number.isdecimal() or len(number) > 5 or not int(number):
        raise BadTime(text=span[:20])
    return int(number) * UNITS[unit]


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        raise ReportRefused("no-such-report", number=clean(word, 10))
    return int(word)
