"""`odin verify`: check the deals of a recorded match against the commitment published before it."""

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from odin_engine.chance import SeedCheck, check_seed, commitment
from odin_engine.game import Deal
from odin_engine.games import GAMES
from odin_engine.record import BadRecord, ImpossibleMove, Record, parse_record, replay
from odin_tui import fair_deals
from odin_tui.commands.record_file import text_of
from odin_tui.languages import N_, command_line
from odin_tui.languages.numbers import comma_list
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text

DESCRIPTION = N_("""\
Check a recorded match: that its seed is the one whose SHA-256 was published before the first
card, and that every move can be made with the cards this seed deals. The exit status is 0 if
nothing speaks against the match, 1 if something does, 2 if the file is no whole record.
docs/fair-deals.md tells how to check the same without odin.""")
EXAMPLE = "odin verify match.odin --published 374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b…"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `odin verify`."""
    parser.add_argument(
        "file", type=Path, metavar="RECORD", help=N_("a record, as matches keep them")
    )
    parser.add_argument(
        "--published",
        type=_digest,
        metavar="SHA256",
        help=N_("what the table showed you at the start, if you noted it: the 64 digits"),
    )
    parser.add_argument("--deals", action="store_true", help=N_("list the hands of every deal too"))
    parser.add_argument("--json", action="store_true", help=N_("print one JSON object"))


def _digest(word: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", word):
        raise ArgumentTypeError(command_line().gettext("a SHA-256 has 64 hexadecimal digits"))
    return word.lower()


@dataclass
class Finding:
    """What was found about a record."""

    record: Record
    noted: str | None
    """The SHA-256 that the reader noted at the table; None if they did not."""
    complete: bool = False
    """Whether the match was played to its end."""
    deals: dict[int, Deal] = field(default_factory=dict)
    """By its number every deal, as far as the match came."""
    complaints: list[str] = field(default_factory=list)

    @property
    def check(self) -> SeedCheck:
        """Whether the seed fits the commitment in the record, and the one the reader noted."""
        published = self.record.commitment, self.noted
        checks = [check_seed(self.record.seed, word) for word in published]
        for worst in (SeedCheck.DIFFERS, SeedCheck.FITS):
            if worst in checks:
                return worst
        return SeedCheck.NOT_PUBLISHED


def run(words: Namespace) -> int:
    """Check the record and say what was found."""
    finding = _examine(words.file, words.published)
    lines = [_object(finding)] if words.json else _sentences(finding, deals=words.deals)
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return 1 if finding.complaints else 0


def _examine(path: Path, noted: str | None) -> Finding:
    """Check a record as far as it goes; a `Mistake` if it is none, or not a whole one."""
    try:
        record, intact = parse_record(text_of(path))
        finding = Finding(record, noted)
        if finding.check is SeedCheck.DIFFERS:
            finding.complaints.append(
                command_line().gettext("The seed does not fit the SHA-256 that was published.")
            )
        if not intact and not finding.complaints:
            raise Mistake(N_("{path}: the record was changed after it was written."), path=path)
        _play(finding)
    except BadRecord as refusal:
        raise Mistake(
            N_("{path}, {reason}"), path=path, reason=refusal_text(refusal, command_line())
        ) from refusal
    if not intact:
        finding.complaints.append(
            command_line().gettext("The record was changed after it was written.")
        )
    return finding


def _play(finding: Finding) -> None:
    record, game = finding.record, GAMES[finding.record.game]
    try:
        for state in replay(record, GAMES):
            finding.complete = game.outcome(state) is not None
            deal = game.deal(state)
            if not finding.complete:
                finding.deals.setdefault(deal.number, deal)
    except ImpossibleMove as refusal:
        text = command_line().gettext("The moves do not fit the deals of this seed: {reason}")
        finding.complaints.append(text.format(reason=refusal_text(refusal, command_line())))


def _sentences(finding: Finding, *, deals: bool) -> Iterator[str]:
    record = finding.record
    tr, moves = command_line(), len(record.moves)
    if finding.complete:
        text = tr.ngettext(
            "{game}: {names}; {count} move, played to the end.",
            "{game}: {names}; {count} moves, played to the end.",
            moves,
        )
    else:
        text = tr.ngettext(
            "{game}: {names}; {count} move, not played to the end.",
            "{game}: {names}; {count} moves, not played to the end.",
            moves,
        )
    names = comma_list(record.names, command_line())
    yield text.format(game=GAMES[record.game].TITLE, names=names, count=moves)
    yield tr.gettext("Seed:              {seed}").format(seed=record.seed.hex())
    yield tr.gettext("SHA-256 of it:     {digits}").format(digits=commitment(record.seed))
    published = record.commitment or tr.gettext("nothing")
    yield tr.gettext("Published before:  {digits}").format(digits=published)
    if finding.noted is not None:
        yield tr.gettext("Noted at a table:  {digits}").format(digits=finding.noted)
    if deals:
        yield from _deal_lines(finding)
    if finding.complaints:
        yield from finding.complaints
        yield tr.gettext("Do not trust the deals of this match.")
        return
    yield tr.ngettext(
        "Every move fits the one deal of this seed.",
        "Every move fits the {count} deals of this seed.",
        len(finding.deals),
    ).format(count=len(finding.deals))
    yield _conclusion(finding)


def _conclusion(finding: Finding) -> str:
    if finding.record.seed_given:
        return command_line().gettext(fair_deals.GIVEN)
    if finding.check is SeedCheck.NOT_PUBLISHED:
        return command_line().gettext(
            "The SHA-256 of this match's seed was not published before its first card. "
            "So nobody can tell whether it was chosen."
        )
    return command_line().gettext(
        "The seed fits the SHA-256 that was published: nobody has exchanged the deals."
    )


def _deal_lines(finding: Finding) -> Iterator[str]:
    tr = command_line()
    for number, deal in finding.deals.items():
        for seat, hand in enumerate(deal.hands):
            text = tr.gettext("deal {number} seat {seat}: {cards}")
            yield text.format(number=number, seat=seat, cards=" ".join(sorted(hand)))
        for name, laid in deal.laid.items():
            text = tr.gettext("deal {number} {name}: {pieces}")
            yield text.format(number=number, name=name, pieces=" ".join(laid))


def _object(finding: Finding) -> str:
    record = finding.record
    return json.dumps(
        {
            "game": record.game,
            "names": record.names,
            "moves": len(record.moves),
            "complete": finding.complete,
            "seed": record.seed.hex(),
            "sha256": commitment(record.seed),
            "commitment": record.commitment,
            "noted": finding.noted,
            "seed_check": finding.check.value,
            "seed_given": record.seed_given,
            "deals": [
                {"deal": number, "hands": list(map(sorted, deal.hands)), "laid": dict(deal.laid)}
                for number, deal in finding.deals.items()
            ],
            "complaints": finding.complaints,
        },
        ensure_ascii=False,
    )
