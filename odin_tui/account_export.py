"""All that a host keeps about one account, as JSON for its owner."""

import json
from dataclasses import asdict
from typing import Any

from odin_engine.games import GAMES
from odin_server.accounts import Account, Accounts, Report
from odin_server.hall import Hall, Player


def export_account(accounts: Accounts, hall: Hall, account: Account) -> str:
    """Return everything that is kept about an account, and nothing that is about others.

    Of reports on it, only when they were made: whoever made them stays unknown.
    """
    player, history = Player(account.id, account.name), accounts.history
    listing = next(one for one in accounts.list_accounts() if one.account.id == account.id)
    facts: dict[str, Any] = {
        "format": "odin-account",
        "version": 1,
        "id": account.id,
        "name": account.name,
        "made": listing.made,
        "seen": listing.seen,
        "names": [one._asdict() for one in history.names(account.id)],
        "keys": [key._asdict() for key in listing.keys],
        "settings": account.settings,
        "addresses": [
            {"hash": one.address, "first": one.first, "last": one.last}
            for one in history.addresses(account.id)
        ],
        "ignored": [one.name for one in accounts.ignoring.of(account.id)],
        "muted_until": accounts.mutes().get(account.id),
        "notes": [{"at": note.at, "text": note.text} for note in history.notes(account.id)],
        "reports_made": [_report(report) for report in accounts.reports.by(account.id)],
        "reports_about": [{"at": one.at} for one in accounts.reports.about(account.id)],
        "matches": [asdict(match) for match in hall.finished(player)],
        "unfinished": [table.code for table in hall.unfinished(player)],
        "ratings": {game: _rating(hall, player, game) for game in GAMES},
        "puzzles": asdict(hall.puzzles.progress(player)),
    }
    return json.dumps(facts, ensure_ascii=False, indent=2, default=str)


def _report(report: Report) -> dict[str, Any]:
    return {
        "at": report.at,
        "about": report.about_name,
        "why": report.why,
        "lines": [list(line) for line in report.lines],
        "closed": report.closed,
    }


def _rating(hall: Hall, player: Player, game: str) -> dict[str, Any] | None:
    rating = hall.rating(player, game)
    return None if rating is None else asdict(rating)
