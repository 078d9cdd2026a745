"""Tools for translators find every message: literals only, never text put together before."""

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg

import odin_tui
from odin_tui.data_files import read_data
from odin_tui.game_text import read_messages
from odin_tui.game_ui import GAME_UIS, game_ui
from odin_tui.languages.check.po_files import KEYWORDS
from odin_tui.languages.extraction import rules
from odin_tui.messages.sentence import InContext, Plural, Text, WhoText
from odin_tui.narrator import EventText
from odin_tui.rulebook import Example

PACKAGE = Path(odin_tui.__file__).parent
TEXTS = {
    "N_": (0,),
    "gettext": (0,),
    "ngettext": (0, 1),
    "pgettext": (1,),
    "NC_": (1,),
}
"""Which arguments are texts."""


@pytest.fixture(scope="module")
def found() -> set[str]:
    """What Babel finds in the package, plural forms too."""
    messages: set[str] = set()
    with (PACKAGE.parent / "babel.cfg").open(encoding="utf-8") as file:
        methods, _options = parse_mapping_cfg(file)
    for _file, _line, message, _comments, _context in extract_from_dir(
        str(PACKAGE), methods, keywords=KEYWORDS
    ):
        messages.update((message,) if isinstance(message, str) else message)
    return messages


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Yield the place, the call and the name of every call of gettext and the like."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                name = called.attr if isinstance(called, ast.Attribute) else ""
                name = called.id if isinstance(called, ast.Name) else name
                if name in TEXTS:
                    yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node, name


def texts() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of every literal message."""
    for place, call, name in calls():
        for number in TEXTS[name]:
            argument = call.args[number]
            if isinstance(argument, ast.Constant):
                yield place, str(argument.value)


def is_made(argument: ast.expr) -> bool:
    """Return whether an argument is text that is put together, or chosen, inside the call."""
    if isinstance(argument, ast.IfExp):
        return isinstance(argument.body, ast.Constant) or is_made(argument.body)
    return isinstance(argument, ast.JoinedStr | ast.BinOp | ast.Call)


def test_no_message_is_put_together_before_it_is_translated() -> None:
    assert [
        f"{place}: {ast.unparse(argument)}"
        for place, call, name in calls()
        for argument in (call.args[number] for number in TEXTS[name])
        if is_made(argument)
    ] == []


def test_only_literals_are_marked() -> None:
    assert [
        f"{place}: {ast.unparse(call)}"
        for place, call, name in calls()
        if name == "N_" and not isinstance(call.args[0], ast.Constant)
    ] == []


def test_babel_finds_every_message(found: set[str]) -> None:
    assert len(found) > 400
    assert [f"{place}: {text}" for place, text in texts() if text not in found] == []


def forms(text: Text) -> tuple[str, ...]:
    """Return every form of a text."""
    if isinstance(text, Plural):
        return text.one, text.other
    if isinstance(text, WhoText):
        return text.you, text.other, text.with_you
    return (text.text,) if isinstance(text, InContext) else (text,)


def data_texts(game: str) -> Iterator[str]:
    """Yield every text of a game's rules, lesson and messages that a player may read."""
    ui, messages = game_ui(game), read_messages(game)
    for topic in ui.rules.topics:
        yield topic.title
        for part in topic.body:
            yield from (part.says,) if isinstance(part, Example) else (part,)
    for step in () if ui.lesson is None else ui.lesson.steps:
        yield from filter(None, (step.text, step.otherwise, *step.replies.values()))
    found = [messages.outcomes, messages.refusals, messages.reasons, messages.texts]
    found += messages.moves.values()
    for told in messages.events.events.values():
        ways = ("you", "other", "to_you", "unknown") if isinstance(told, EventText) else ()
        found.append({way: getattr(told, way) for way in ways} or {"": told})
    for option in messages.options.values():
        yield from (option.title, option.meaning)
        found += [{"": option.summary}, option.values]
    for sentences in found:
        for text in sentences.values():
            yield from filter(None, forms(text))
    yield from messages.words.values()
    for stage in messages.stages.values():
        yield from stage.values()


@pytest.mark.parametrize("game", GAME_UIS)
def test_babel_finds_the_texts_of_data_files(game: str, found: set[str]) -> None:
    wanted = list(data_texts(game))
    assert len(wanted) > 80
    assert [text for text in wanted if text not in found] == []


def test_an_example_in_words_is_a_message_and_bare_cards_are_not(found: set[str]) -> None:
    assert "B2 B5 B9 as your whole hand" in found
    assert "B9 B5" not in found


@pytest.mark.parametrize("game", GAME_UIS)
def test_what_is_typed_is_never_a_message(game: str) -> None:
    source = read_data("odin_tui", f"{game}/rules.md")
    messages = [text for _line, _name, text, _comments in rules(BytesIO(source.encode()))]
    for shown in re.findall(r"^- (\S.*?) \|", source, re.MULTILINE):
        typed = re.findall("`(.*?)`", shown)
        between = re.sub("`.*?`", "", shown)
        assert not (typed and re.search(r"\w", between)), f"{shown!r} has words to translate"
        assert shown.replace("`", "") not in messages or not typed
    for topic in game_ui(game).rules.topics:
        for part in topic.body if topic.name.startswith("typ") else ():
            assert not isinstance(part, Example) or part.typed or not part.has_words


def test_placeholders_have_names() -> None:
    def names(text: str) -> list[str]:
        return [name for _text, name, _spec, _how in Formatter().parse(text) if name is not None]

    data = [(game, text) for game in GAME_UIS for text in data_texts(game)]
    assert [
        f"{place}: {text}"
        for place, text in (*texts(), *data)
        if any(not n.isidentifier() for n in names(text))
    ] == []
