"""Whole matches as text: every move, and what everyone sees before it.

A playthrough stands in `tests/engine/<game>/golden/`. Its first lines name the game, the seats,
the options and the seed; the rest follows from them. At every step a line shows what is new for
all, then what is new for one seat alone; `no hand` is the end of what it alone saw. To write all
of them again after a wanted change:

    python tests/engine/playthrough.py

A new one begins as a file that holds only its first lines.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import takewhile
from pathlib import Path
from textwrap import wrap
from typing import Any

from odin_engine.chance import Seed, pick
from odin_engine.game import AnyGame, Seat
from odin_engine.games import GAMES

HERE = Path(__file__).parent
MOST_MOVES = 20

Seen = dict[str, Any]


@dataclass(frozen=True)
class Heading:
    """The first lines of a playthrough, from which all others follow."""

    game: AnyGame
    seats: int
    options: dict[str, str]
    seed: Seed

    @classmethod
    def read(cls, lines: Sequence[str]) -> "Heading":
        facts = [line.split() for line in takewhile(lambda line: line[0] != "-", lines)]
        named = {fact[0]: fact[1] for fact in facts if len(fact) == 2}
        options = {fact[1]: fact[2] for fact in facts if fact[0] == "option"}
        seed = Seed(bytes.fromhex(named["seed"]))
        return cls(GAMES[named["game"]], int(named["seats"]), options, seed)

    def lines(self) -> list[str]:
        return [
            f"game {self.game.NAME}",
            f"seats {self.seats}",
            *(f"option {name} {word}" for name, word in self.options.items()),
            f"seed {self.seed.hex()}",
        ]


def playthrough(heading: Heading) -> Iterator[str]:
    """Yield the lines of a match played by random moves."""
    game, seats = heading.game, heading.seats
    yield from heading.lines()
    state = game.setup(game.read_options(heading.options, seats), seats, heading.seed)
    before: dict[Seat | None, Seen] = {}
    step = 0
    while True:
        step += 1
        yield f"--- {step}"
        now = everyones_view(game, state, seats)
        yield from news(game, before, now)
        before = now
        movers = game.to_move(state)
        if not movers:
            return
        seat = pick(movers, heading.seed, f"mover {step}")
        words = sorted(map(game.format_move, game.legal_moves(state, seat)))
        word = pick(words, heading.seed, f"move {step}")
        yield f"seat {seat} moves {word}"
        state = game.play(state, seat, game.parse_move(word))


def everyones_view(game: AnyGame, state: Any, seats: int) -> dict[Seat | None, Seen]:
    """Give what a spectator sees, and what each seat sees beyond or instead of that."""
    shown = view_fields(game.view(state, None))
    everyone: dict[Seat | None, Seen] = {None: shown}
    for seat in map(Seat, range(seats)):
        own = view_fields(game.view(state, seat))
        everyone[seat] = {name: own[name] for name in own if own[name] != shown[name]}
    return everyone


def view_fields(view: Any) -> Seen:
    """Give the fields of a view, except whose it is."""
    return {field.name: getattr(view, field.name) for field in fields(view) if field.name != "seat"}


def news(
    game: AnyGame, before: dict[Seat | None, Seen], now: dict[Seat | None, Seen]
) -> Iterator[str]:
    """Tell what has changed for all, and what for one seat alone."""
    for seat, seen in now.items():
        known = before.get(seat, {})
        parts = [
            f"{name} {told(game, known.get(name), value)}"
            for name, value in seen.items()
            if name not in known or known[name] != value
        ]
        parts += [f"no {name}" for name in known if name not in seen]
        if parts:
            whom = "all" if seat is None else f"seat {seat}"
            yield from wrap(f"{whom}: {'; '.join(parts)}", 116, subsequent_indent="    ")


def told(game: AnyGame, before: Any, value: Any) -> str:
    """Tell a value, or what was added to it."""
    if isinstance(value, tuple) and isinstance(before, tuple) and before:
        count = len(before)
        if len(value) > count and value[:count] == before:
            return f"+ {' '.join(plain_parts(value)[count:])}"
    if isinstance(value, Sequence) and not isinstance(value, str | tuple):
        words = sorted(map(game.format_move, value))
        rest = len(words) - MOST_MOVES
        more = f" and {rest} more" if rest > 0 else ""
        return f"({len(words)}) {' '.join(words[:MOST_MOVES])}{more}".rstrip()
    return plain(value)


def plain(value: Any) -> str:
    """Write a value without the words that Python needs for it."""
    if isinstance(value, tuple) and type(value).__str__ is tuple.__str__:
        parts = plain_parts(value)
        between = " | " if any(" " in part and part[0] != "[" for part in parts) else " "
        return f"[{between.join(parts)}]"
    if is_dataclass(value) and type(value).__str__ is object.__str__:
        named = (f"{field.name} {plain(getattr(value, field.name))}" for field in fields(value))
        return f"[{', '.join(named)}]"
    if isinstance(value, Mapping):
        return f"[{', '.join(f'{name} {plain(each)}' for name, each in value.items())}]"
    return str(value) or "-"


def plain_parts(values: tuple[Any, ...]) -> list[str]:
    """Write the parts of a tuple; a list of events of several kinds tells the kinds too."""
    parts = [plain(value) for value in values]
    kinds = {type(value) for value in values}
    if (
        hasattr(values, "_fields")
        or len(kinds) < 2
        or not all(hasattr(k, "_fields") for k in kinds)
    ):
        return parts
    return [f"{type(value).__name__} {part}" for value, part in zip(values, parts, strict=True)]


def golden() -> list[Path]:
    """Find the playthroughs of all registered games."""
    return [path for name in GAMES for path in sorted(HERE.glob(f"{name}/golden/*.txt"))]


def main() -> None:
    """Write every playthrough again."""
    for path in golden():
        heading = Heading.read(path.read_text(encoding="utf-8").splitlines())
        path.write_text("".join(f"{line}\n" for line in playthrough(heading)), encoding="utf-8")


if __name__ == "__main__":
    main()
