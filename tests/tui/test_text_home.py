"""Home in plain lines: lessons, puzzles, the daily deal, planned moves and reports."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from random import Random

import pytest

from odin_engine.analysis import Verdict
from odin_engine.games import GAMES
from odin_engine.record import Record
from odin_server.analyst import Analyst
from odin_server.hall import Chair, Hall, HallSettings, NewTable, Phase, Player
from odin_tui.game_ui import game_ui
from odin_tui.lesson_table import LessonTable
from odin_tui.line_session import ReadLine, WriteLine
from odin_tui.matchmaking import quick_seat
from odin_tui.text_home import HomeActions, TextHome
from tests.tui.analysts import FakeAnalyst
from tests.tui.conversations import Dialogue
from tests.tui.test_match_report import strict

ME = Player("astrid", "Astrid")
BO = Player("bo", "Bo")


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = await Hall.begin(settings=HallSettings(bot_pause=0.0), chance=Random(5))
    yield hall
    await hall.close()


def home(hall: Hall, analyst: Analyst | None = None, line: str = "") -> Dialogue:
    """Begin at home, or with a single line."""

    async def talk(read: ReadLine, write: WriteLine) -> None:
        actions = HomeActions(open_table=lambda game: quick_seat(hall, ME, game))
        lines = TextHome(hall, lambda: ME, read, write, actions, analyst=analyst)
        await (lines.handle_line(line) if line else lines.run())

    return Dialogue(talk)


async def one_hand(hall: Hall, *others: Player) -> Chair:
    """Sit down at a match of one hand, with bots or with others."""
    bots = () if others else ("karl", "karl")
    table = NewTable(
        "odin", seats=1 + len(bots or others), bots=bots, options={"target": "one-hand"}
    )
    return await hall.open_table(ME, table)


async def play_out(chair: Chair) -> None:
    """Make the last legal move until the match is over."""
    while chair.view.phase is not Phase.OVER:
        view = chair.view
        if view.my_turn and view.match is not None:
            await chair.play(view.match.moves[-1], turn=view.turn)
        else:
            await chair.change()


@pytest.mark.parametrize("game", GAMES)
async def test_the_lesson_of_every_game_can_be_typed(game: str, hall: Hall) -> None:
    lesson = game_ui(game).lesson
    assert lesson is not None
    table = LessonTable(lesson)
    talk = home(hall)
    talk.type(f"lesson {game}")
    while not table.is_over:
        while table.others_to_move:
            table.let_others_move()
        number, count = table.progress
        await talk.until(rf"^Step {number} of {count}: ")
        if table.wanted is None:
            talk.type("")
            table.read_on()
        else:
            talk.type("hint")
            typed = (await talk.until("^You type: ")).removeprefix("You type: ")
            talk.type(typed)
            table.play(table.wanted)
    await talk.until(f"^That was the lesson. Type play {game} for a real match.")


async def test_another_move_in_a_lesson_is_explained_and_costs_nothing(hall: Hall) -> None:
    talk = home(hall)
    talk.type("lesson odin", "")
    await talk.until("^Step 2 of ")
    talk.type("pass", "R1", "table")
    await talk.until("^You may pass, but you can do better")
    await talk.until("^R1: you don't have R1")
    await talk.until("^In the middle: Y4")
    talk.type("quit", "quit")
    await talk.end()
    assert talk.heard[-1] == "Bye."


async def test_a_puzzle_is_solved_in_lines_and_its_first_try_is_kept(hall: Hall) -> None:
    puzzle = hall.puzzles.next_for(ME, "odin")
    assert puzzle is not None
    talk = home(hall)
    talk.type("puzzle odin")
    await talk.until("^You hold ")
    await talk.until("^Puzzle .*: one move is clearly best. Find it.")
    talk.type(puzzle.answer)
    await talk.until("^Right: ")
    await talk.until("to win the match")
    talk.type("")
    await talk.until(r"Solved at once: 1 of 1; 1 in a row\.")
    await talk.until("^Puzzle ")
    talk.type("answer")
    await talk.until("^The best move: ")
    talk.type("quit", "quit")
    await talk.end()
    assert hall.puzzles.progress(ME).tries[puzzle.id] is True
    assert len(hall.puzzles.progress(ME).tries) == 2


async def test_another_move_in_a_puzzle_is_judged_by_the_search(hall: Hall) -> None:
    puzzle = hall.puzzles.next_for(ME, "odin")
    assert puzzle is not None
    game = GAMES["odin"]
    known = {puzzle.answer, puzzle.verdict.played}
    moves = map(game.format_move, game.legal_moves(puzzle.position(game), puzzle.seat))
    other = next(word for word in moves if word not in known)

    async def worse(_record: Record, first: int) -> AsyncGenerator[Verdict, None]:
        yield Verdict(first, other, puzzle.answer, 0.1, 0.5, 0.005)

    talk = home(hall, FakeAnalyst(worse), "puzzle odin")
    talk.type("nonsense", other)
    await talk.until("^The search tries your move")
    await talk.until("^That wins 10%, 40% less than the best move. Try again.")
    talk.type("quit")
    await talk.end()
    assert hall.puzzles.progress(ME).tries == {puzzle.id: False}


async def test_the_daily_deal_and_its_board_are_in_lines(hall: Hall) -> None:
    talk = home(hall)
    talk.type("daily odin")
    await talk.until("^Table .*: Odin with ")
    talk.type("quit")
    await talk.until("^Your match is saved.")
    await talk.until("^Daily deal of .*: Odin")
    await talk.until("^1 has begun and not finished.")
    talk.type("board herrlof", "board chess", "continue")
    await talk.until("^Nobody has finished this deal yet.")
    await talk.until("chess")
    await talk.until("^Table .*: Odin with ")
    talk.type("quit", "quit")
    await talk.end()


async def test_a_report_is_told_in_lines_and_its_moments_can_be_tried_again(hall: Hall) -> None:
    chair = await one_hand(hall)
    await chair.start()
    await play_out(chair)
    while not hall.finished(ME):  # noqa: ASYNC110 - it is recorded a moment later
        await asyncio.sleep(0)
    record = await hall.record(ME, hall.finished(ME)[0].id)
    own = next(n for n, (seat, word) in enumerate(record.moves) if not seat and word != "pass")

    async def judge(_record: Record, _first: int) -> AsyncGenerator[Verdict, None]:
        for number, (_seat, word) in enumerate(record.moves):
            bad = number == own
            better = "pass" if bad else word
            yield Verdict(number, word, better, 0.2 if bad else 0.5, 0.5, 0.01)

    talk = home(hall, FakeAnalyst(judge), "report")
    await talk.until("^The search looks at every move. Type stop to stop it.")
    await talk.until("^You: accuracy ")
    await talk.until(r"^  1\.  \?")
    await talk.until("^ +Better: ")
    await talk.until("^Type a number to try that moment again")
    talk.type("7", "1")
    await talk.until("^Your move here was: ")
    talk.type("quit")
    await talk.until("^Type a number")
    talk.type("quit")
    await talk.end()


async def test_an_analysis_can_be_stopped_and_tells_how_far_it_came(hall: Hall) -> None:
    chair = await one_hand(hall)
    await chair.start()
    await play_out(chair)
    forever = asyncio.Event()

    async def slow(record: Record, _first: int) -> AsyncGenerator[Verdict, None]:
        for number in range(len(record.moves) // 2):
            yield Verdict(number, record.moves[number][1], record.moves[number][1])
        await forever.wait()

    talk = home(hall, FakeAnalyst(slow), "report")
    await talk.until("^Analysing: ")
    talk.type("stop")
    await talk.until("^Stopped after ")
    await talk.until("accuracy")
    await talk.end()


async def test_the_report_is_offered_at_the_table_when_the_match_is_over(hall: Hall) -> None:
    chair = await one_hand(hall)
    await chair.start()

    async def sit(read: ReadLine, write: WriteLine) -> None:
        actions = HomeActions(open_table=lambda game: quick_seat(hall, ME, game))
        lines = TextHome(hall, lambda: ME, read, write, actions, analyst=FakeAnalyst(strict))
        await lines.play_at(chair)

    talk = Dialogue(sit)
    talk.type("report")
    await talk.until("^Type report when the match is over.")
    await play_out(chair)
    await talk.until("^Type report to see where you went wrong.")
    talk.type("report")
    await talk.until("^You: accuracy ")
    talk.type("quit", "quit", "quit")
    await talk.end()


async def test_without_a_match_there_is_nothing_to_report(hall: Hall) -> None:
    talk = home(hall)
    talk.type("matches", "report", "continue", "dance", None)
    await talk.until("^You have not finished a match here yet.")
    await talk.until("^You have not finished a match here yet.")
    await talk.until("^No match waits to be continued.")
    await talk.until("^No such command: 'dance'. Type help for help.")
    await talk.end()


async def two_at_a_table(hall: Hall) -> tuple[Dialogue, Chair]:
    """Return somebody in front of lines, and the chair of the other player, whose turn it is."""
    mine = await one_hand(hall, BO)
    theirs = await hall.sit(BO, mine.view.code)
    if mine.view.phase is Phase.LOBBY:
        await mine.start()
    if mine.view.my_turn:
        assert mine.view.match is not None
        await mine.play(mine.view.match.moves[0])
    talk = home(hall, line="continue")
    await talk.until("^Table ")
    return talk, theirs


async def test_a_planned_move_is_made_on_ones_turn(hall: Hall) -> None:
    talk, theirs = await two_at_a_table(hall)
    talk.type("plan", "plan dragon", "plan pass")
    await talk.until("^Type plan and the move to make on your turn.")
    await talk.until("dragon")
    await talk.until("^Planned for your turn, if it can be played then: pass.")
    await talk.until("^Type cancel to forget it.")
    match = theirs.view.match
    assert match is not None
    await theirs.play(match.moves[0])
    await talk.until("^As planned: pass.")
    await talk.until("^You pass.")
    talk.type("quit")
    await talk.end()


async def test_a_planned_move_can_be_cancelled_and_may_fail(hall: Hall) -> None:
    talk, theirs = await two_at_a_table(hall)
    match = theirs.view.match
    assert match is not None
    not_mine = str(next(iter(match.hand)))
    talk.type("cancel", "plan pass", "cancel", f"plan {not_mine}")
    await talk.until("^You have planned nothing.")
    await talk.until("^Planned .*: pass.")
    await talk.until("^Forgotten.")
    await talk.until("^Planned ")
    await theirs.play(match.moves[0])
    await talk.until("^What you had planned cannot be played any more.")
    await talk.until("^Your turn: ")
    talk.type("plan pass")
    await talk.until("^It is your turn now: type the move itself.")
    talk.type("quit")
    await talk.end()
