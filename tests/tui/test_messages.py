"""Every code has its sentence, every sentence its code, and each says what it should."""

import ast
from collections.abc import Iterator
from enum import StrEnum
from gettext import NullTranslations
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import pytest

import odin_engine
import odin_server
import odin_tui
from odin_engine.game import BadOption, IllegalMove, Outcome, Refusal, Seat
from odin_engine.herrlof import scoring
from odin_engine.odin import rules as odin_rules
from odin_engine.record import BadRecord
from odin_tui import messages
from odin_tui.game_ui import GAME_UIS, game_ui
from odin_tui.herrlof.text import MESSAGES
from odin_tui.languages import ENGLISH
from odin_tui.messages import outcome_text, reason_text, refusal_data, refusal_text
from odin_tui.narrator import Reader, most_points

PACKAGES = [Path(package.__path__[0]) for package in (odin_engine, odin_server, odin_tui)]
SOURCES = {path: ast.parse(path.read_text()) for root in PACKAGES for path in root.rglob("*.py")}


class Raised(NamedTuple):
    """A place in the source where a refusal with a code is made."""

    code: str
    facts: set[str]
    game: str | None


def refusal_classes() -> dict[str, str]:
    """Return the classes of refusals that carry codes, with the default code of each."""
    classes = {node.name: node for tree in SOURCES.values() for node in ast.walk(tree)
               if isinstance(node, ast.ClassDef)}  # fmt: skip
    found = {"Refusal": "", "Notice": ""}
    while True:
        more = {
            name: default_code(node)
            for name, node in classes.items()
            if name not in found
            and any(isinstance(base, ast.Name) and base.id in found for base in node.bases)
        }  # fmt: skip
        if not more:
            return found
        found |= more


def default_code(node: ast.ClassDef) -> str:
    for line in node.body:
        match line:
            case ast.Assign(targets=[ast.Name(id="code")], value=ast.Constant(value=str(code))):
                return code
    return ""


def raised() -> Iterator[Raised]:
    """Find every refusal made with a code."""
    classes = refusal_classes()
    for path, tree in SOURCES.items():
        game = path.parent.name if path.parent.name in GAME_UIS else None
        for node in ast.walk(tree):
            match node:
                case ast.Raise(exc=ast.Name(id=name)) if name in classes:
                    yield Raised(classes[name], set(), game)
                case ast.Call(func=ast.Name(id=name), args=args) if name in classes:
                    facts = {keyword.arg for keyword in node.keywords if keyword.arg}
                    unpacked = any(keyword.arg is None for keyword in node.keywords)
                    match args:
                        case [ast.Constant(value=str(code))]:
                            pass
                        case []:
                            code = classes[name]
                        case _:
                            raise AssertionError(f"{path}:{node.lineno}: the code is no literal")
                    yield Raised(code, {"*"} if unpacked else facts, game)


RAISED = list(raised())


def sentences(game: str | None) -> dict[str, messages.Sentence]:
    own = {} if game is None else dict(game_ui(game).refusals)
    return messages.REFUSALS | own


@pytest.mark.parametrize("each", RAISED, ids=lambda each: f"{each.game}-{each.code}")
def test_every_code_has_a_sentence_that_needs_no_other_facts(each: Raised) -> None:
    sentence = sentences(each.game)[each.code]
    if isinstance(sentence, str) and "*" not in each.facts:
        assert {name for _, name, _, _ in Formatter().parse(sentence) if name} <= each.facts


@pytest.mark.parametrize("game", [None, *GAME_UIS])
def test_every_sentence_has_a_code(game: str | None) -> None:
    table = messages.REFUSALS if game is None else game_ui(game).refusals
    codes = {each.code for each in RAISED if game in (None, each.game)}
    assert set(table) <= codes


@pytest.mark.parametrize(
    ("game", "reasons"), [("odin", odin_rules.EndReason), ("herrlof", scoring.EndReason)]
)
def test_every_reason_for_an_end_has_a_sentence(game: str, reasons: type[StrEnum]) -> None:
    assert set(game_ui(game).outcomes) == set(reasons)


@pytest.mark.parametrize(
    ("game", "reason", "facts", "sentence"),
    [
        ("odin", "one-hand", {}, "The match was one hand, and it is over."),
        (
            "odin",
            "target-reached",
            {"points": 14, "target": 10},
            "Somebody reached 14 points; the match goes to 10.",
        ),
        ("herrlof", "last-round", {"rounds": 1}, "The only round is over."),
        (
            "herrlof",
            "last-round",
            {"rounds": 10, "tie_break": "exact-predictions"},
            "The last of 10 rounds is over. Equal points: more exact predictions decide.",
        ),
        (
            "herrlof",
            "target-reached",
            {"points": 9, "target": 9, "tie_break": "nothing"},
            (
                "Somebody reached 9 points; the match goes to 9. "
                "Points, exact predictions and tricks in the last round are equal: a draw."
            ),
        ),
    ],
)
def test_the_end_of_a_match_is_told_in_a_sentence(
    game: str, reason: str, facts: dict[str, Any], sentence: str
) -> None:
    assert outcome_text(Outcome((1, 2), (9, 8), reason, facts), ENGLISH, game) == sentence


