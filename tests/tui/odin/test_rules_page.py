"""The rules can be read, searched, and opened where they matter."""

import re

from odin_engine import odin
from odin_engine.game import Seat
from odin_engine.odin.cards import CARD_CALLED, Cards
from odin_engine.odin.options import Options
from odin_engine.odin.sets import VALUE
from odin_engine.odin.state import State
from odin_tui.languages import ENGLISH
from odin_tui.odin.text import RULES, topic_for
from odin_tui.rulebook import Example, lines_of, read_rulebook, search, translated
from tests.engine.odin.positions import after, position
from tests.tui.languages.pseudo import OPENED, PSEUDO

CARD = re.compile(r"\b[ROYGBP][1-9]\b")

TOPICS = RULES.topics


def matters(state: State, seat: int | None = 0) -> str:
    return topic_for(odin.view(state, None if seat is None else Seat(seat)))


def test_every_topic_has_a_name_a_title_and_something_to_say() -> None:
    assert len({topic.name for topic in TOPICS}) == len(TOPICS) > 10
    for topic in TOPICS:
        assert topic.name.isalpha()
        assert topic.title
        assert topic.body
        assert all(line.endswith(".") for line in lines_of(topic, ENGLISH)), topic.name


def test_an_example_of_a_value_is_worth_what_it_says() -> None:
    topic = next(topic for topic in TOPICS if topic.name == "value")
    shown = [part for part in topic.body if isinstance(part, Example)]
    assert len(shown) == 3
    for example in shown:
        bits = Cards.of(CARD_CALLED[card] for card in CARD.findall(example.shown)).bits
        assert f"worth {VALUE[bits]}" in example.says


def test_an_example_of_a_set_is_one_unless_it_says_otherwise() -> None:
    topic = next(topic for topic in TOPICS if topic.name == "set")
    for example in topic.body:
        if isinstance(example, Example):
            bits = Cards.of(CARD_CALLED[card] for card in CARD.findall(example.shown)).bits
            assert (bits in VALUE) == ("no set" not in example.says)


def test_who_leads_reads_about_leading() -> None:
    assert matters(position("Y2 P1 | G5")) == "lead"


def test_who_can_beat_the_set_reads_about_beating_it() -> None:
    assert matters(position("Y5 P1 | G5", "R4")) == "follow"


def test_who_cannot_reads_about_passing() -> None:
    assert matters(position("Y5 P1 | G5", "R9")) == "pass"


def test_who_waits_or_watches_reads_about_rounds() -> None:
    assert matters(position("Y5 P1 | G5", "R9"), 1) == "round"
    assert matters(position("Y5 P1 | G5", "R9"), None) == "round"


def test_after_a_hand_and_after_a_match_the_points_matter() -> None:
    last = position("Y5 | G5 G1")
    assert matters(after(last, "Y5")) == "out"
    assert (
        matters(after(last._replace(match=last.match._replace(options=Options(None))), "Y5"))
        == "match"
    )


def test_before_any_match_the_goal_matters() -> None:
    assert topic_for(None) == "goal"


def test_every_topic_that_may_matter_exists() -> None:
    names = {topic.name for topic in TOPICS}
    assert {"goal", "lead", "follow", "pass", "round", "out", "match", "take"} <= names


def test_a_search_finds_what_holds_all_words_titles_first() -> None:
    assert [topic.name for topic in search(TOPICS, "valhalla")] == ["take", "round"]
    assert search(TOPICS, "TAKING card")[0].name == "take"
    assert search(TOPICS, "dragons") == []
    assert len(search(TOPICS, "  ")) == len(TOPICS)


def test_a_rulebook_is_read_as_it_is_written() -> None:
    (topic,) = read_rulebook("# a: Title\n\nOne\nline.\n\n- X | an\n  example.\n- Y | another.\n")
    assert (topic.name, topic.title) == ("a", "Title")
    assert topic.body == ("One line.", Example("X", "an example."), Example("Y", "another."))


def test_an_example_of_beating_says_what_the_rules_say() -> None:
    topic = next(topic for topic in TOPICS if topic.name == "follow")
    shown = [part for part in topic.body if isinstance(part, Example)]
    assert len(shown) == 7
    for example in shown:
        played, lying = example.shown.split(" over ")
        state = position(f"{played} O1 | P9", lying)
        beats = any(
            str(move).startswith(played.replace(" ", ""))
            for move in odin.view(state, Seat(0)).moves
        )
        assert beats != example.says.startswith("no:"), example


def test_words_of_an_example_are_translated_and_bare_cards_stay() -> None:
    lead = next(topic for topic in translated(TOPICS, PSEUDO) if topic.name == "lead")
    value = next(topic for topic in translated(TOPICS, PSEUDO) if topic.name == "value")
    assert [part.shown[0] for part in lead.body if isinstance(part, Example)] == [OPENED] * 2
    assert next(part.shown for part in value.body if isinstance(part, Example)) == "R8 R2"
