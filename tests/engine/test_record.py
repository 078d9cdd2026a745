"""A record can be written, read and played again, and says where it is wrong."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_engine.chance import commitment, seed_from
from odin_engine.game import AnyGame, IllegalMove
from odin_engine.games import GAMES
from odin_engine.record import BadRecord, ImpossibleMove, Record, parse_record, read_record
from odin_engine.record import replay as play_again

GAME = GAMES["odin"]
NAMES = ("Astrid", "Bo", "Cnut the Old")


def random_record(
    game: AnyGame, names: tuple[str, ...], seed: str, options: dict[str, str]
) -> Record:
    rng = Random(seed)
    state = game.setup(game.read_options(options, len(names)), len(names), seed_from(seed))
    moves = []
    while to_move := game.to_move(state):
        seat = to_move[0]
        legal = game.legal_moves(state, seat)
        move = legal[rng.randrange(len(legal))]
        moves.append((seat, game.format_move(move)))
        state = game.play(state, seat, move)
    return Record(game.NAME, game.RULES_VERSION, names, options, seed_from(seed), tuple(moves))


RECORD = random_record(GAME, NAMES, "a match", {"target": "10"})
PUBLISHED = replace(RECORD, commitment=commitment(RECORD.seed))
HERRLOF = random_record(GAMES["herrlof"], ("Astrid", "Bo"), "a match", {"max-rounds": "1"})
TEXT = RECORD.to_text()
LINES = TEXT.splitlines()


def changed(line: int, text: str) -> str:
    return "\n".join([*LINES[: line - 1], text, *LINES[line:], ""])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_what_is_written_is_read_again(seats: int) -> None:
    names = tuple(f"player {seat}" for seat in range(seats))
    record = random_record(GAME, names, f"seed {seats}", {"target": "one-hand"})
    assert read_record(record.to_text(), GAMES) == record


def test_replay_gives_every_state_from_the_deal_to_the_end() -> None:
    states = list(play_again(RECORD, GAMES))
    assert len(states) == len(RECORD.moves) + 1
    assert states[0] == GAME.setup(GAME.read_options(RECORD.options, 3), 3, RECORD.seed)
    assert [GAME.outcome(state) is None for state in states] == [True] * len(RECORD.moves) + [False]


def test_a_match_that_was_broken_off_is_a_record_too() -> None:
    half = Record(RECORD.game, RECORD.rules, NAMES, RECORD.options, RECORD.seed, RECORD.moves[:7])
    assert read_record(half.to_text(), GAMES) == half
    assert GAME.outcome(list(play_again(half, GAMES))[-1]) is None


def test_what_was_published_is_a_line_of_its_own_and_may_be_missing() -> None:
    text = PUBLISHED.to_text()
    assert f"\ncommitment {commitment(RECORD.seed)}\nseed {RECORD.seed.hex()}\n" in text
    assert read_record(text, GAMES) == PUBLISHED
    assert "commitment" not in TEXT
    assert read_record(TEXT, GAMES).commitment is None


def test_a_record_keeps_what_was_published_even_if_the_seed_is_another() -> None:
    broken = replace(RECORD, commitment="0" * 64)
    assert read_record(broken.to_text(), GAMES).commitment == "0" * 64


@pytest.mark.parametrize("digest", ["", "0" * 63, "0" * 65, "F" * 64, "x" * 64, "0" * 63 + "\n"])
def test_what_is_no_sha256_cannot_be_recorded_as_published(digest: str) -> None:
    with pytest.raises(BadRecord, match=r"^bad-commitment "):
        replace(RECORD, commitment=digest)


def test_a_record_tells_that_the_host_chose_the_seed() -> None:
    given = replace(PUBLISHED, seed_given=True)
    assert f"\nseed-from host\nseed {RECORD.seed.hex()}\n" in given.to_text()
    assert read_record(given.to_text(), GAMES) == given
    assert not read_record(PUBLISHED.to_text(), GAMES).seed_given


def test_a_record_that_was_tampered_with_can_still_be_parsed() -> None:
    assert parse_record(TEXT) == (RECORD, True)
    renamed, intact = parse_record(TEXT.replace(NAMES[0], "Mallory"))
    assert renamed.names == ("Mallory", *NAMES[1:])
    assert not intact
    with pytest.raises(BadRecord, match=r"^not-a-record line=1$"):
        parse_record("nonsense")


def test_moves_are_counted_from_the_right_line_whatever_lines_there_are() -> None:
    for record in (RECORD, PUBLISHED, replace(PUBLISHED, seed_given=True)):
        lines = record.to_text().splitlines()
        seat, move = record.moves[0]
        assert lines[record.first_move_line - 1] == f"{seat} {move}"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_a_line_that_ends_with_anything_but_a_newline_is_refused(end: str) -> None:
    with pytest.raises(BadRecord, match=r"^bad-line-end line=3$"):
        read_record(TEXT.replace("rules 1\n", f"rules 1{end}\n"), GAMES)
    with pytest.raises(BadRecord, match=r" line=1$"):
        read_record(TEXT.replace("\n", end), GAMES)


def test_a_missing_last_newline_is_refused() -> None:
    with pytest.raises(BadRecord, match=f"^no-last-newline line={len(LINES)}$"):
        read_record(TEXT[:-1], GAMES)


def test_a_file_cut_after_any_line_is_refused_and_the_line_is_named() -> None:
    for count in range(1, len(LINES)):
        with pytest.raises(BadRecord, match=f"^record-cut-off line={count + 1}$"):
            read_record("".join(f"{line}\n" for line in LINES[:count]), GAMES)


def test_a_file_cut_within_any_line_is_refused() -> None:
    for cut in range(len(TEXT)):
        with pytest.raises(BadRecord, match=r" line=\d+"):
            read_record(TEXT[:cut], GAMES)


def test_a_file_cut_within_its_last_line_is_refused() -> None:
    with pytest.raises(BadRecord, match=f"^record-changed line={len(LINES)}$"):
        read_record(TEXT[:-4] + "\n", GAMES)


@pytest.mark.parametrize("text", ["", "\n", "%PDF-1.7", "odin", "Odin record 1\n"])
def test_a_foreign_file_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"^not-a-record line=1$"):
        read_record(text, GAMES)


@pytest.mark.parametrize(
    ("line", "text", "code", "where"),
    [
        (1, "odin record 2", "other-record-version", 1),
        (2, "game tafl", "unknown-game", 2),
        (2, "play odin", "fact-expected", 2),
        (3, "rules 9", "other-rules", 3),
        (3, "rules nine", "number-expected", 3),
        (4, "seats 2", "fact-expected", 7),
        (3, "rules 01", "number-expected", 3),
        (4, "seats 03", "number-expected", 4),
        (4, "seats 99999", "number-expected", 4),
        (4, "seats " + "3" * 5001, "number-expected", 4),
        (5, "name 1 Astrid", "fact-expected", 5),
        (5, "name 0  ", "bad-name-line", 5),
        (6, "name 1 B\x07", "bad-name-line", 6),
        (8, "option target 1000", "bad-line", 8),
        (8, "option target 010", "bad-line", 8),
        (8, "option target", "bad-line", 8),
        (8, "option target 10\noption target 10", "option-twice", 9),
        (8, "option target 10\noption target 20", "option-twice", 9),
        (9, "commitment 00", "commitment-digits", 9),
        (9, "commitment " + "F" * 64, "commitment-digits", 9),
        (9, "seed 00", "seed-digits", 9),
        (9, "seed " + "x" * 32, "seed-digits", 9),
        (10, "move", "word-expected", 10),
        (11, "7 Y4", "move-expected", 11),
        (11, "00001 Y4", "move-expected", 11),
        (11, "00007 Y4", "move-expected", 11),
        (11, "1" * 5001 + " Y4", "move-expected", 11),
        (11, "0" * 5001 + " Y4", "move-expected", 11),
        (11, "-1 Y4", "move-expected", 11),
        (11, "\u0661 Y4", "move-expected", 11),
        (11, "1  Y4", "impossible-move", 11),
        (11, "1 y4", "impossible-move", 11),
        (11, "one Y4", "move-expected", 11),
        (11, "1", "move-expected", 11),
        (12, "1 sing", "impossible-move", 12),
        (len(LINES), "end 1 0123456789abcdef", "record-changed", len(LINES)),
        (len(LINES), f"{LINES[-1]}\nmore", "lines-after-the-end", len(LINES) + 1),
    ],
)
def test_an_edited_line_is_refused_where_it_stands(
    line: int, text: str, code: str, where: int
) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(changed(line, text), GAMES)
    assert (refused.value.code, refused.value.facts["line"]) == (code, where)


def test_a_move_that_was_not_possible_is_refused_with_its_line_and_the_reason() -> None:
    seat = RECORD.moves[0][0]
    with pytest.raises(BadRecord) as refused:
        read_record(changed(11, f"{seat} pass"), GAMES)
    assert isinstance(refused.value, ImpossibleMove)
    why = refused.value.facts.pop("why")
    assert refused.value.facts == {"game": "odin", "line": 11, "seat": seat, "move": "pass"}
    assert (type(why), why.code) == (IllegalMove, "pass-on-lead")


def test_a_change_that_leaves_a_legal_match_is_still_noticed() -> None:
    with pytest.raises(BadRecord, match=f"^record-changed line={len(LINES)}$"):
        read_record(changed(5, "name 0 Somebody"), GAMES)


def test_too_many_or_too_few_seats_are_refused() -> None:
    lonely = Record("odin", 1, ("Astrid",), {}, RECORD.seed, ())
    with pytest.raises(BadRecord, match=r"^bad-line line=4 why=wrong-number-of-players "):
        read_record(lonely.to_text(), GAMES)


def test_a_name_that_would_break_a_line_cannot_be_recorded() -> None:
    with pytest.raises(BadRecord, match=r"^bad-name-in-record "):
        Record("odin", 1, ("Astrid", "Bo\nend"), {}, RECORD.seed, ())


def test_a_seat_that_is_not_there_cannot_be_played_again() -> None:
    for seat in (3, -1, True):
        record = replace(RECORD, moves=((seat, RECORD.moves[0][1]),))
        with pytest.raises(BadRecord, match=rf"line=11 seat={seat} .*no-such-seat"):
            list(play_again(record, GAMES))


def sealed(text: str) -> str:
    """Close a text with the last line that a record of it would have."""
    body = text.rpartition("end ")[0]
    moves = body.partition("\nmoves\n")[2].count("\n")
    return f"{body}end {moves} {sha256(body.encode()).hexdigest()[:16]}\n"


def cut(text: str, start: int, length: int, put: str) -> str:
    start %= len(text) + 1
    return text[:start] + put + text[start + length :]


def lines_moved(text: str, start: int, length: int, put: str) -> str:
    lines = text.split("\n")
    start %= len(lines)
    moved = lines[start : start + length]
    del lines[start : start + length]
    at = len(put) % (len(lines) + 1)
    return "\n".join([*lines[:at], *moved, *moved[: len(put) % 2], *lines[at:]])


def word_replaced(text: str, start: int, length: int, put: str) -> str:
    lines = text.split("\n")
    words = lines[start % len(lines)].split(" ")
    words[length % len(words)] = put
    lines[start % len(lines)] = " ".join(words)
    return "\n".join(lines)


def written_again(text: str) -> tuple[str, str]:
    """Read a record and write it, or give the refusal instead."""
    try:
        return read_record(text, GAMES).to_text(), ""
    except BadRecord as refused:
        return "", str(refused)


ODD_WORDS = (
    "",
    "0",
    "00",
    "-1",
    "7",
    "9" * 5001,
    "pass",
    "predict 04",
    "steal 9",
    "Y4",
    "\r",
    "\x85",
)
mutations = st.tuples(
    st.sampled_from((cut, lines_moved, word_replaced)),
    st.integers(0, 10_000),
    st.integers(0, 12),
    st.sampled_from(ODD_WORDS) | st.text(st.characters(codec="utf-8"), max_size=6),
)
texts = st.sampled_from([record.to_text() for record in (PUBLISHED, HERRLOF)])


@given(text=texts, changes=st.lists(mutations, max_size=4), seal=st.booleans())
def test_a_mutated_record_is_read_as_it_is_written_or_refused_with_a_line(
    text: str, changes: list[tuple[Callable[..., str], int, int, str]], *, seal: bool
) -> None:
    for change, *where in changes:
        text = change(text, *where)
    text = sealed(text) if seal else text
    written, complaint = written_again(text)
    if complaint:
        assert " line=" in complaint
        assert len(complaint) < 300
    else:
        assert written == text


@given(text=st.text(), headed=st.booleans())
def test_no_text_at_all_ends_in_anything_but_a_refusal(text: str, *, headed: bool) -> None:
    with pytest.raises(BadRecord, match=r" line=\d+"):
        read_record(f"odin record 1\n{text}" if headed else text, GAMES)
