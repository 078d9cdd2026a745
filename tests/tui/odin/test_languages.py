"""Everything Odin says is looked up in the session's language, as whole sentences."""

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from textual.content import Content

from odin_engine import odin
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.odin.state import State
from odin_tui.narrator import Reader
from odin_tui.odin import intent as prompt
from odin_tui.odin import text
from odin_tui.odin.cards import SHAPES, card_places
from odin_tui.odin.events import tell
from odin_tui.odin.intent import Intent
from odin_tui.odin.reasons import sentences
from odin_tui.odin.recap import draw, draw_tally, frames, heading
from odin_tui.odin.table import last_turns, story_of, turn_summary
from odin_tui.widgets.deal_end import EndedDeal
from tests.engine.odin.positions import after, position
from tests.tui.boards import BoardApp
from tests.tui.languages.pseudo import CLOSED, OPENED, PSEUDO
from tests.tui.screens import screen_text
from tests.tui.tables import board, board_of, seen, table

TR = PSEUDO
NAMES = ("1st", "2nd", "3rd")
INNERMOST = re.compile(r"⟦[^⟦⟧]*[⟧…]")  # a name that has no room ends with …
UNTRANSLATED = re.compile(r"[A-Za-zÀ-ÿ]{2,}")


def untranslated(said: "str | Content") -> list[str]:
    """Return the words that stand in no brackets, apart from names."""
    plain = said.plain if isinstance(said, Content) else said
    for name in NAMES:
        plain = plain.replace(name, "")
    while INNERMOST.search(plain):
        plain = INNERMOST.sub("", plain)
    return UNTRANSLATED.findall(plain)


def states(seed: str) -> list[State]:
    rng = Random(seed)
    played = [odin.setup(odin.read_options({"target": "10"}, 3), 3, seed_from(seed))]
    while (turn := played[-1].turn) is not None:
        played.append(
            odin.play(played[-1], turn, rng.choice(list(odin.view(played[-1], turn).moves)))
        )
    return played


def said_of(before: State, state: State, seat: Seat | None) -> Iterator["str | Content"]:
    view, reader = odin.view(state, seat), Reader(NAMES, seat, TR)
    yield from tell(odin.view(before, seat), view, reader)
    yield from text.table(view, reader)
    yield from text.scores(view, reader)
    yield from text.hand(view, reader)
    yield from text.sets(view, reader)
    yield text.prompt(view, reader)
    yield card_places(view, reader, SHAPES)
    yield story_of(view, reader).ending
    yield from (turn_summary(turn, 40, TR) for turn in last_turns(view).values())
    start = Intent().for_view(view)
    for intent in (start, start.next_set(1), start.next_set(-1)):
        yield prompt.task(view, reader, intent)
        yield prompt.preview(view, intent, TR, width=200)
        if intent.my_turn and intent.may_play and intent.takes:
            yield prompt.task(view, reader, intent.begin_taking())
            yield prompt.preview(view, intent.begin_taking(), TR, width=200)
    if seat is not None and view.turn == seat:
        for move in list(view.moves)[:5]:
            yield text.spoken(move, reader)
            yield text.advice(move, reader)
            yield from sentences(view, move, tr=TR)
    if view.results:
        ended = EndedDeal(view, len(view.results), reader, SHAPES)
        yield heading(ended)
        yield draw_tally(ended, None, 120, 10).content()


@pytest.mark.parametrize("seat", [Seat(0), None])
def test_everything_odin_says_is_translated(seat: Seat | None) -> None:
    played = states("languages")
    for before, state in pairwise(played):
        for said in said_of(before, state, seat):
            assert untranslated(said) == [], said


def test_a_replay_is_translated() -> None:
    for frame in frames(Reader(NAMES, None, TR), states("replay"))[::5]:
        assert [word for line in frame.told for word in untranslated(line)] == []
        for size in (150, 12), (150, 48):
            assert untranslated(draw(frame, *size, "shapes").content()) == []


# -- the board ------------------------------------------------------------------------------

SIZES = [(80, 24), (100, 30), (120, 36)]
ON_A_PAIR = position("B9 B5 G8 Y1 | R1 R3 | O1", "R8 R2", owner=2)
KEPT = {"Astrid", "Bo", "Cnut", "karl", "esc", "ODIN", "SHA"}


@pytest.fixture
def _in_pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardApp, "translations", PSEUDO, raising=False)


def check(app: BoardApp) -> None:
    """Assert that the screen has no letters of English, and no text without its end."""
    text = screen_text(app)
    assert set(re.findall(r"[A-Za-z]{2,}", text)) <= KEPT, text
    # On the narrowest cards a name may be cut.
    whole = re.sub(rf"{OPENED}[^{OPENED}{CLOSED}]*…", "", text)
    assert whole.count(OPENED) == whole.count(CLOSED), text


@pytest.mark.usefixtures("_in_pseudo")
@pytest.mark.parametrize("size", SIZES)
async def test_the_table_is_translated_and_whole(size: tuple[int, int]) -> None:
    async with board(ON_A_PAIR, size=size) as (app, pilot):
        check(app)
        for key in ("3", "enter", "4", "enter", "right", "escape", "escape", "tab", "v"):
            await pilot.press(key)
            await pilot.pause()
            check(app)


@pytest.mark.usefixtures("_in_pseudo")
@pytest.mark.parametrize("size", SIZES)
async def test_a_turn_of_somebody_else_is_translated_and_whole(size: tuple[int, int]) -> None:
    played = after(position("B9 G8 Y1 | R1 R3 G9 | O1 O5"), "B9", "pass", "pass", "G8", "G9+G8")
    async with board(played, size=size) as (app, pilot):
        check(app)
        await pilot.press("enter", "p")
        await pilot.pause()
        check(app)


@pytest.mark.usefixtures("_in_pseudo")
@pytest.mark.parametrize("size", SIZES)
async def test_the_ends_are_translated_and_whole(size: tuple[int, int]) -> None:
    start = position("B9 | R1 R3 | O1 O2 O5 G1", points=(2, 3, 14))
    async with board(start, size=size) as (app, pilot):
        app.board.table_view = seen(after(start, "B9"), turn=2)
        await pilot.pause()
        check(app)
        await pilot.press("enter")
        await pilot.pause()
        check(app)


def test_a_message_without_brackets_is_found() -> None:
    assert untranslated("⟦You hold {cards}⟧ and more, 1st") == ["and", "more"]
    assert untranslated("⟦a ⟦b⟧ c⟧ B9■") == []


async def test_a_hint_at_a_table_is_in_the_players_language() -> None:
    async with table(3, size=(120, 36), handed_in={"translations": PSEUDO}) as (app, pilot, _):
        shown = board_of(app)
        await pilot.press("h")
        while shown.said is None:
            await pilot.pause()
        assert shown.said.above is not None
        assert untranslated(shown.said.above) == []
        assert [word for way in shown.said.ways for word in untranslated(way)] == []
