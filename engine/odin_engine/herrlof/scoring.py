"""Who has won a match of Herrlof, and why."""

from enum import StrEnum

from odin_engine.game import Outcome
from odin_engine.herrlof.state import Stage, State


class EndReason(StrEnum):
    """Why a match ended."""

    TARGET = "target-reached"
    LAST_ROUND = "last-round"


class TieBreak(StrEnum):
    """What decided between seats with equal points."""

    EXACT_PREDICTIONS = "exact-predictions"
    LAST_ROUND_TRICKS = "last-round-tricks"
    NOTHING = "nothing"


def outcome(state: State) -> Outcome | None:
    """Return the result of a match that is over, or None.

    Most points win, then most exact predictions, then most tricks in the last round. If the best
    have equal points, the facts of the outcome hold what decided as `tie_break`.
    """
    if state.stage != Stage.OVER:
        return None
    scores = list(zip(state.points, state.exact, state.results[-1].tricks, strict=True))
    places = tuple(1 + sum(other > own for other in scores) for own in scores)
    best = max(state.points)
    facts: dict[str, object]
    if best >= state.match.options.target:
        reason = EndReason.TARGET
        facts = {"points": best, "target": state.match.options.target}
    else:
        reason, facts = EndReason.LAST_ROUND, {"rounds": len(state.results)}
    tied = [score for score in scores if score[0] == best]
    if len(tied) > 1:
        facts["tie_break"] = _tie_break(sorted(tied, reverse=True)).value
    return Outcome(places, state.points, reason, facts)


def _tie_break(tied: list[tuple[int, int, int]]) -> TieBreak:
    first, second, *_ = tied
    if first[1] > second[1]:
        return TieBreak.EXACT_PREDICTIONS
    return TieBreak.LAST_ROUND_TRICKS if first[2] > second[2] else TieBreak.NOTHING
