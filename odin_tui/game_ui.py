"""What each game shows of itself. A new game is a new folder and one line here."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from odin_server.refusals import SentenceRefusal
from odin_tui.rulebook import Topic

if TYPE_CHECKING:
    from textual.content import Content

    from odin_tui.drawing.canvas import Canvas
    from odin_tui.lesson_table import Lesson
    from odin_tui.messages import OptionText, Sentence
    from odin_tui.widgets.game_board import GameBoard

GAME_MODULES = {
    "odin": "odin_tui.odin",
    "herrlof": "odin_tui.herrlof",
}


class Question(SentenceRefusal):
    """A typed move that leaves something open: what is to be asked, and what was typed so far."""

    def __init__(self, sentence: str, about: Any) -> None:
        super().__init__(sentence)
        self.about = about


class Messages(Protocol):
    """The sentences for a game's codes."""

    @property
    def REFUSALS(self) -> "Mapping[str, Sentence]": ...  # noqa: N802 - a constant of the module
    @property
    def OUTCOMES(self) -> "Mapping[str, Sentence]": ...  # noqa: N802
    @property
    def OPTIONS(self) -> "Mapping[str, OptionText]": ...  # noqa: N802


class Narration(Protocol):
    """How a game tells in sentences what happened."""

    def tell(self, names: Sequence[str], before: Any, after: Any) -> list[str]:
        """Tell what happened between two views; from the first deal if `before` is None."""
        ...


class RulesPage(Protocol):
    """The rules of a game to be read."""

    @property
    def TOPICS(self) -> tuple[Topic, ...]: ...  # noqa: N802 - a constant of the room's module

    def topic_for(self, view: Any) -> str:
        """Name the topic that matters now; None is before any match."""
        ...


class Reasons(Protocol):
    """Why a move is a good one."""

    def clauses(self, view: Any, move: Any, estimates: Sequence[Any] = ()) -> list[str]:
        """Give at most two clauses that speak for a move, the stronger first."""
        ...

    def reason(self, view: Any, move: Any, estimates: Sequence[Any] = ()) -> str:
        """Say in one sentence, true of the position, what speaks for this move."""
        ...


class TextWords(Protocol):
    """A game in plain lines."""

    @property
    def HELP(self) -> tuple[str, ...]: ...  # noqa: N802 - a constant of the room's module

    def hand(self, view: Any) -> list[str]:
        """Say what one holds."""
        ...

    def table(self, names: Sequence[str], view: Any) -> list[str]:
        """Say what lies there, and what everyone has left."""
        ...

    def scores(self, names: Sequence[str], view: Any) -> list[str]:
        """Say how the match stands."""
        ...

    def prompt(self, view: Any) -> str:
        """Say what one can do now."""
        ...

    def sets(self, view: Any) -> list[str]:
        """List what may be played now."""
        ...

    def spoken(self, move: Any) -> str:
        """Say a move as a bot would make it, as in `play B9 B5 and take R8`."""
        ...

    def read_move(self, view: Any, text: str, about: Any = None) -> Any:
        """Read a typed move, or the answer to a question `about` an earlier one.

        Raises `Question` where something has to be asked, and any other `Refusal` otherwise.
        """
        ...


class JsonWords(Protocol):
    """A game in words and numbers."""

    def match_words(self, view: Any) -> dict[str, Any]:
        """Give what a view shows, as JSON can hold it."""
        ...


class Moment(Protocol):
    """One moment of a recorded match, as a room shows it."""

    @property
    def moves(self) -> int: ...
    @property
    def hand_no(self) -> int: ...
    @property
    def told(self) -> tuple[str, ...]: ...


class ReplayRoom(Protocol):
    """How a game shows a recorded match with everything open."""

    @property
    def DEAL(self) -> str: ...  # noqa: N802 - what one deal is called in this game
    @property
    def STAKE(self) -> str: ...  # noqa: N802 - what its search gives the chances of

    def frames(self, names: Sequence[str], states: Sequence[Any]) -> Sequence[Moment]:
        """Give the moments of a match in order."""
        ...

    def draw(self, frame: Any, width: int, height: int, card_style: str) -> "Canvas":
        """Draw a moment as large as there is room for."""
        ...


