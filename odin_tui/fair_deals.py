"""Sentences about the seed of a match: what was published before it, and whether it fits."""

from odin_engine.chance import SeedCheck, check_seed
from odin_engine.record import Record
from odin_server.hall import TableView
from odin_tui.languages import N_, Translations

PURPOSE = N_(
    "Every deal of a match comes from one secret seed, fixed before the first card. Its SHA-256 is "
    "shown at the start, and the seed at the end: if they match, nobody has tampered with the "
    "cards."
)
HOW = N_(
    "Check a saved record with the command odin verify; docs/fair-deals.md says how to do it "
    "without odin."
)
GIVEN = N_("The seed of this match was chosen by whoever opened the table, so it proves nothing.")
NOT_PUBLISHED = N_("The SHA-256 of this match's seed was not published before its first card.")
SHORT_DIGITS = 12


def short(commitment: str, digits: int = SHORT_DIGITS) -> str:
    """Return the first digits of a SHA-256, where there is no room for all of it."""
    return f"{commitment[:digits]}…"


def commitment_text(table: TableView, tr: Translations) -> list[str]:
    """Return what was published about the seed of this match, or of the first one."""
    if table.commitment is None:
        return [tr.gettext(NOT_PUBLISHED)]
    text = tr.gettext("The SHA-256 of this match's seed is {digits}")
    published = [text.format(digits=table.commitment)]
    return [*published, tr.gettext(GIVEN)] if table.seed_given else published


def next_commitment_text(table: TableView, tr: Translations) -> list[str]:
    """Return what is published about the seed of the next match; empty while there is none."""
    if table.next_commitment is None:
        return []
    text = tr.gettext("The SHA-256 of the next match's seed is {digits}")
    return [text.format(digits=table.next_commitment)]


def new_commitment_text(before: TableView, after: TableView, tr: Translations) -> list[str]:
    """Return what was published about this match's seed between two views, unless it is known."""
    known = before.commitment, before.next_commitment, None
    return [] if after.commitment in known else commitment_text(after, tr)


def new_next_commitment_text(before: TableView, after: TableView, tr: Translations) -> list[str]:
    """Return what was published about the next match's seed between two views."""
    return (
        [] if after.next_commitment == before.next_commitment else next_commitment_text(after, tr)
    )


def proof(table: TableView, tr: Translations) -> list[str]:
    """Return whether the seed of a finished match fits its commitment; empty before its end."""
    if table.seed is None or table.seed_check is None:
        return []
    return [_verdict(table.seed, table.seed_check, tr, given=table.seed_given)]


def proof_in_short(table: TableView, key: str, tr: Translations) -> list[str]:
    """Return whether the deals were fair, with the seed itself behind a key if they were."""
    if table.seed_check is not SeedCheck.FITS or table.seed_given:
        return proof(table, tr)
    text = tr.gettext("Fair deal: nobody has tampered with the cards ({key}: how to check it).")
    return [text.format(key=key)]


def proof_of(record: Record, tr: Translations) -> str:
    """Return whether the seed of a recorded match fits its commitment."""
    check = check_seed(record.seed, record.commitment)
    return _verdict(record.seed.hex(), check, tr, given=record.seed_given)


def _verdict(seed: str, check: SeedCheck, tr: Translations, *, given: bool) -> str:
    if check is SeedCheck.DIFFERS:
        text = tr.gettext(
            "Seed {seed} does not match the SHA-256 shown at the start: do not trust these deals."
        )
    elif given:
        return tr.gettext(GIVEN)
    elif check is SeedCheck.NOT_PUBLISHED:
        text = tr.gettext(
            "Seed {seed}. The SHA-256 of this match's seed was not published before its first card."
        )
    else:
        text = tr.gettext("Fair: seed {seed} matches the published SHA-256.")
    return text.format(seed=seed)