def test_every_tie_break_has_a_sentence() -> None:
    assert {f"tie-{each}" for each in scoring.TieBreak} <= set(MESSAGES.texts)


class Shouting(NullTranslations):
    """A language in which everything is upper case but what stands in braces."""

    def gettext(self, message: str) -> str:
        return "".join(
            text.upper() + (f"{{{name}{f'!{conversion}' if conversion else ''}}}" if name else "")
            for text, name, _, conversion in Formatter().parse(message)
        )


def test_a_refusal_is_read_in_the_language_of_the_session() -> None:
    refusal = IllegalMove("too-low", move="B2+Y4", value=2, table=4)
    assert refusal_text(refusal, ENGLISH, "odin") == "B2+Y4: 2 does not beat 4."
    assert refusal_text(refusal, Shouting(), "odin") == "B2+Y4: 2 DOES NOT BEAT 4."
    assert reason_text(refusal, ENGLISH, "odin") == "2 does not beat 4."


@pytest.mark.parametrize(
    ("game", "refusal", "sentence"),
    [
        ("odin", IllegalMove("wrong-size", fewest=1, most=2), "play one or two cards."),
        (
            "odin",
            IllegalMove("take-a-card", move="B5", cards=["Y1", "G1"]),
            "B5: say which card you take: +Y1 or +G1.",
        ),
        ("odin", IllegalMove("not-held", cards=["Y9", "Y8"]), "you don't have Y9 Y8."),
        (
            "herrlof",
            IllegalMove("must-follow", move="B9", led="G7"),
            "B9: G7 was led and you hold green: follow, or play V or H.",
        ),
        (
            "herrlof",
            IllegalMove("other-stage", move="draw", stage="play"),
            "draw: it is time to play a card.",
        ),
        (
            None,
            BadOption("wrong-number-of-players", game="herrlof", players=4, fewest=2, most=3),
            "Herrlof is for 2 or 3 players, not 4.",
        ),
        (
            None,
            BadOption("wrong-number-of-players", game="odin", players=7, fewest=2, most=6),
            "Odin is for 2 to 6 players, not 7.",
        ),
        (
            "odin",
            BadOption("bad-value", option="edition", value="x", values=["a", "b"]),
            "edition cannot be 'x'; it is a or b.",
        ),
    ],
)
def test_facts_are_put_into_words(game: str | None, refusal: Refusal, sentence: str) -> None:
    assert refusal_text(refusal, ENGLISH, game) == sentence


def test_the_reason_within_a_refusal_is_told_and_sent_too() -> None:
    why = IllegalMove("pass-on-lead", move="pass")
    refusal = BadRecord("impossible-move", game="odin", line=11, seat=1, move="pass", why=why)
    assert refusal_text(refusal, ENGLISH) == (
        "line 11: seat 1 cannot have played 'pass': you lead, so you must play a card."
    )
    assert refusal_data(refusal)["facts"]["why"] == {
        "error": "IllegalMove",
        "code": "pass-on-lead",
        "facts": {"move": "pass"},
    }


def test_a_code_nobody_knows_is_shown_as_it_is() -> None:
    assert refusal_text(Refusal("from-the-future", seat=3), ENGLISH) == "from-the-future seat=3"


@pytest.mark.parametrize(
    ("points", "seat", "said"),
    [
        ((15, 3, 2), 0, "You reached 15 points; the match goes to 15."),
        ((15, 3, 2), 1, "Astrid reached 15 points; the match goes to 15."),
        ((15, 15, 2), 1, "You and Astrid reached 15 points; the match goes to 15."),
        ((15, 15, 2), None, "Astrid and Bo reached 15 points; the match goes to 15."),
    ],
)
def test_the_end_of_a_match_is_told_to_its_reader(
    points: tuple[int, ...], seat: Seat | None, said: str
) -> None:
    outcome = Outcome((1, 1, 1), points, "target-reached", {"points": max(points), "target": 15})
    reader = Reader(("Astrid", "Bo", "Cnut"), seat)
    assert outcome_text(outcome, ENGLISH, "odin", most_points(outcome, reader)) == said
