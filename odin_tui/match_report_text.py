"""The report on a match in words."""

from collections.abc import Mapping

from odin_engine.analysis import MARKS, Mark, Verdict
from odin_engine.game import Seat
from odin_engine.games import GAMES
from odin_engine.match_report import MatchReport, SeatReport
from odin_engine.record import Record
from odin_tui.drawing.names import named_for
from odin_tui.game_ui import game_ui
from odin_tui.languages import Translations
from odin_tui.languages.numbers import percent
from odin_tui.narrator import Reader


def accuracy_text(accuracy: float | None, tr: Translations) -> str:
    """Return an accuracy as it is shown; a dash if there was nothing to choose."""
    return "–" if accuracy is None else percent(accuracy / 100, tr)


def signed(chance: float, tr: Translations) -> str:
    """Return a change of a chance with its sign, in percentage points."""
    return percent(chance, tr, signed=True)


def no_moments_text(tr: Translations) -> str:
    """Say that no move is to be pointed out."""
    text = tr.gettext("No move here clearly cost {share} or more: nothing to point out.")
    return text.format(share=percent(MARKS[Mark.INACCURACY], tr))


def causes_text(row: SeatReport, name: str, tr: Translations) -> str:
    """Say what changed a seat's chance to win: the cards, its own moves, everything else."""
    text = tr.gettext("{name}: cards {cards}, own moves {moves}, others and hidden cards {rest}")
    return text.format(
        name=name,
        cards=signed(row.cards, tr),
        moves=signed(row.moves, tr),
        rest=signed(row.rest, tr),
    )


def chances_of(record: Record, verdicts: Mapping[int, Verdict], seat: int) -> dict[int, float]:
    """Return a seat's chance when so many moves have been made, from its first choice on.

    A chance stays as it is over moves of others that were analysed; what follows a move that was
    not is unknown until the seat's next choice.
    """
    known: dict[int, float] = {}
    for number, (mover, _) in enumerate(record.moves):
        verdict = verdicts.get(number)
        if number in known and verdict is not None:
            known[number + 1] = known[number]
        if mover == seat and verdict is not None and verdict.estimated:
            known.setdefault(number, verdict.better_worth)
            known[number + 1] = verdict.worth
    return known


def moment_words(record: Record, moment: Verdict, tr: Translations) -> tuple[str, str]:
    """Return a row of the list of moments: the mark with the loss, and what was played."""
    words = tr.gettext("move {number}: {played}").format(
        number=moment.number + 1, played=spoken_move(record, moment.played, tr)
    )
    return f"{moment.mark:<2}  {signed(-moment.loss, tr)}", words


def better_text(record: Record, moment: Verdict, tr: Translations) -> str:
    """Say what the search would have played at a moment."""
    text = tr.gettext("Better: {move}, {better} to win the match instead of {played}.")
    return text.format(
        move=spoken_move(record, moment.better, tr),
        better=percent(moment.better_worth, tr),
        played=percent(moment.worth, tr),
    )


def spoken_move(record: Record, word: str, tr: Translations) -> str:
    """Say a recorded move as a player would."""
    move = GAMES[record.game].parse_move(word)
    return game_ui(record.game).spoken(move, Reader(record.names, tr=tr))


def report_lines(
    record: Record, report: MatchReport, tr: Translations, seat: Seat | None = None
) -> list[str]:
    """Tell a report in sentences, the reader's own seat first."""
    names = named_for(record.names, seat, tr)
    rows = sorted(report.seats, key=lambda row: row.seat != seat)
    return [line for row in rows for line in seat_lines(record, row, names[row.seat], tr)]


def seat_lines(record: Record, row: SeatReport, name: str, tr: Translations) -> list[str]:
    """Tell how one seat played: its accuracy, what changed its chances, its costliest moves."""
    text = tr.gettext("{name}: accuracy {accuracy}.")
    lines = [
        text.format(name=name, accuracy=accuracy_text(row.accuracy, tr)),
        causes_text(row, name, tr),
    ]
    for number, moment in enumerate(row.moments, 1):
        lines.append("  {}.  {}  {}".format(number, *moment_words(record, moment, tr)))
        lines.append(f"      {better_text(record, moment, tr)}")
    return lines
