"""The plates of Herrlof, and the bars on the way to the target."""

from odin_engine.game import Seat
from odin_tui.widgets.race import RaceContents
from tests.engine.herrlof.positions import position
from tests.tui.herrlof.boards import board
from tests.tui.screens import screen_text

SIGNS = (*"■■□□□×·········",)
RACE = RaceContents(
    ("You", "Bo"), (25, 60), 50, Seat(0), tuple((sign, "") for sign in SIGNS), "tricks"
)


def rows(race: RaceContents, width: int, height: int) -> list[str]:
    return race.draw(width, height).content().plain.split("\n")


def test_a_bar_is_as_long_as_its_share_of_the_target_and_no_longer() -> None:
    _, mine, other, _ = rows(RACE, 40, 4)
    assert mine.count("█") == 14
    assert other.count("█") == 28
    assert mine.split()[-2:] == ["25", mine[-1]]
    assert " 60" in other


def test_every_trick_of_the_round_has_a_sign_that_tells_whose_it_is() -> None:
    last = rows(RACE, 48, 5)[-1]
    assert last.count("■") == 2
    assert last.count("□") == 3
    assert last.count("×") == 1
    assert last.count("·") == 9


def test_the_points_of_everybody_are_told_before_anything_else() -> None:
    both = rows(RACE, 30, 2)
    assert "25" in both[0]
    assert "60" in both[1]
    assert "to 50" in rows(RACE, 30, 4)[0]
    assert not any("tricks" in line for line in rows(RACE, 20, 5))


async def test_a_wide_plate_says_beside_the_cards_what_is_known() -> None:
    state = position("G2 B9 | G7 Y1", "R2", leader=1, said=(2, 1), tricks=(0, 1))
    async with board(state, size=(120, 35)) as (app, _pilot):
        text = screen_text(app)
        assert "2 cards" in text
        assert "1 trick " in text
        assert "prediction secret" in text
