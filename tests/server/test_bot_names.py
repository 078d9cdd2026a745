"""What the bots at a table are called."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from odin_engine.chance import seed_from
from odin_server.hall import NewTable, Phase
from odin_server.hall.bot_names import NAMES, bot_name

BOTS = ("karl",) * 5


def full_table(seed: str, *people: str) -> list[str]:
    """Name bots until six sit at the table."""
    names = list(people)
    while len(names) < 6:
        names.append(bot_name(seed_from(seed), names))
    return names


@given(st.text(max_size=5))
def test_bots_are_called_neither_alike_nor_by_the_same_letter(seed: str) -> None:
    names = full_table(seed, "Una", "Bo")
    assert len({name[0] for name in names}) == 6


@given(st.text(max_size=5))
def test_a_bot_never_has_a_players_name(seed: str) -> None:
    assert bot_name(seed_from(seed), [name.upper() for name in NAMES[1:]]) == NAMES[0]


def test_the_same_seed_gives_the_same_names_and_another_gives_others() -> None:
    assert full_table("ravens", "Anna") == full_table("ravens", "Anna")
    assert len({tuple(full_table(str(seed))) for seed in range(20)}) > 15


async def test_bots_of_a_table_have_names_and_ranks(env: Any) -> None:
    hall = await env.hall()
    host = await hall.open_table(env.anna, NewTable("odin", seats=6, bots=("thrall", "karl")))
    await host.add_bot("jarl")
    await host.start(fill="karl")
    names = [seat.name for seat in host.view.seats]
    assert names[0] == "Anna"
    assert set(names[1:]) <= set(NAMES)
    assert len(set(names)) == 6
    ranks = [seat.bot for seat in host.view.seats]
    assert ranks == [None, "thrall", "karl", "jarl", "karl", "karl"]


async def test_a_bot_that_played_for_somebody_begins_the_next_match_with_a_name(
    env: Any,
) -> None:
    hall = await env.hall()
    wanted = NewTable("odin", seats=3, bots=("karl",), options={"target": "one-hand"})
    host = await hall.open_table(env.anna, wanted)
    guest = await hall.sit(env.bjarni, host.view.code)
    await host.start()
    await guest.leave()
    while host.view.phase is not Phase.OVER:
        if host.view.my_turn:
            await host.play(host.view.match.moves[0])
        await env.settle(3)
    assert host.view.seats[2].name == "Bjarni"
    await host.rematch()
    await env.settle()
    assert host.view.seats[2].name in NAMES
    assert host.view.seats[2].is_bot
