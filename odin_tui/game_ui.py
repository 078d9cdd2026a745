"""What a game shows, declared as one value; one line of the registry names it.

`docs/adding-a-game.md` explains the parts with a small game as its example.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, overload

from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_tui.json_words import JsonView
from odin_tui.languages import N_
from odin_tui.languages.numbers import comma_list
from odin_tui.rulebook import Topic

if TYPE_CHECKING:
    from textual.content import Content

    from odin_tui.drawing.canvas import Area, Canvas
    from odin_tui.languages import Translations
    from odin_tui.lesson_table import Lesson
    from odin_tui.messages import Sentence
    from odin_tui.narrator import Reader
    from odin_tui.option_text import OptionText
    from odin_tui.widgets.game_board import GameBoard

GAME_UIS = {
    "odin": "odin_tui.odin.game:GAME",
    "herrlof": "odin_tui.herrlof.game:GAME",
    "walhalla": "odin_tui.walhalla.game:GAME",
}
"""Where each game is declared. Nothing of a game is imported before it is used."""

T = TypeVar("T")


class Question(Refusal):
    """A typed move that leaves something open; `about` is what was typed so far."""

    def __init__(self, code: str, /, *, about: Any, **facts: Any) -> None:
        super().__init__(code, **facts)
        self.about = about


class Part(Generic[T]):
    """A part of a declaration: the value itself, or its import path, as in `package.module:NAME`.

    A path is imported when the part is first used, so that text and JSON mode load no widgets.
    """

    def __init__(self, *default: T | str) -> None:
        self._default: Any = default
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, ui: None, owner: type) -> T: ...
    @overload
    def __get__(self, ui: "GameUI", owner: type) -> T: ...
    def __get__(self, ui: "GameUI | None", owner: type) -> T:
        if ui is None:
            # The default of the dataclass's field; without one the field is required.
            if not self._default:
                raise AttributeError(self._name)
            missing: T = self._default[0]
            return missing
        value = ui.__dict__[self._name]
        if isinstance(value, str):
            value = ui.__dict__[self._name] = loaded(value)
        part: T = value
        return part

    def __set__(self, ui: "GameUI", value: T | str) -> None:
        ui.__dict__[self._name] = value


def loaded(path: str) -> Any:
    """Import `package.module:NAME` and return what has that name, which may have dots."""
    module, _, name = path.partition(":")
    return attrgetter(name)(import_module(module))


Tell: TypeAlias = "Callable[[Any, Any, Reader], list[str]]"
"""Tells what happened between two views, from the start of the match if the first is None."""
Reasons: TypeAlias = Callable[..., list[str]]
"""Takes a view, a move and `tr`; returns at most two sentences for the move, the stronger first."""
Lines: TypeAlias = "Callable[[Any, Reader], list[str]]"
"""Says something about a view in lines."""


def no_lines(_view: Any, _reader: "Reader") -> list[str]:
    """Say nothing."""
    return []


def short_prompt(view: Any, reader: "Reader") -> str:
    """Say whether it is the reader's turn."""
    mine = view.seat is not None and view.seat in view.to_move
    if mine:
        return reader.tr.gettext("Your turn: choose a move.")
    return reader.tr.gettext("It is not your turn.")


@dataclass(frozen=True, kw_only=True)
class TextUI:
    """A game in plain lines, as text mode says them and reads them."""

    table: Lines
    """Says what lies or stands there, and whose turn it is."""
    help: tuple[str, ...] = ()
    """What can be typed in this game; marked for translation."""
    hand: Lines = no_lines
    """Says what the reader holds, if there is anything hidden to hold."""
    scores: Lines = no_lines
    """Says how the match stands, if it is played for points; told whenever that changes."""
    goal: Lines = no_lines
    """Says what ends a match, and who wins it."""
    table_first: bool = False
    """Whether the table is told when a match begins, because it differs from match to match."""
    prompt: "Callable[[Any, Reader], str]" = short_prompt
    """Says what the reader can do now."""
    moves: "Lines | None" = None
    """Lists what can be played now; without it, all legal moves in the game's notation."""
    preview: "Callable[[Any, Any, Reader], str] | None" = None
    """Says what a move would lead to in a view; a short list of moves is told with the prompt."""
    spoken: "Callable[[Any, Reader], str] | None" = None
    """Says a move as a player would, as in `play B9 B5 and take R8`; without it, its notation."""
    advice: "Callable[[Any, Reader], str] | None" = None
    """Says in a sentence that a good player would make a move; without it, names the move."""
    read_move: Callable[[Any, str, Any], Any] | None = None
    """Reads what was typed, given the view and what an earlier `Question` was about.

    Raises `Question` where something has to be asked, and another `Refusal` for no move. Without
    it, moves are typed in the game's notation.
    """


