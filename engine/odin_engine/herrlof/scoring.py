"""Who has won a match of Herrlof, and why."""

from odin_engine.game import Outcome
from odin_engine.herrlof.state import Stage, State


def outcome(state: State) -> Outcome | None:
    """Give the result: most points, then most exact predictions, then most tricks at the end."""
    if state.stage != Stage.OVER:
        return None
    standing = list(zip(state.points, state.exact, state.results[-1].tricks, strict=True))
    places = tuple(1 + sum(other > own for other in standing) for own in standing)
    best = max(state.points)
    if best >= state.match.options.target:
        reason = f"{best} points reached the target of {state.match.options.target}."
    else:
        reason = f"The last of {len(state.results)} rounds is over."
    tied = [row for row in standing if row[0] == best]
    if len(tied) > 1:
        reason += _tie_break(sorted(tied, reverse=True))
    return Outcome(places, state.points, reason)


def _tie_break(tied: list[tuple[int, int, int]]) -> str:
    first, second, *_ = tied
    if first[1] > second[1]:
        return " Equal points: more exact predictions decide."
    if first[2] > second[2]:
        return " Equal points and exact predictions: more tricks in the last round decide."
    return " Points, exact predictions and tricks in the last round are equal: a draw."
