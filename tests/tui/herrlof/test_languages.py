"""Everything Herrlof says is translated: in a language of brackets, no word stands outside them."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from random import Random

import pytest
from textual.content import Content

from odin_engine import herrlof
from odin_engine.chance import seed_from
from odin_engine.game import Seat
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.view import View
from odin_tui.herrlof import prompt, recap, text
from odin_tui.herrlof.cards import CARD_SET, SHAPES, printed
from odin_tui.herrlof.events import tell
from odin_tui.herrlof.intent import Intent
from odin_tui.herrlof.middle import deck_of, middle_contents, prediction_of
from odin_tui.herrlof.reasons import sentences
from odin_tui.herrlof.recap import draw, frames, trick_outcome
from odin_tui.narrator import Reader
from odin_tui.screens.lesson import LessonScreen
from odin_tui.widgets.deal_end import EndedDeal
from tests.engine.herrlof.positions import after
from tests.tui.boards import BoardApp, press
from tests.tui.herrlof.boards import board, seen
from tests.tui.herrlof.test_board import LAST_TRICK, LEADING, POSITIONS, SWAPPING
from tests.tui.languages.pseudo import CLOSED, OPENED, PSEUDO
from tests.tui.screens import odin, screen_text

NAMES = ("Ω", "Ψ", "Φ")
NOTATION = re.compile(r"[RBGY][1-9]?|V|H|predict \d+|draw|skip|(bury|return) \w+|steal \d")


class Brackets(NullTranslations):
    """Puts every message into brackets."""

    def gettext(self, message: str) -> str:
        return f"⟨{message}⟩"

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - as gettext has it
        return f"⟨{message}⟩"

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        return f"⟨{singular if n == 1 else plural}⟩"


def outside(line: str | Content) -> str:
    """Return what stands outside all brackets, except moves and cards."""
    rest = str(line)
    while (shorter := re.sub(r"⟨[^⟨⟩]*⟩", "", rest)) != rest:
        rest = shorter
    return NOTATION.sub("", rest)


def views(seats: int, reader: Seat | None) -> Iterator[tuple[View, View]]:
    """Play at random and give what a reader sees before and after every move."""
    rng = Random(seats)
    options = read_options({"target": "40", "max-rounds": "3"}, seats)
    state = herrlof.setup(options, seats, seed_from(f"language {seats}"))
    while movers := herrlof.to_move(state):
        seat = rng.choice(movers)
        move = rng.choice(herrlof.legal_moves(state, seat))
        before, state = state, herrlof.play(state, seat, move)
        yield herrlof.view(before, reader), herrlof.view(state, reader)


def said(before: View, view: View, reader: Reader) -> Iterator[str | Content]:
    tr, style = reader.tr, CARD_SET.style(tr=reader.tr)
    yield from tell(before, view, reader)
    for lines in (text.hand, text.table, text.scores, text.moves):
        yield from lines(view, reader)
    yield text.prompt(view, reader)
    intent = Intent().for_view(view, "colour")
    for looked in (intent, intent.next_fitting(1), intent.stepped(1)):
        yield prompt.task(view, reader, looked)
        yield prompt.preview(view, looked, tr)
        middle = middle_contents(view, looked, reader, style)
        yield from middle.captions
        yield from (owned for _, owned in middle.choices.names)
    beside = prediction_of(view, reader, style)
    yield from (*beside.heading, *beside.story)
    yield from (way for ways in deck_of(view, style).lines for way in ways)
    if view.last_trick is not None:
        yield trick_outcome(view.last_trick, reader)
    for move in view.moves[:3]:
        yield text.spoken(move, reader)
        yield text.advice(move, reader)
        yield from sentences(view, move, tr=tr)
    for number in range(len(view.results)):
        ended = EndedDeal(view, number + 1, reader, SHAPES)
        yield recap.heading(ended)
        yield recap.draw_columns(ended, None, 120, 30).content()


def test_every_word_on_a_card_is_translated() -> None:
    style = CARD_SET.style(tr=Brackets())
    names = {printed(card, style).name for card in CARD_SET.named.values()}
    assert names >= {"⟨Valknut⟩", "⟨Hagalaz⟩", "⟨trick⟩"}
    assert [name for name in names if outside(name)] == []


@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("seats", [2, 3])
def test_no_word_is_left_untranslated(seats: int, seat: int | None) -> None:
    me = None if seat is None else Seat(seat)
    reader = Reader(NAMES[:seats], me, Brackets())
    checked = 0
    for before, view in views(seats, me):
        for line in said(before, view, reader):
            assert not re.search("[A-Za-z]", outside(line)), line
            checked += bool(line)
    assert checked > 1000


@pytest.mark.parametrize("size", [(78, 16), (98, 22), (118, 28)])
def test_a_replay_is_translated(size: tuple[int, int]) -> None:
    options = read_options({"target": "5"}, 2)
    states, rng = [herrlof.setup(options, 2, seed_from("replay"))], Random(3)
    while movers := herrlof.to_move(states[-1]):
        move = herrlof.heuristic_move(herrlof.view(states[-1], movers[0]), rng)
        states.append(herrlof.play(states[-1], movers[0], move))
    for frame in frames(Reader(NAMES[:2], None, Brackets()), states):
        assert not any(re.search("[A-Za-z]", outside(line)) for line in frame.told)
        for line in draw(frame, *size, "shapes").content().plain.split("\n"):
            assert not re.search("[a-z]{2}", outside(line)), line


# -- the board in a language that is 40 % longer --------------------------------------------

SIZES = [(80, 23), (100, 29), (120, 35)]
KEPT = {"HERRLOF", "Astrid", "Bo", "Cnut", "karl", "Hagalaz", "Valknut", "SHA"}


@pytest.fixture
def _in_pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardApp, "translations", PSEUDO, raising=False)


def check(app: BoardApp) -> None:
    """Assert that a screen has no English words, and no text without its end."""
    shown = screen_text(app)
    assert set(re.findall("[A-Za-z]{2,}", shown)) <= KEPT, shown
    assert shown.count(OPENED) == shown.count(CLOSED), shown


@pytest.mark.usefixtures("_in_pseudo")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", [*POSITIONS, "swap", "lead"])
async def test_the_table_is_translated_and_whole(
    name: str, seat: int, size: tuple[int, int]
) -> None:
    state = {**POSITIONS, "swap": SWAPPING, "lead": LEADING}[name]
    async with board(state, seat, size=size) as (app, pilot):
        check(app)
        await press(pilot, "right")
        check(app)


@pytest.mark.usefixtures("_in_pseudo")
@pytest.mark.parametrize("size", SIZES)
async def test_the_ends_are_translated_and_whole(size: tuple[int, int]) -> None:
    async with board(after(LAST_TRICK, "G9"), size=size) as (app, pilot):
        app.board.table_view = seen(after(LAST_TRICK, "G9", "G7"), turn=2)
        await pilot.pause()
        check(app)
        await press(pilot, "enter", "v")
        check(app)
    last = LAST_TRICK._replace(points=(30, 40), exact=(2, 3))
    async with board(after(last, "G9", "G7"), size=size) as (app, _pilot):
        check(app)


async def test_a_hint_and_its_reasons_are_translated() -> None:
    async with odin((120, 36), translations=PSEUDO) as (app, pilot):
        screen = LessonScreen("herrlof")
        await app.push_screen(screen)
        await pilot.press("enter", "h")
        await pilot.pause()
        assert screen.table.wanted is not None
        reasons = sentences(screen.table.view.match, screen.table.wanted, tr=PSEUDO)
        assert reasons[0] in screen_text(app)
        kept = KEPT | {"esc", "enter", "space", "tab", "Herrlof", *screen.table.lesson.names}
        assert set(re.findall("[A-Za-z]{2,}", screen_text(app))) <= kept
