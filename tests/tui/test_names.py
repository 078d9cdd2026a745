"""Anybody may be called anything: who is meant by "you" is a matter of the seat."""

from collections.abc import Iterator
from dataclasses import replace
from gettext import NullTranslations
from random import Random
from typing import Any

import pytest
from textual.content import Content

from odin_engine.chance import seed_from
from odin_engine.game import AnyGame, Outcome, Seat
from odin_engine.games import GAMES
from odin_server.hall import Phase, TableView
from odin_tui.drawing.names import names_apart, names_of
from odin_tui.game_text import read_messages
from odin_tui.game_ui import game_ui
from odin_tui.herrlof import prompt as herrlof_prompt
from odin_tui.herrlof import recap as herrlof_round_over
from odin_tui.herrlof.cards import CARD_SET as HERRLOF_CARDS
from odin_tui.herrlof.cards import SHAPES as HERRLOF_SHAPES
from odin_tui.herrlof.intent import Intent as HerrlofIntent
from odin_tui.herrlof.middle import middle_contents, story_lines
from odin_tui.herrlof.recap import trick_outcome
from odin_tui.languages import ENGLISH
from odin_tui.narrator import Reader
from odin_tui.odin import intent as odin_prompt
from odin_tui.odin import recap as hand_over
from odin_tui.odin.cards import SHAPES, card_places
from odin_tui.odin.intent import Intent as OdinIntent
from odin_tui.odin.table import story_of
from odin_tui.text_events import table_events
from odin_tui.widgets.deal_end import EndedDeal, who_leads
from odin_tui.widgets.match_end import verdict, wanting_more
from tests.tui.boards import seat_view, table_view

NAMES = ["Youssef", "Yours", "Your", "toYou", "to You", "You", "you", "YOU", "You win", "are", "is"]
PLAIN = "Ωmega"
OTHER = Seat(1)
READERS = [Seat(0), None]


def match_of(game: AnyGame, seats: int, seed: str, most: int = 160) -> list[Any]:
    """Play at random and give every state."""
    rng = Random(seed)
    states = [game.setup(game.read_options({}, seats), seats, seed_from(seed))]
    while (movers := game.to_move(states[-1])) and len(states) < most:
        seat = rng.choice(movers)
        move = rng.choice(list(game.legal_moves(states[-1], seat)))
        states.append(game.play(states[-1], seat, move))
    return states


def table(game: AnyGame, state: Any, reader: Seat | None, name: str) -> TableView:
    seats = list(table_view(game, state, reader).seats)
    seats[OTHER] = seat_view(OTHER, name=name, player="other", bot=None, vote="rematch")
    return table_view(game, state, reader, seats=tuple(seats))


def plain(said: "str | Content") -> str:
    return said.plain if isinstance(said, Content) else said


def odin_sentences(view: Any, names: tuple[str, ...]) -> Iterator["str | Content"]:
    reader = Reader(names, view.seat)
    yield odin_prompt.task(view, reader, OdinIntent().for_view(view))
    yield card_places(view, reader, SHAPES)
    yield story_of(view, reader).ending
    for number in range(len(view.results)):
        ended = EndedDeal(view, number + 1, reader, SHAPES)
        yield hand_over.heading(ended)
        yield from hand_over.meaning(ended)
        yield read_messages("odin").tell("out", reader, ended.result.winner)
        yield who_leads(ended.totals, min(ended.totals), reader)


def herrlof_sentences(view: Any, names: tuple[str, ...]) -> Iterator["str | Content"]:
    intent, reader = HerrlofIntent().for_view(view, "colour"), Reader(names, view.seat)
    yield herrlof_prompt.task(view, reader, intent)
    middle = middle_contents(view, intent, reader, HERRLOF_CARDS.style())
    yield from middle.captions[:1]
    yield from (name for name, _ in middle.choices.names)
    yield from story_lines(view, reader, HERRLOF_CARDS.style())
    if view.last_trick is not None:
        yield trick_outcome(view.last_trick, reader)
    for number in range(len(view.results)):
        ended = EndedDeal(view, number + 1, reader, HERRLOF_SHAPES)
        yield herrlof_round_over.heading(ended)
        yield who_leads(ended.totals, max(ended.totals), reader)


