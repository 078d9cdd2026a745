"""The options of a match of Herrlof."""

from collections.abc import Mapping
from dataclasses import dataclass

from odin_engine.game import BadOption, Choice, wrong_number_of_players

TARGETS = range(1, 501)
ROUNDS = range(1, 21)
SEATS = range(2, 4)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one match."""

    target: int
    max_rounds: int
    small_bonus: bool

    def is_over(self, points: tuple[int, ...], rounds: int) -> bool:
        """Return whether the points after so many rounds end the match."""
        return max(points) >= self.target or rounds >= self.max_rounds

    def points(self, prediction: int, tricks: int) -> int:
        """Return the points of a seat for a round."""
        return tricks + self.exact_bonus(prediction, tricks) + self.few_bonus(tricks)

    def exact_bonus(self, prediction: int, tricks: int) -> int:
        """Return the bonus for an exact prediction."""
        return 10 if prediction == tricks else 0

    def few_bonus(self, tricks: int) -> int:
        """Return the bonus for three or four tricks, if the match has it."""
        return 5 if self.small_bonus and tricks in (3, 4) else 0


CHOICES = (
    Choice("target", ("30", "50", "70"), "50", (2,), TARGETS),
    Choice("target", ("30", "40", "60"), "40", (3,), TARGETS),
    Choice("max-rounds", ("5", "10", "15"), "10", (2, 3), ROUNDS),
    Choice("small-bonus", ("on", "off"), "on", (2,)),
    Choice("small-bonus", ("on", "off"), "off", (3,)),
)


def read_options(words: Mapping[str, str], seats: int) -> Options:
    """Return the options for words, with defaults by the number of players.

    Raise `BadOption` for an unknown option or value.
    """
    if seats not in SEATS:
        raise wrong_number_of_players("herrlof", seats, SEATS)
    usual = {choice.name: choice.default for choice in CHOICES if seats in choice.seats}
    for name in words:
        if name not in usual:
            raise BadOption("no-such-option", game="herrlof", option=name[:40], options=list(usual))
    agreed = usual | dict(words)
    bonus = agreed["small-bonus"]
    if bonus not in ("on", "off"):
        raise BadOption("bad-value", option="small-bonus", value=bonus[:40], values=["on", "off"])
    return Options(
        target=_whole_number("target", agreed["target"], TARGETS),
        max_rounds=_whole_number("max-rounds", agreed["max-rounds"], ROUNDS),
        small_bonus=bonus == "on",
    )


def write_options(options: Options) -> dict[str, str]:
    """Return the words that `read_options` turns into the same options."""
    return {
        "target": str(options.target),
        "max-rounds": str(options.max_rounds),
        "small-bonus": "on" if options.small_bonus else "off",
    }


def _whole_number(name: str, word: str, allowed: range) -> int:
    if word not in map(str, allowed):
        raise BadOption(
            "bad-number", option=name, value=word[:40], least=allowed[0], most=allowed[-1]
        )
    return int(word)
