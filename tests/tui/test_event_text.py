"""Sentences for events are derived from the class and fields of an event, and from its reader."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest

import odin_tui
from odin_engine.game import Seat
from odin_tui.event_text import EventTexts, code_of
from odin_tui.game_text import read_messages
from odin_tui.messages.sentence import Plural
from odin_tui.narrator import EventText, Reader


class Metal(Enum):
    """What a coin is made of."""

    SILVER = "S"


@dataclass(frozen=True, slots=True)
class CoinTaken:
    """A seat took a coin from another; its metal is None for those who may not know it."""

    seat: Seat
    victim: Seat
    metal: Metal | None


@dataclass(frozen=True, slots=True)
class CoinsCounted:
    """A seat has counted its coins."""

    seat: Seat
    coins: int

    @property
    def double(self) -> int:
        return 2 * self.coins

    @property
    def code(self) -> str:
        return "counted"


TEXTS = EventTexts(
    "coins",
    {
        "coin-taken": EventText(
            "You take {metal} from {victim}.",
            "{name} takes {metal} from {victim}.",
            to_you="{name} takes {metal} from you.",
            unknown="{name} takes a coin from {victim}.",
        ),
        "counted": EventText(
            Plural("coins", "You have {coins} coin.", "You have {coins} coins."),
            Plural("coins", "{name} has {coins}, worth {double}.", "{name} has {coins}."),
        ),
    },
    {"S": "silver"},
)
NAMES = ("Astrid", "Bo", "Cnut")
TAKEN = CoinTaken(Seat(0), Seat(1), Metal.SILVER)


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (0, "You take silver from Bo."),
        (1, "Astrid takes silver from you."),
        (2, "Astrid takes silver from Bo."),
        (None, "Astrid takes silver from Bo."),
    ],
)
def test_who_acts_and_whom_it_happens_to_are_told_otherwise(seat: int | None, said: str) -> None:
    reader = Reader(NAMES, None if seat is None else Seat(seat))
    assert TEXTS.sentences(TAKEN, reader) == [said]


def test_what_a_reader_may_not_know_is_left_out() -> None:
    hidden = CoinTaken(Seat(0), Seat(1), None)
    assert TEXTS.sentences(hidden, Reader(NAMES, Seat(2))) == ["Astrid takes a coin from Bo."]


def test_properties_are_facts_and_numbers_choose_the_plural() -> None:
    told = TEXTS.told([CoinsCounted(Seat(1), 1), CoinsCounted(Seat(0), 2)], Reader(NAMES, Seat(0)))
    assert told == ("Bo has 1, worth 2.", "You have 2 coins.")


def test_the_code_of_an_event_is_its_own_or_the_name_of_its_class() -> None:
    assert code_of(TAKEN) == "coin-taken"
    assert code_of(CoinsCounted(Seat(0), 1)) == "counted"


def used_codes(game: str) -> Iterator[tuple[str, str]]:
    """Yield how texts of a game are asked for, and their codes, where the code is a literal."""
    folder = Path(odin_tui.__file__).parent / game
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="MESSAGES" | "messages"), attr=asked),
                    args=[ast.Constant(value=str(code)), *_],
                ):
                    yield asked, code


@pytest.mark.parametrize("game", ["odin", "herrlof"])
def test_every_code_that_is_asked_for_has_a_text(game: str) -> None:
    messages, used = read_messages(game), list(used_codes(game))
    assert len(used) > 10
    known = {
        "say": messages.texts,
        "template": messages.texts,
        "tell": messages.events.events,
        "about": messages.events.events,
        "word": messages.words,
    }
    assert [(asked, code) for asked, code in used if code not in known.get(asked, {code})] == []
