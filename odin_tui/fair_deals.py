"""What is said about the seed of a match: what was published before it, and whether it fits."""

from odin_engine.chance import SeedCheck, check_seed
from odin_engine.record import Record
from odin_server.hall import TableView

PURPOSE = (
    "Every card of a match comes from one secret seed, which is fixed before the first card. Its "
    "SHA-256 is published then, and the seed at the end: if the one fits the other, nobody has "
    "exchanged the deals in between."
)
HOW = (
    "The command odin verify checks a saved record, and docs/fair-deals.md tells how to do it "
    "without odin."
)
GIVEN = "This match's seed was chosen when the table was opened; it proves nothing."
NOT_PUBLISHED = "The SHA-256 of this match's seed was not published before its first card."
SHORT_DIGITS = 12


def short(commitment: str) -> str:
    """Give the first digits of a SHA-256, where there is no room for all of it."""
    return f"{commitment[:SHORT_DIGITS]}…"


def promise(table: TableView) -> list[str]:
    """Say what was published about the seed of this match, or of the first if none has begun."""
    if table.commitment is None:
        return [NOT_PUBLISHED]
    told = [f"The SHA-256 of this match's seed is {table.commitment}"]
    return [*told, GIVEN] if table.seed_given else told


def next_promise(table: TableView) -> list[str]:
    """Say what is published about the seed of the next match; nothing while there is none."""
    if table.next_commitment is None:
        return []
    return [f"The SHA-256 of the next match's seed is {table.next_commitment}"]


def new_promise(before: TableView, after: TableView) -> list[str]:
    """Say what was published about this match's seed between two views, unless it is known."""
    known = before.commitment, before.next_commitment, None
    return [] if after.commitment in known else promise(after)


def new_next_promise(before: TableView, after: TableView) -> list[str]:
    """Say what was published about the next match's seed between two views."""
    return [] if after.next_commitment == before.next_commitment else next_promise(after)


def proof(table: TableView) -> list[str]:
    """Say whether the seed of a match that is over is the one promised; nothing before that."""
    if table.seed is None or table.seed_check is None:
        return []
    return [_verdict(table.seed, table.seed_check, given=table.seed_given)]


def proof_of(record: Record) -> str:
    """Say the same of a recorded match."""
    check = check_seed(record.seed, record.commitment)
    return _verdict(record.seed.hex(), check, given=record.seed_given)


def _verdict(seed: str, check: SeedCheck, *, given: bool) -> str:
    """Say in a sentence what came of the check of a seed."""
    if check is SeedCheck.DIFFERS:
        return f"Seed {seed} does not fit the SHA-256 shown at the start: do not trust these deals."
    if given:
        return GIVEN
    if check is SeedCheck.NOT_PUBLISHED:
        return f"Seed {seed}. {NOT_PUBLISHED}"
    return f"Seed {seed} fits the SHA-256 shown at the start."
