"""What a search thinks of the moves of a recorded match: verdicts, marks and accuracy.

Chances are shares of the victory of the whole match, from 0 to 1. The accuracy of a move follows
from the chance it gave away, by the formula that Lichess uses for chess:

    accuracy = 103.1668 * exp(-0.04354 * loss in percentage points) - 3.1669

so a loss of 5 points is 80 %, one of 10 points 64 %, one of 30 points 25 %. The accuracy of a
player is the mean over the moves that left a choice. Losses are measured in worlds that did not
choose the better move, so their noise cancels out in the mean instead of adding up.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from math import exp, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from odin_engine.bots import choose
from odin_engine.game import AnyGame, World
from odin_engine.record import Record, replay
from odin_engine.search import Budget, search_moves

VERSION = 1
"""Grows when verdicts change their meaning; verdicts of other versions are not used."""
TRIALS = 4_000
"""The trials of the search for a better move: more than a Konung makes at the table."""
WORLDS = 400
"""The fresh worlds in which the better move is compared with the one that was played."""
CLEAR = 2.0
"""A difference is beyond noise from so many standard errors on."""
CLEAR_LEAD, CLEAR_ERRORS = 0.06, 4.0
"""The only good move leads by this chance at least, and by so many standard errors."""
QUICK_SEARCHES = 5
"""How many quick searches are asked how hard a move is to find."""
WORTH_A_SECOND_LOOK = 0.04
"""From this lead in the search on, the best two moves are compared in fresh worlds too."""


class Mark(StrEnum):
    """How serious a loss is, as chess players write it."""

    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


MARKS = {Mark.BLUNDER: 0.15, Mark.MISTAKE: 0.10, Mark.INACCURACY: 0.05}
"""The chance that has to be given away at least for each mark, the worst first."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a search thinks of one move."""

    number: int
    """Which move of the record, from 0."""
    played: str
    better: str
    """The move the search would have made; the same as `played` if it agrees."""
    worth: float = 0.0
    better_worth: float = 0.0
    error: float = 0.0
    """The standard error of the difference."""
    estimated: bool = True
    """False if there was nothing to choose, and so nothing was searched."""
    second: str = ""
    """The best move besides `better`, if it was looked at a second time; otherwise empty."""
    lead: float = 0.0
    """How much more `better` is worth than `second`."""
    lead_error: float = 0.0
    """The standard error of that."""
    difficulty: int = 0
    """How hard `better` is to find, from 1 to 4; 0 if it is not the only good move."""

    @property
    def difference(self) -> float:
        """How much more the better move is worth; by chance it may be below 0."""
        return self.better_worth - self.worth

    @property
    def loss(self) -> float:
        """How much the played move gave away."""
        return max(self.difference, 0.0)

    @property
    def mark(self) -> Mark | None:
        """How serious the loss is; None if it is small, or if chance in the trials explains it."""
        if self.played == self.better or self.loss <= CLEAR * self.error:
            return None
        return next((mark for mark, least in MARKS.items() if self.loss >= least), None)

    @property
    def matters(self) -> bool:
        """Whether the other move is clearly and noticeably better."""
        return self.mark is not None

    @property
    def is_clear(self) -> bool:
        """Whether the better move is the only good one, by far more than noise."""
        return self.lead >= CLEAR_LEAD and self.lead > CLEAR_ERRORS * self.lead_error

    @property
    def accuracy(self) -> float:
        """The accuracy of this move; by chance it may be above 100."""
        return 103.1668 * exp(-4.354 * self.difference) - 3.1669


def accuracy(verdicts: Iterable[Verdict]) -> float | None:
    """Return the accuracy of some moves, from 0 to 100; None if none of them was a choice."""
    found = [verdict.accuracy for verdict in verdicts if verdict.estimated]
    return min(max(fmean(found), 0.0), 100.0) if found else None


def judge_moves(
    record: Record, game: AnyGame, numbers: Iterable[int], trials: int = TRIALS
) -> Iterator[Verdict]:
    """Judge moves of a record, in the order of these numbers."""
    states = list(replay(record, {game.NAME: game}))
    for number in numbers:
        yield judge(record, game, states[number], number, trials)


def judge(record: Record, game: AnyGame, state: Any, number: int, trials: int = TRIALS) -> Verdict:
    """Search the position before one move, knowing what its player knew."""
    seat, word = record.moves[number]
    view, played = game.view(state, seat), game.parse_move(word)
    if len(view.moves) == 1:
        return Verdict(number, word, word, estimated=False)
    rng = Random(f"{record.seed.hex()} {number}")
    found = search_moves(game, view, rng, Budget(trials=trials), evaluator="network")
    best, second = found[0], found[1] if len(found) > 1 else None
    clear = second is not None and best.value - second.value >= WORTH_A_SECOND_LOOK
    if best.move == played and not clear:
        return Verdict(number, word, word, best.value, best.value)
    # Once more, in worlds that did not choose the better one: luck that did would count for it a
    # second time.
    worlds = list(islice(game.worlds(view, rng, evaluator="network"), max(min(WORLDS, trials), 2)))
    tried = _try_out(worlds, best.move, rng)
    lead, lead_error, runner_up = 0.0, 0.0, ""
    if second is not None and clear:
        rival = _try_out(worlds, second.move, rng)
        lead, lead_error = _gap(tried, rival)
        runner_up = game.format_move(second.move)
    theirs = tried if played == best.move else _try_out(worlds, played, rng)
    _, error = _gap(tried, theirs)
    verdict = Verdict(
        number,
        word,
        game.format_move(best.move),
        fmean(theirs),
        fmean(tried),
        error,
        second=runner_up,
        lead=lead,
        lead_error=lead_error,
    )
    if not verdict.is_clear:
        return verdict
    return replace(verdict, difficulty=difficulty(game, view, best.move, rng))


def difficulty(game: AnyGame, view: Any, move: Any, rng: Random) -> int:
    """Return how hard a move is to find.

    1 if good habits find it (Karl), 2 if a quick search does (Jarl), 3 if it does now and then,
    4 if only a long search does.
    """
    if game.heuristic_move(view, rng) == move:
        return 1
    found = sum(choose(game, "jarl", view, rng) == move for _ in range(QUICK_SEARCHES))
    return 2 if found >= QUICK_SEARCHES - 1 else 3 if found else 4


def _try_out(worlds: Sequence[World[Any]], move: Any, rng: Random) -> list[float]:
    return [world.trial(move, rng) for world in worlds]


def _gap(better: Sequence[float], worse: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference of trials in the same worlds, and its standard error."""
    gaps = [ours - theirs for ours, theirs in zip(better, worse, strict=True)]
    return fmean(gaps), stdev(gaps) / sqrt(len(gaps))