def first_topic(_view: Any) -> str:
    """Name no topic: the rules open at their beginning."""
    return ""


@dataclass(frozen=True, kw_only=True)
class RulesPage:
    """The rules of a game to be read."""

    topics: tuple[Topic, ...]
    topic_for: Callable[[Any], str] = first_topic
    """Names the topic that matters in a view; None is before any match."""


DEAL_KEYS = N_("previous/next hand"), N_("previous/next round"), N_("previous/next raid")
"""What keys that go from deal to deal are called, by what games call their deals."""


class Moment(Protocol):
    """One moment of a recorded match, as its game shows it."""

    @property
    def moves(self) -> int: ...
    @property
    def told(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, kw_only=True)
class ReplayUI:
    """How a game shows a recorded match with everything open."""

    frames: "Callable[[Reader, Sequence[Any]], Sequence[Moment]]"
    """Returns the moments of a match, in order, from its states."""
    draw: "Callable[[Any, int, int, str], Canvas]"
    """Draws a moment in a width and a height, with the player's style of cards."""
    deal_of: Callable[[Any], int] = lambda _frame: 1
    """Returns the number of the deal a moment belongs to, in games of several deals."""
    where: str = N_("move {move} of {moves}")
    """Says which moment is shown, and in games of several deals which deal, of `{count}`."""
    deal: str = ""
    """Names a deal below the timeline, as in `hand {number}`; empty in games without deals."""
    deal_keys: str = ""
    """What the keys do that go from deal to deal, one of `DEAL_KEYS`; empty without deals."""


@dataclass(frozen=True, kw_only=True)
class ScreenReader:
    """How a pilot reads a game off the screen, and plays it by what it has read."""

    read: Callable[[Sequence[str]], Any | None]
    """Reads the table off the lines of a screen; None if they show something else."""
    disagreement: Callable[[Any, Mapping[str, Any]], str | None]
    """Says where the screen and the table, as JSON tells it, differ; None if they do not."""
    next_keys: Callable[[Any], list[str]]
    """Returns the keys that make a move."""
    typed: Callable[[str, Random], str]
    """Returns a move to type after a line has said what can be played, or a list below it."""
    listed: Callable[[str], int] = lambda _said: 0
    """Returns how many lines list moves below the one that says what can be played."""
    hidden_but_shown: Callable[[Sequence[str], Mapping[str, Any]], Any] = lambda *_: ()
    """Returns what is on the screen that this player may not know; empty if all is well."""
    pictures: "Callable[[Sequence[str]], Sequence[Area]]" = lambda _rows: ()
    """Finds in the rows of a terminal what is not mirrored for readers from right to left."""
    sought: tuple[Any, ...] = ()
    """The messages it looks for on the screen, as `odin_tui.pilots.in_english` takes them."""
    windows: tuple[Any, ...] = ()
    """The titles of windows over the table, which are closed; messages as in `sought`."""
    offers: tuple[Any, ...]
    """The messages that say in a line what can be played."""
    answers: tuple[Any, ...] = ()
    """The messages that tell of the player's own moves; without any, each line may."""
    questions: tuple[Any, ...] = ()
    """The messages that ask for a card before a typed move is made."""
    own_seat: Callable[[Sequence[str]], int | None] | None = None
    """Returns which seat is the player's own; without it, the one whose name is not shown."""
    short_options: tuple[Mapping[str, str], ...] = ({},)
    """Options of matches that end soon."""
    form_options: Mapping[str, str] = field(default_factory=dict)
    """The same, of what the form of a new table offers."""


def plain_text(text: str, _card_style: str = "", style: str = "") -> "Content":
    """Return a text of a game in which nothing is painted."""
    from textual.content import Content  # noqa: PLC0415 - only sessions with a screen load Textual

    return Content.styled(text, style)


def no_emblem(_card_style: str) -> "Canvas":
    """Return an empty drawing."""
    from odin_tui.drawing.canvas import Canvas  # noqa: PLC0415 - as above

    return Canvas(0, 0)


