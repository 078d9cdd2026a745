"""The rules of Herrlof can be read and are opened where they matter; their examples are true."""

from odin_engine import herrlof
from odin_engine.game import Seat
from odin_engine.herrlof.cards import BIT, CARD_CALLED, COLOUR_BITS, Colour
from odin_engine.herrlof.options import read_options
from odin_engine.herrlof.state import State
from odin_engine.herrlof.tricks import winning_place
from odin_tui.herrlof.text import RULES, topic_for
from odin_tui.languages import ENGLISH
from odin_tui.rulebook import Example, lines_of
from tests.engine.herrlof.positions import after, position

TOPICS = RULES.topics


def matters(state: State, seat: int | None = 0) -> str:
    return topic_for(herrlof.view(state, None if seat is None else Seat(seat)))


def examples(name: str) -> list[Example]:
    topic = next(topic for topic in TOPICS if topic.name == name)
    return [part for part in topic.body if isinstance(part, Example)]


def test_every_topic_has_a_name_a_title_and_something_to_say() -> None:
    assert len({topic.name for topic in TOPICS}) == len(TOPICS) > 10
    for topic in TOPICS:
        assert topic.name.isalpha()
        assert topic.title
        assert all(line.endswith(".") for line in lines_of(topic, ENGLISH)), topic.name


def test_an_example_of_a_winner_says_what_the_rules_say() -> None:
    for example in [*examples("winner"), *examples("hagalaz")]:
        trump, cards = example.shown.removeprefix("trump ").split(": ")
        laid = [CARD_CALLED[word] for word in cards.split()]
        bits = COLOUR_BITS[Colour(trump)]
        place = winning_place([BIT[card] for card in laid], bits)
        assert place is not None
        first = example.says.split(" ")[0]
        wins = laid[place].name if first != "the" else "the"
        assert first == wins or (first == "the" and place == 0), example


def test_an_example_of_following_says_what_the_rules_say() -> None:
    for example in examples("follow"):
        led, held = example.shown.split(" led, you hold ")
        state = after(position(f"{held} | {led} Y1 Y2 Y3", "R9", leader=1), led)
        may = {str(move) for move in herrlof.legal_moves(state, Seat(0))}
        cards = set(held.split())
        if "but not" in example.says:
            assert may == cards - {"B9"}
        else:
            assert may == cards


def test_an_example_of_scoring_adds_up() -> None:
    options = read_options({}, 2)
    for example in examples("score"):
        said, won = (int(part.split()[-1]) for part in example.shown.split(","))
        points = options.points(said, won)
        assert str(points) in example.says.replace(".", "").split()


def test_the_topic_follows_what_is_asked() -> None:
    assert topic_for(None) == "goal"
    assert matters(position("G2 | G7")) == "follow"
    assert matters(position("G2 | G7"), 1) == "winner"
    swapping = after(position("G3 B9 | G7 Y1", deck="B8 Y9"), "G3")
    assert matters(swapping) == matters(after(swapping, "draw")) == "three"
    assert matters(after(position("B6 G2 | B5 G7"), "B6", "B5")) == "six"
    assert matters(after(position("B1 G2 | H G7", tricks=(0, 2)), "B1", "H")) == "one"
    last = position("G9 | G7", tricks=(2, 12))
    assert matters(after(last, "G9", "G7")) == "score"
    assert matters(after(last._replace(points=(50, 0)), "G9", "G7")) == "match"
