"""Why a move is good: reasons as codes with facts, which games put into words by their messages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odin_engine.search import MoveEstimate
from odin_tui.languages import ENGLISH, Translations
from odin_tui.languages.numbers import Share
from odin_tui.messages import Sentence, formatted

MOST_REASONS = 2


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that speaks for a move."""

    code: str
    facts: Mapping[str, Any]


def reason(code: str, **facts: Any) -> Reason:
    """Return a reason with its facts."""
    return Reason(code, facts)


def best_in_trials(code: str, move: Any, estimates: Sequence[MoveEstimate[Any]]) -> list[Reason]:
    """Return a reason of this code if the move did best in the trials of a search, else nothing."""
    if len(estimates) < 2 or estimates[0].move != move or estimates[0].value <= estimates[1].value:
        return []
    worth, next_worth = (Share(estimate.value) for estimate in estimates[:2])
    return [reason(code, worth=worth, next_worth=next_worth)]


def in_sentences(
    reasons: Callable[[Any, Any, Sequence[MoveEstimate[Any]]], list[Reason]],
    messages: Mapping[str, Sentence],
) -> Callable[..., list[str]]:
    """Return a function that puts a game's reasons for a move into sentences by their codes."""

    def sentences(
        view: Any,
        move: Any,
        estimates: Sequence[MoveEstimate[Any]] = (),
        *,
        tr: Translations = ENGLISH,
    ) -> list[str]:
        found = reasons(view, move, estimates)
        return [formatted(messages[each.code], tr, each.facts) for each in found]

    return sentences
