"""Why a move is a good one, in a sentence that is true of the position."""

from collections.abc import Sequence

from odin_engine.odin.moves import Move
from odin_engine.odin.sight import View
from odin_engine.search import Thought


def reason(view: View, move: Move, thoughts: Sequence[Thought[Move]] = ()) -> str:
    """Say in one sentence what speaks for this move."""
    raise NotImplementedError
