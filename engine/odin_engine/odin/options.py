"""The options of a match of Odin, and the editions, which preset them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from odin_engine.game import BadOption, Choice
from odin_engine.odin.cards import COLOURS, Colour

ONE_HAND = "one-hand"
TARGETS = range(1, 101)

NextStarter = Literal["rotate", "winner"]
WholeHandLead = Literal["optional", "forced-first-deal"]
TwoPlayerDeck = Literal["reduced", "full"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one match. `target` None is a match of one hand."""

    target: int | None = 15
    next_starter: NextStarter = "rotate"
    whole_hand_lead: WholeHandLead = "optional"
    two_player_deck: TwoPlayerDeck = "full"
    removed_colours: tuple[Colour, ...] = ()

    def is_over(self, points: tuple[int, ...]) -> bool:
        """Return whether the points after a hand end the match."""
        return self.target is None or max(points) >= self.target


EDITIONS = {
    "international": Options(),
    "deutsch": Options(next_starter="winner", whole_hand_lead="forced-first-deal"),
}

_ALL_SEATS = (2, 3, 4, 5, 6)

CHOICES = (
    Choice("edition", tuple(EDITIONS), "international", _ALL_SEATS),
    Choice("target", ("10", "15", "20", ONE_HAND), "15", _ALL_SEATS, TARGETS),
    Choice("next-starter", ("rotate", "winner"), "rotate", _ALL_SEATS),
    Choice("whole-hand-lead", ("optional", "forced-first-deal"), "optional", _ALL_SEATS),
    Choice("two-player-deck", ("reduced", "full"), "reduced", (2,)),
    Choice("removed-colours", ("drawn",), "drawn", (2,)),
)
"""`removed-colours` may also be two letters of colours."""


def read_options(words: Mapping[str, str], seats: int) -> Options:
    """Return the options for words: those of the edition, then those given separately.

    Raise `BadOption` for an unknown option or value.
    """
    known = [choice.name for choice in CHOICES]
    for name in words:
        if name not in known:
            raise BadOption("no-such-option", game="odin", option=name[:40], options=known)
    edition = _one_of("edition", words.get("edition", "international"), tuple(EDITIONS))
    options = EDITIONS[edition]
    if "target" in words:
        options = replace(options, target=_target(words["target"]))
    match words.get("next-starter", options.next_starter):
        case "rotate" | "winner" as starter:
            options = replace(options, next_starter=starter)
        case other:
            _one_of("next-starter", other, ("rotate", "winner"))
    match words.get("whole-hand-lead", options.whole_hand_lead):
        case "optional" | "forced-first-deal" as lead:
            options = replace(options, whole_hand_lead=lead)
        case other:
            _one_of("whole-hand-lead", other, ("optional", "forced-first-deal"))
    return _with_deck(options, words, seats)


def write_options(options: Options) -> dict[str, str]:
    """Return the words that `read_options` turns into the same options."""
    words = {
        "target": ONE_HAND if options.target is None else str(options.target),
        "next-starter": options.next_starter,
        "whole-hand-lead": options.whole_hand_lead,
        "two-player-deck": options.two_player_deck,
    }
    if options.two_player_deck == "reduced":
        words["removed-colours"] = "".join(options.removed_colours) or "drawn"
    return words


def _one_of(name: str, word: str, allowed: tuple[str, ...]) -> str:
    if word not in allowed:
        raise BadOption("bad-value", option=name, value=word[:40], values=list(allowed))
    return word


def _target(word: str) -> int | None:
    if word == ONE_HAND:
        return None
    if word not in map(str, TARGETS):
        raise BadOption(
            "bad-target", value=word[:40], least=TARGETS[0], most=TARGETS[-1], or_else=ONE_HAND
        )
    return int(word)


def _with_deck(options: Options, words: Mapping[str, str], seats: int) -> Options:
    usual = "reduced" if seats == 2 else "full"
    deck = _one_of("two-player-deck", words.get("two-player-deck", usual), ("reduced", "full"))
    removed = words.get("removed-colours", "drawn")
    if deck == "full":
        if "removed-colours" in words:
            raise BadOption("full-deck-keeps-colours")
        return options
    if seats != 2:
        raise BadOption("reduced-deck-is-for-two", players=seats)
    return replace(options, two_player_deck="reduced", removed_colours=_two_colours(removed))


def _two_colours(word: str) -> tuple[Colour, ...]:
    if word == "drawn":
        return ()
    letters = word.upper()
    if len(letters) != 2 or len(set(letters)) != 2 or not set(letters) <= set(COLOURS):
        raise BadOption("bad-colours", value=word[:40], letters="".join(COLOURS))
    return tuple(colour for colour in COLOURS if colour in letters)
