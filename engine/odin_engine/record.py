"""A match as a text file that anyone can read, check and replay.

    odin record 1
    game odin
    rules 1
    seats 2
    name 0 Astrid
    name 1 Karl
    option target one-hand
    commitment be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991
    seed 000102030405060708090a0b0c0d0e0f
    moves
    1 Y4
    0 Y7+Y4
    1 pass
    end 3 5f2b8c11d0a94e37

Each line ends with a newline; numbers have no leading zeros, and no option appears twice.
`commitment` is the SHA-256 of the seed that the table published before the first card; the line is
missing if none was published. A line `seed-from host` before the seed says that whoever opened the
table chose the seed, and so could know every deal. A line under `moves` is a seat and its move in
the notation of the game. The last line has the number of moves and the first 16 digits of the
SHA-256 of all lines before it, newlines included, so that a truncated or edited file is noticed
even where the rest is a valid match. A record may end before its match does. There is exactly one
way to write a record: `read_record(text).to_text() == text`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from odin_engine.chance import SEED_BYTES, Seed
from odin_engine.game import AnyGame, NotAMove, Refusal, Seat, wrong_number_of_players

FORMAT = 1
NAME_LENGTH = 40
DIGEST_DIGITS = 64
_GIVEN = "seed-from host"


class BadRecord(Refusal):
    """A file that is not a record, or one that is damaged or of another version."""


class ImpossibleMove(BadRecord):
    """A move in a record that was not legal with the cards its seed deals."""

    code = "impossible-move"


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to replay a match; `options` and `moves` are text."""

    game: str
    rules: int
    names: tuple[str, ...]
    options: Mapping[str, str]
    seed: Seed
    moves: tuple[tuple[Seat, str], ...]
    commitment: str | None = None
    """The SHA-256 of the seed, published before the first card; None if it was not published."""
    seed_given: bool = False
    """Whether whoever opened the table chose the seed, and so could know every deal."""

    def __post_init__(self) -> None:
        if self.commitment is not None and not _is_digest(self.commitment):
            raise BadRecord("bad-commitment", commitment=self.commitment[:DIGEST_DIGITS])
        for name in self.names:
            if not _is_name(name):
                raise BadRecord("bad-name-in-record", name=name[:NAME_LENGTH])

    def to_text(self) -> str:
        """Return the text of the record."""
        lines = [
            f"odin record {FORMAT}",
            f"game {self.game}",
            f"rules {self.rules}",
            f"seats {len(self.names)}",
            *(f"name {seat} {name}" for seat, name in enumerate(self.names)),
            *(f"option {name} {word}" for name, word in self.options.items()),
            *([] if self.commitment is None else [f"commitment {self.commitment}"]),
            *([_GIVEN] if self.seed_given else []),
            f"seed {self.seed.hex()}",
            "moves",
            *(f"{seat} {move}" for seat, move in self.moves),
        ]
        return "\n".join([*lines, f"end {len(self.moves)} {_digest(lines)}", ""])

    @property
    def first_move_line(self) -> int:
        """The number of the line that holds the first move."""
        optional = (self.commitment is not None) + self.seed_given
        return 7 + len(self.names) + len(self.options) + optional


class ParsedRecord(NamedTuple):
    """The content of a file, before the rules have checked it."""

    record: Record
    intact: bool
    """Whether the digest in the last line matches the lines before it."""


def replay(record: Record, games: Mapping[str, AnyGame]) -> Iterator[Any]:
    """Yield every state of a recorded match, from the one before the first move.

    Raises `ImpossibleMove` at an illegal move, and `BadRecord` if the match cannot be set up.
    """
    game = _game_of(record, games)
    seats = len(record.names)
    if seats not in game.SEATS:
        why = wrong_number_of_players(game.NAME, seats, game.SEATS)
        raise BadRecord("bad-line", line=4, why=why)
    try:
        state = game.setup(game.read_options(record.options, seats), seats, record.seed)
    except Refusal as refusal:
        facts = {"game": game.NAME, "line": 5 + seats}
        raise BadRecord("bad-line", **facts, why=refusal) from refusal
    yield state
    for line, (seat, word) in enumerate(record.moves, record.first_move_line):
        try:
            move = game.parse_move(word)
            if word != game.format_move(move):
                raise NotAMove("other-notation", written=game.format_move(move))
            state = game.play(state, seat, move)
        except Refusal as refusal:
            facts = {"game": game.NAME, "line": line, "seat": seat, "move": word[:40]}
            raise ImpossibleMove(**facts, why=refusal) from refusal
        yield state


def read_record(text: str, games: Mapping[str, AnyGame]) -> Record:
    """Return a record with all its moves checked, or raise `BadRecord` with the line that fails."""
    record, intact = parse_record(text)
    for _ in replay(record, games):
        pass
    if not intact:
        last = record.first_move_line + len(record.moves)
        raise BadRecord("record-changed", line=last)
    return record