@dataclass(frozen=True, kw_only=True)
class GameUI:
    """Everything a game shows. Its rules are those of the same name in `odin_engine.games`."""

    name: str
    about: str = ""
    """What the game is, in a sentence; marked for translation."""

    # In words
    tell: Part[Tell] = Part()
    text: Part[TextUI] = Part()
    rules: Part[RulesPage] = Part()
    refusals: "Part[Mapping[str, Sentence]]" = Part()
    """Sentences for the codes of the game's own refusals and questions."""
    outcomes: "Part[Mapping[str, Sentence]]" = Part()
    """Sentences for the reasons why a match ends."""
    options: "Part[Mapping[str, OptionText]]" = Part()
    """Titles and meanings of the game's options, by their names."""
    reasons: Part[Reasons] = Part(lambda *_view_and_move, **_tr: [])
    lesson: "Part[Lesson | None]" = Part(None)
    json: JsonView = field(default_factory=JsonView)
    """Where the JSON of a view differs from the fields of its dataclass."""

    # On the screen
    board: "Part[Callable[[Callable[[], float]], GameBoard]]" = Part(
        "odin_tui.widgets.text_board:TextBoard"
    )
    """Makes the board, given the hall's clock; without it, the game is played in lines."""
    painted: "Part[Callable[[str, str, str], Content]]" = Part(plain_text)
    """Paints the cards or pieces that a text names, in the player's style of cards."""
    drawn: "Part[Callable[[str, str, int, Translations], Content] | None]" = Part(None)
    """Draws a text with every piece it names as a picture, in a width; empty if it is too wide."""
    emblem: "Part[Callable[[str], Canvas]]" = Part(no_emblem)
    """Draws cards or pieces that stand for the game in the settings, in the style of the player."""
    hand: "Part[Callable[[Any, int, str], Canvas] | None]" = Part(None)
    """Draws the cards that the reader of a view holds, in a width and a style, if there are any."""
    replay: Part[ReplayUI | None] = Part(None)
    """Without it, a record is shown in the lines of the table."""
    screen_reader: Part[ScreenReader | None] = Part(None)

    def has(self, part: str) -> bool:
        """Return whether the game declares a part that may be left out, without loading it."""
        return vars(self)[part] is not None

    def spoken(self, move: Any, reader: "Reader") -> str:
        """Say a move as a player would."""
        if self.text.spoken is None:
            return GAMES[self.name].format_move(move)
        return self.text.spoken(move, reader)

    def advice(self, move: Any, reader: "Reader") -> str:
        """Say that a good player would make this move."""
        if self.text.advice is not None:
            return self.text.advice(move, reader)
        text = reader.tr.gettext("A Konung would choose {move}.")
        return text.format(move=self.spoken(move, reader))

    def legal_moves(self, view: Any, reader: "Reader") -> list[str]:
        """List what can be played now, in lines."""
        if self.text.moves is not None:
            return self.text.moves(view, reader)
        if view.seat is None or view.seat not in view.to_move:
            return [reader.tr.gettext("It is not your turn.")]
        if self.text.preview is not None:
            count = len(view.moves)
            text = reader.tr.ngettext(
                "You can make {count} move:", "You can make {count} moves:", count
            )
            return [text.format(count=count), *self.previews(view, reader)]
        moves = comma_list(map(GAMES[self.name].format_move, view.moves), reader.tr)
        return [reader.tr.gettext("You can play {moves}.").format(moves=moves)]

    def previews(self, view: Any, reader: "Reader") -> list[str]:
        """Say of each legal move what it would lead to; nothing in games that do not preview."""
        if self.text.preview is None:
            return []
        line = reader.tr.gettext("{move}: {preview}")
        return [
            line.format(
                move=GAMES[self.name].format_move(move),
                preview=self.text.preview(view, move, reader),
            )
            for move in view.moves
        ]

    def read_move(self, view: Any, text: str, about: Any = None) -> Any:
        """Read a typed move, or the answer to a question about an earlier one; see `TextUI`."""
        if self.text.read_move is None:
            return GAMES[self.name].parse_move(text)
        return self.text.read_move(view, text, about)

    def topic_for(self, view: Any) -> str:
        """Name the topic of the rules that matters in a view; None is before any match."""
        return self.rules.topic_for(view) or self.rules.topics[0].name


_LOADED: dict[str, GameUI] = {}


def game_ui(game: str) -> GameUI:
    """Return what a game shows; raises `KeyError` for a game that is not registered."""
    path = GAME_UIS[game]
    if path not in _LOADED:
        _LOADED[path] = loaded(path)
    return _LOADED[path]


def screen_reader(game: str) -> ScreenReader:
    """Return how pilots read a game; raises `ValueError` for a game that does not say."""
    reader = game_ui(game).screen_reader
    if reader is None:
        raise ValueError(f"pilots cannot read {game}")
    return reader
