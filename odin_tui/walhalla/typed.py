"""Moves of Walhalla as people type them: what a decision makes clear may be left out."""

import re

from odin_engine.game import NotAMove
from odin_engine.walhalla.box import Card
from odin_engine.walhalla.moves import Answer, Land, Move, parse_move
from odin_engine.walhalla.state import Stage
from odin_engine.walhalla.view import View

VERBS = {
    Stage.BOARD: "board",
    Stage.SELL: "sell",
    Stage.SAIL: "sail",
    Stage.LAND: "land",
    Stage.COMMIT: "commit",
}
"""The first word of a move, by what is asked."""
YES = {Stage.GUEST: Answer.JOIN, Stage.ATTACK: Answer.ATTACK, Stage.HUNT: Answer.HUNT}
NO = {Stage.GUEST: Answer.DECLINE, Stage.ATTACK: Answer.FIGHT, Stage.HUNT: Answer.GATHER}
SAME = {
    "and": "", "fjord": "", "seat": "", "seats": "", "field": "", "to": "", "into": "",
    "reversed": "turned", "turn": "turned", "flip": "turned", "flipped": "turned",
    "nobody": "none", "nothing": "none", "no": "none", "0": "none", "pass": "none",
}  # fmt: skip
"""Words that mean the same as another one, or nothing."""


def read_move(view: View, text: str, about: None = None) -> Move:  # noqa: ARG001 - asks nothing
    """Read a typed move; raise `NotAMove` for text that is no move now."""
    if view.seat is None or view.seat not in view.to_move:
        return parse_move(text)
    words = text.casefold().replace(",", " ").split()
    answer = _answer(view, words)
    if answer is not None:
        return answer
    verb = VERBS.get(view.stage)
    if words and verb is not None and words[0] not in {*VERBS.values(), *_answers(view.stage)}:
        words = [verb, *words]
    if verb is not None and words and words[0] == verb:
        words = [verb, *_object(view, words[1:])]
    try:
        return parse_move(" ".join(words))
    except NotAMove as refusal:
        if refusal.code != "not-a-move":
            raise
        raise NotAMove("not-a-move-now", text=text[:40], stage=view.stage.value) from None


def _answers(stage: Stage) -> set[str]:
    """Return the words that are moves by themselves; a card to sell or commit is none."""
    return set() if stage in (Stage.SELL, Stage.COMMIT) else set(Answer)


def _answer(view: View, words: list[str]) -> Answer | None:
    """Return what one word means where answers are words: yes, no, or how an answer begins."""
    if view.stage in VERBS or len(words) != 1:
        return None
    word = words[0]
    if word in ("yes", "y"):
        return YES.get(view.stage)
    if word in ("no", "n"):
        return NO.get(view.stage)
    meant = [move for move in view.moves if isinstance(move, Answer) and move.startswith(word)]
    return meant[0] if len(meant) == 1 else None


def _object(view: View, words: list[str]) -> list[str]:
    """Return the words after the verb as the notation has them."""
    stage = view.stage
    words = [SAME.get(word, word) for word in words]
    words = [word for word in words if word]
    if stage == Stage.BOARD and len(words) == 1 and words[0].isdecimal():
        return list(words[0])
    if stage == Stage.LAND and len(words) == 1:
        return [_field(view, words[0])]
    if stage in (Stage.SELL, Stage.COMMIT):
        joined = re.sub(
            r"\b(?:t|tongue|cape) ?([678])\b|\b([678])\b", r"tongue\1\2", " ".join(words)
        )
        return [_card(word) for word in joined.split()]
    return words


def _field(view: View, word: str) -> str:
    """Return the field that a side, or the letter of a peninsula, stands for."""
    fields = [str(move.field) for move in view.moves if isinstance(move, Land)]
    sides = dict(zip(("left", "right"), fields, strict=True))
    sides |= {field[0]: field for field in fields}
    return sides.get(word, word)


def _card(word: str) -> str:
    """Return the card of which only the beginning was typed, if there is just one."""
    meant = [card.value for card in Card if card.startswith(word)]
    return meant[0] if len(meant) == 1 else word
