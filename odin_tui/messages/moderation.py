"""What moderators read of accounts, reports and their own log, as lines."""

from collections.abc import Iterator
from datetime import UTC, datetime
from gettext import NullTranslations

from odin_server.accounts import Account, Accounts, Action, Report
from odin_tui.languages.numbers import comma_list
from odin_tui.messages.accounts import ban_line, span

ACTIONS_SHOWN = 50
"""So many lines of the log are shown at once."""
INDENT = "    "


def day(at: float) -> str:
    """Return a time as hosts read it, on the clock of their machine."""
    return datetime.fromtimestamp(at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def action_line(action: Action) -> str:
    """Return what somebody did, as data: when, who, what, about whom, and the rest."""
    by = f"{action.name} ({action.by})" if action.name else action.by
    parts = (day(action.at), by, action.verb, action.about, action.text)
    return "  ".join(part for part in parts if part)


def report_line(report: Report, tr: NullTranslations) -> str:
    """Return a report in one line of a list."""
    return tr.gettext("{number}  {day}  {about}, reported by {by}: {why}").format(
        number=report.number,
        day=day(report.at),
        about=report.about_name,
        by=report.by_name,
        why=report.why or "—",
    )


def report_lines(report: Report, tr: NullTranslations) -> Iterator[str]:
    """Yield a report with what was said, and how it was closed."""
    yield report_line(report, tr)
    if report.place:
        yield tr.gettext("At table {code}:").format(code=report.place)
    elif report.lines:
        yield tr.gettext("In the hall:")
    said = tr.gettext("{name}: {text}")
    for name, words in report.lines:
        yield INDENT + said.format(name=name, text=words)
    if report.closed is not None:
        text = tr.gettext("Closed {day} by {by}: {note}")
        yield text.format(day=day(report.closed), by=report.closed_by, note=report.closing or "—")


def account_lines(
    accounts: Accounts, account: Account, now: float, tr: NullTranslations
) -> Iterator[str]:
    """Yield all that a host remembers of an account."""
    yield f"{account.name}  {account.id}"
    for line in _account_details(accounts, account, now, tr):
        yield INDENT + line


def _account_details(
    accounts: Accounts, account: Account, now: float, tr: NullTranslations
) -> Iterator[str]:
    history = accounts.history
    for former in history.names(account.id):
        text = tr.gettext("called {name} since {day}")
        yield text.format(name=former.name, day=day(former.since))
    for key in accounts.keys(account):
        yield tr.gettext("{key}  added {day}").format(key=key.fingerprint, day=day(key.added))
    for use in history.addresses(account.id):
        text = tr.gettext("address #{mark}: from {first} to {last}")
        line = text.format(mark=use.address, first=day(use.first), last=day(use.last))
        if use.others:
            also = tr.gettext("also used by {names}")
            line += f"  {also.format(names=comma_list(use.others, tr))}"
        yield line
    yield from _standing(accounts, account, now, tr)
    for note in history.notes(account.id):
        text = tr.gettext("note of {day}: {text}")
        yield text.format(day=day(note.at), text=note.text)
    for action in history.actions(ACTIONS_SHOWN, account.id):
        yield action_line(action)


def _standing(
    accounts: Accounts, account: Account, now: float, tr: NullTranslations
) -> Iterator[str]:
    """Yield the bans and mutes that hold now, and the reports."""
    for ban in accounts.bans():
        if ban.target.what in (account.id, *(key.fingerprint for key in accounts.keys(account))):
            yield ban_line(ban, now, tr)
    until = accounts.mutes().get(account.id)
    if until is not None:
        yield tr.gettext("muted for {time} more").format(time=span(until - now, tr))
    for report in accounts.reports.about(account.id):
        closed = report.closing or tr.pgettext("report", "closed")
        state = tr.pgettext("report", "open") if report.closed is None else closed
        yield f"{report_line(report, tr)}  ({state})"