def walhalla_sentences(view: Any, names: tuple[str, ...]) -> Iterator["str | Content"]:
    ui, reader = game_ui("walhalla"), Reader(names, view.seat)
    yield ui.text.prompt(view, reader)
    yield from ui.previews(view, reader)


ON_THE_BOARD = {
    "odin": odin_sentences,
    "herrlof": herrlof_sentences,
    "walhalla": walhalla_sentences,
}


def sentences(game: AnyGame, before: Any, state: Any, reader: Seat | None, name: str) -> list[str]:
    """Give everything that is said of a position with names in it."""
    was, now = table(game, before, reader, name), table(game, state, reader, name)
    labels, full = names_of(now), names_apart(now)
    ui, told_to = game_ui(game.NAME), Reader(full, reader)
    said: list[str | Content] = [
        *ui.tell(was.match, now.match, told_to),
        *ui.tell(None, now.match, told_to),
        *ui.text.table(now.match, told_to),
        *ui.text.scores(now.match, told_to),
        *ON_THE_BOARD[game.NAME](now.match, labels),
        wanting_more(now),
    ]
    for winners in ((0,), (1,), (0, 1)):
        places = tuple(1 if seat in winners else 2 for seat in range(len(full)))
        said.append(verdict(Outcome(places, (0,) * len(full), ""), labels, reader))
    return [plain(one) for one in said]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_sentence_treats_a_name_as_a_name(game: AnyGame, reader: Seat | None) -> None:
    states = match_of(game, 3, "names")
    for before, state in zip(states[::7], states[3::7], strict=False):
        usual = sentences(game, before, state, reader, PLAIN)
        for name in NAMES:
            shown = names_apart(table(game, state, reader, name))[OTHER]
            expected = [sentence.replace(PLAIN, shown) for sentence in usual]
            assert sentences(game, before, state, reader, name) == expected


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_the_reader_is_you_whatever_they_are_called(game: AnyGame, name: str) -> None:
    states = match_of(game, game.SEATS[0], "reader")
    for before, state in zip(states[::9], states[3::9], strict=False):
        assert sentences(game, before, state, OTHER, name) == sentences(
            game, before, state, OTHER, PLAIN
        )


@pytest.mark.parametrize("name", ["You", "you", "YOU"])
def test_somebody_else_called_you_is_quoted(name: str) -> None:
    state = match_of(GAMES["odin"], 2, "quoted", 2)[-1]
    assert names_of(table(GAMES["odin"], state, Seat(0), name)) == ("You", f"“{name}”")
    assert names_apart(table(GAMES["odin"], state, OTHER, name)) == ("Astrid", name)


@pytest.mark.parametrize("name", NAMES)
def test_who_comes_and_goes_is_told_by_name(name: str) -> None:
    game = GAMES["odin"]
    here = table(game, match_of(game, 2, "around", 2)[-1], Seat(0), name)
    gone = replace(here.seats[OTHER], covered="left", connected=False)
    left = replace(here, seats=(here.seats[0], gone), phase=Phase.PLAYING)
    assert table_events(here, left, ENGLISH) == [f"{name} has left; a bot plays on."]


def test_those_who_share_a_win_are_listed_as_in_a_sentence() -> None:
    shared = Outcome((1, 1, 2), (3, 3, 9), "")
    names = ("boy", "Bo", "Cnut")
    assert verdict(shared, names, None) == "boy and Bo share the win."
    assert verdict(shared, names, Seat(0)) == "You share the win with Bo."
    assert verdict(shared, names, Seat(1)) == "You share the win with boy."
    assert who_leads((2, 2, 5), 2, Reader(names, Seat(1))) == "You and boy lead the match with 2."
    assert who_leads((5, 2, 5), 2, Reader(names, Seat(1))) == "You lead the match with 2."
    assert who_leads((5, 2, 5), 2, Reader(names, Seat(0))) == "Bo leads the match with 2."


class CallsYouTu(NullTranslations):
    """Calls the reader's own seat by another word."""

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - as gettext has it
        return "Tú" if message == "You" else message


@pytest.mark.parametrize("name", ["TÚ", "You"])
def test_somebody_called_like_the_own_seat_in_the_readers_language_is_quoted(name: str) -> None:
    state = match_of(GAMES["odin"], 2, "quoted", 2)[-1]
    now = table(GAMES["odin"], state, Seat(0), name)
    assert names_of(now, CallsYouTu()) == ("Tú", f"“{name}”")
