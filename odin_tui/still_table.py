"""A position shown as a table shows it, without a hall: for lessons and puzzles."""

from collections.abc import Mapping, Sequence
from typing import Any

from odin_engine.game import AnyGame, Seat
from odin_server.hall import Phase, SeatView, TableView

NAME = "still"
"""The id and the code of a table that is in no hall."""


def still_table(
    game: AnyGame,
    state: Any,
    seat: Seat,
    names: Sequence[str],
    *,
    options: Mapping[str, str],
    turn: int = 0,
    seed: str = "",
) -> TableView:
    """Return a position as the board of a seat shows it; the seed is told when the match is over.

    It holds the view of that seat and nothing else of the state. Everybody else looks like a bot.
    """
    over = game.outcome(state) is not None
    return TableView(
        id=NAME,
        code=NAME,
        game=game.NAME,
        options=options,
        public=False,
        hints=True,
        clock=None,
        start_when_full=True,
        phase=Phase.OVER if over else Phase.PLAYING,
        notice=None,
        version=turn,
        turn=turn,
        seat=seat,
        seats=tuple(
            _seat(Seat(number), each, mine=number == seat) for number, each in enumerate(names)
        ),
        match=game.view(state, seat),
        host="learner",
        spectators=(),
        chat=(),
        scores=(),
        match_no=1,
        commitment=None,
        next_commitment=None,
        seed=seed if over and seed else None,
        seed_given=True,
    )


def _seat(seat: Seat, name: str, *, mine: bool) -> SeatView:
    return SeatView(
        seat=seat,
        name=name,
        player="learner" if mine else None,
        bot=None if mine else "karl",
        covered=None,
        connected=mine,
        held_until=None,
        deadline=None,
        bank=None,
        lapses=0,
        vote=None,
    )