def parse_record(text: str) -> ParsedRecord:
    """Return the content of a record without replaying it, or raise `BadRecord`.

    This is for looking into records that were tampered with; use `read_record` otherwise.
    """
    lines = _lines_of(text)
    if lines[0] != f"odin record {FORMAT}":
        raise BadRecord("other-record-version", line=1, found=lines[0][:40], version=FORMAT)
    record, end = _Reader(lines).read()
    return ParsedRecord(record, end == f"end {len(record.moves)} {_digest(lines[:-1])}")


def _lines_of(text: str) -> list[str]:
    """Return the lines of a record; raise `BadRecord` for other line ends than a newline."""
    if not text.startswith("odin record "):
        raise BadRecord("not-a-record", line=1)
    *lines, rest = text.split("\n")
    for number, line in enumerate(lines, 1):
        # Other programs would read two lines where this one reads one, and so another match.
        if line and line.splitlines() != [line]:
            raise BadRecord("bad-line-end", line=number)
    if rest:
        raise BadRecord("no-last-newline", line=len(lines) + 1)
    return lines


def _game_of(record: Record, games: Mapping[str, AnyGame]) -> AnyGame:
    if record.game not in games:
        raise BadRecord("unknown-game", line=2, game=record.game[:40])
    game = games[record.game]
    if record.rules != game.RULES_VERSION:
        raise BadRecord(
            "other-rules", line=3, game=game.NAME, found=record.rules, version=game.RULES_VERSION
        )
    return game


def _is_name(name: str) -> bool:
    return name.isprintable() and 0 < len(name.strip()) <= NAME_LENGTH


def _is_digest(word: str) -> bool:
    return len(word) == DIGEST_DIGITS and set(word) <= set("0123456789abcdef")


def _whole_number(word: str) -> int | None:
    """Return a number of up to four digits without leading zeros, or None."""
    if not (word.isascii() and word.isdecimal() and len(word) < 5):
        return None
    number = int(word)
    return number if str(number) == word else None


def _digest(lines: list[str]) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()[:16]


class _Reader:
    """Parses the lines of a record in order."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 1

    def read(self) -> tuple[Record, str]:
        game = self._fact("game")
        rules = self._number("rules")
        seats = self._number("seats")
        names = tuple(self._name(seat) for seat in range(seats))
        options = self._options()
        commitment = self._commitment()
        given = self._given()
        seed = self._seed()
        if self._next() != "moves":
            raise BadRecord("word-expected", line=self._at, word="moves")
        moves = []
        while not self._peek().startswith("end "):
            moves.append(self._move(len(names)))
        end = self._next()
        if self._at != len(self._lines):
            self._at += 1
            raise BadRecord("lines-after-the-end", line=self._at)
        return Record(game, rules, names, options, seed, tuple(moves), commitment, given), end

    def _peek(self) -> str:
        if self._at == len(self._lines):
            self._at += 1
            raise BadRecord("record-cut-off", line=self._at)
        return self._lines[self._at]

    def _next(self) -> str:
        line = self._peek()
        self._at += 1
        return line

    def _fact(self, key: str) -> str:
        line = self._next()
        if not line.startswith(f"{key} "):
            raise BadRecord("fact-expected", line=self._at, key=key)
        return line[len(key) + 1 :]

    def _number(self, key: str) -> int:
        number = _whole_number(self._fact(key))
        if number is None:
            raise BadRecord("number-expected", line=self._at, key=key)
        return number

    def _options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        while self._peek().startswith("option "):
            name, _, word = self._fact("option").partition(" ")
            if name in options:
                raise BadRecord("option-twice", line=self._at, option=name[:40])
            options[name] = word
        return options

    def _commitment(self) -> str | None:
        if not self._peek().startswith("commitment "):
            return None
        word = self._fact("commitment")
        if not _is_digest(word):
            raise BadRecord("commitment-digits", line=self._at, digits=DIGEST_DIGITS)
        return word

    def _given(self) -> bool:
        given = self._peek() == _GIVEN
        self._at += given
        return given

    def _name(self, seat: int) -> str:
        name = self._fact(f"name {seat}")
        if not _is_name(name):
            raise BadRecord("bad-name-line", line=self._at, name=name[:NAME_LENGTH])
        return name

    def _seed(self) -> Seed:
        word = self._fact("seed")
        try:
            seed = bytes.fromhex(word)
        except ValueError:
            seed = b""
        if len(seed) != SEED_BYTES or seed.hex() != word:
            raise BadRecord("seed-digits", line=self._at, digits=2 * SEED_BYTES)
        return Seed(seed)

    def _move(self, seats: int) -> tuple[Seat, str]:
        word, _, move = self._next().partition(" ")
        seat = _whole_number(word)
        if not move or seat is None or seat >= seats:
            raise BadRecord("move-expected", line=self._at)
        return Seat(seat), move
