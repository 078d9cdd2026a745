"""A record can be written, read and played again, and says where it is wrong."""

from random import Random

import pytest

from odin_engine.chance import seed_from
from odin_engine.game import AnyGame
from odin_engine.games import GAMES
from odin_engine.record import BadRecord, Record, read_record, replay

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
    states = list(replay(RECORD, GAMES))
    assert len(states) == len(RECORD.moves) + 1
    assert states[0] == GAME.setup(GAME.read_options(RECORD.options, 3), 3, RECORD.seed)
    assert [GAME.outcome(state) is None for state in states] == [True] * len(RECORD.moves) + [False]


def test_a_match_that_was_broken_off_is_a_record_too() -> None:
    half = Record(RECORD.game, RECORD.rules, NAMES, RECORD.options, RECORD.seed, RECORD.moves[:7])
    assert read_record(half.to_text(), GAMES) == half
    assert GAME.outcome(list(replay(half, GAMES))[-1]) is None


def test_line_ends_of_another_system_do_not_matter() -> None:
    assert read_record(TEXT.replace("\n", "\r\n"), GAMES) == RECORD


def test_a_file_cut_after_any_line_is_refused_and_the_line_is_named() -> None:
    for count in range(1, len(LINES)):
        with pytest.raises(BadRecord, match=rf"^line {count + 1}: the record breaks off here\.$"):
            read_record("\n".join(LINES[:count]), GAMES)


def test_a_file_cut_within_its_last_line_is_refused() -> None:
    with pytest.raises(BadRecord, match=f"^line {len(LINES)}: the record was changed"):
        read_record(TEXT[:-4], GAMES)


@pytest.mark.parametrize("text", ["", "\n", "%PDF-1.7", "odin", "Odin record 1\n"])
def test_a_foreign_file_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"^line 1: this is not an odin record\.$"):
        read_record(text, GAMES)


@pytest.mark.parametrize(
    ("line", "text", "complaint"),
    [
        (1, "odin record 2", "line 1: 'odin record 2' is of another version; this odin reads"),
        (2, "game tafl", "line 2: there is no game 'tafl' here."),
        (2, "play odin", "line 2: 'game …' was expected."),
        (3, "rules 9", "line 3: the match was played by version 9 of the rules of Odin;"),
        (3, "rules nine", "line 3: 'rules' needs a whole number."),
        (4, "seats 2", "line 7: 'seed …' was expected."),
        (4, "seats 99999", "line 4: 'seats' needs a whole number."),
        (5, "name 1 Astrid", "line 5: 'name 0 …' was expected."),
        (5, "name 0  ", "line 5: ' ' cannot be a name."),
        (6, "name 1 B\x07", "line 6: 'B\\x07' cannot be a name."),
        (8, "option target 1000", "line 8: target cannot be '1000'; it is a whole number"),
        (9, "seed 00", "line 9: the seed needs 32 hexadecimal digits."),
        (9, "seed " + "x" * 32, "line 9: the seed needs 32 hexadecimal digits."),
        (10, "move", "line 10: 'moves' was expected."),
        (11, "7 Y4", "line 11: a seat and its move were expected."),
        (11, "one Y4", "line 11: a seat and its move were expected."),
        (11, "1", "line 11: a seat and its move were expected."),
        (12, "1 sing", "line 12: seat 1 cannot have played 'sing' is not a move"),
        (len(LINES), "end 1 0123456789abcdef", f"line {len(LINES)}: the record was changed"),
        (len(LINES), f"{LINES[-1]}\nmore", f"line {len(LINES) + 1}: the record has ended"),
    ],
)
def test_an_edited_line_is_refused_where_it_stands(line: int, text: str, complaint: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(changed(line, text), GAMES)
    assert str(refused.value).startswith(complaint)


def test_a_move_that_was_not_possible_is_refused_with_its_line_and_the_reason() -> None:
    seat = RECORD.moves[0][0]
    with pytest.raises(BadRecord) as refused:
        read_record(changed(11, f"{seat} pass"), GAMES)
    assert str(refused.value) == (
        f"line 11: seat {seat} cannot have played pass: you lead, so you must play a card."
    )


def test_a_change_that_leaves_a_legal_match_is_still_noticed() -> None:
    with pytest.raises(BadRecord, match=f"^line {len(LINES)}: the record was changed"):
        read_record(changed(5, "name 0 Somebody"), GAMES)


def test_too_many_or_too_few_seats_are_refused() -> None:
    lonely = Record("odin", 1, ("Astrid",), {}, RECORD.seed, ())
    with pytest.raises(BadRecord, match=r"^line 4: Odin is not played by 1\.$"):
        read_record(lonely.to_text(), GAMES)


def test_a_name_that_would_break_a_line_cannot_be_recorded() -> None:
    with pytest.raises(BadRecord, match="cannot be a name"):
        Record("odin", 1, ("Astrid", "Bo\nend"), {}, RECORD.seed, ())