class ScreenReader(Protocol):
    """How a pilot reads a game off the screen."""

    @property
    def OPENED(self) -> tuple[str, ...]: ...  # noqa: N802 - signs of a window over its table
    @property
    def SHORT_TARGETS(self) -> tuple[str, ...]: ...  # noqa: N802 - for matches that end soon
    @property
    def SHORTEST(self) -> str: ...  # noqa: N802 - the shortest match the form of a table offers

    @property
    def ANSWERS(self) -> tuple[str, ...]: ...  # noqa: N802 - how one's own moves are told in lines

    def read(self, lines: Sequence[str]) -> Any | None:
        """Read the table; None if the screen shows something else."""
        ...

    def disagreement(self, sight: Any, truth: Mapping[str, Any]) -> str | None:
        """Say where the screen and the table differ; None if they do not."""
        ...

    def foreign(self, lines: Sequence[str], truth: Mapping[str, Any]) -> Any:
        """Give what is shown and may not be; empty if all is well."""
        ...

    def next_keys(self, sight: Any) -> list[str]:
        """Give the keys that make a move."""
        ...

    def typed(self, said: str, rng: Random) -> str:
        """Give a move to type, after a line has said what can be played."""
        ...


def messages(game: str) -> Messages:
    """Load the sentences for a game's codes."""
    module: Messages = import_module(f"{GAME_MODULES[game]}.messages")
    return module


def narration(game: str) -> Narration:
    """Load the sentences of a game; nothing of a game is imported before it is wanted."""
    module: Narration = import_module(f"{GAME_MODULES[game]}.narration")
    return module


def rules_page(game: str) -> RulesPage:
    """Load the rules of a game."""
    module: RulesPage = import_module(f"{GAME_MODULES[game]}.rules_page")
    return module


def reasons(game: str) -> Reasons:
    """Load the reasons of a game."""
    module: Reasons = import_module(f"{GAME_MODULES[game]}.reasons")
    return module


def json_words(game: str) -> JsonWords:
    """Load a game's words and numbers for JSON mode."""
    module: JsonWords = import_module(f"{GAME_MODULES[game]}.json_words")
    return module


def eyes(game: str) -> ScreenReader:
    """Load how a pilot reads a game."""
    module: ScreenReader = import_module(f"{GAME_MODULES[game]}.screen_reader")
    return module


def text_words(game: str) -> TextWords:
    """Load the words of a game for text mode."""
    module: TextWords = import_module(f"{GAME_MODULES[game]}.text_words")
    return module


def board(game: str) -> "Callable[[Callable[[], float]], GameBoard]":
    """Load the board of a game; it is built with the hall's time."""
    built: Callable[[Callable[[], float]], GameBoard]
    built = import_module(f"{GAME_MODULES[game]}.board").Board
    return built


def lesson(game: str) -> "Lesson":
    """Load the lesson of a game."""
    script: Lesson = import_module(f"{GAME_MODULES[game]}.lesson").LESSON
    return script


def replay_room(game: str) -> ReplayRoom:
    """Load what a game needs to show a recorded match."""
    module: ReplayRoom = import_module(f"{GAME_MODULES[game]}.replay_board")
    return module


def painted(game: str, text: str, card_style: str, style: str = "") -> "Content":
    """Give a text of a game with every card or piece it names painted as the player likes it."""
    content: Content = import_module(f"{GAME_MODULES[game]}.painted").painted(
        text, card_style, style
    )
    return content


def emblem(game: str, size_class: str, card_style: str) -> "Content":
    """Draw what stands for a game on the home screen, for a layout."""
    content: Content = import_module(f"{GAME_MODULES[game]}.emblem").emblem(size_class, card_style)
    return content
