"""What the seed of a match of Walhalla deals."""

from collections import Counter

from odin_engine.chance import seed_from
from odin_engine.walhalla.box import COPIES, DRAGONS, TILES
from odin_engine.walhalla.options import LAYOUTS, Options
from odin_engine.walhalla.rules import deal, setup
from tests.engine.walhalla.positions import after, position


def test_the_first_deal_lays_out_everything() -> None:
    for tiles in LAYOUTS:
        dealt = deal(setup(Options(tiles), 4, seed_from(str(tiles))))
        assert dealt.number == 1
        assert [len(hand) for hand in dealt.hands] == [1, 1, 1, 1]
        lengths = [len(dealt.laid[f"land {letter}"]) for letter in "abc"]
        assert lengths == [2 * count for count in tiles]
        fields = [field for letter in "abc" for field in dealt.laid[f"land {letter}"]]
        pairs = Counter(tuple(sorted(fields[at : at + 2])) for at in range(0, 36, 2))
        assert pairs == Counter(tuple(sorted(map(str, tile))) for tile in TILES)
        capes = [cape.split("/") for cape in dealt.laid["capes"]]
        assert sorted(inner for inner, _ in capes) == ["3", "4", "5"]
        assert sorted(outer for _, outer in capes) == ["6", "7", "8"]
        assert sorted(dealt.laid["dragons"]) == sorted(dragon.name for dragon in DRAGONS)


def test_a_later_raid_deals_dragons_only() -> None:
    state = after(position(moored=(4, 4, 3, 0), midgard=0), "sail 4")
    dealt = deal(state)
    assert (dealt.number, dealt.hands, set(dealt.laid)) == (2, (), {"dragons"})


def test_the_box_holds_what_the_rulebook_counts() -> None:
    assert len(TILES) == 18
    terrains = Counter(terrain for tile in TILES for terrain in tile)
    assert {str(terrain): count for terrain, count in terrains.items()} == {
        "S": 9, "F2": 6, "F3": 3, "V1": 6, "V2": 3, "W": 9,
    }  # fmt: skip
    assert all(first[0] != second[0] for first, second in TILES)
    assert sum(COPIES.values()) == 32
    assert [dragon.name for dragon in DRAGONS[:4]] == ["R1", "R2", "R3", "K1"]
    assert len(set(DRAGONS)) == 12
