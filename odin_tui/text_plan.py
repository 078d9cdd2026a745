"""A move typed before the player's turn, in plain lines: made on that turn if it can be."""

from collections.abc import Mapping
from dataclasses import dataclass

from odin_engine.game import NotAMove, Refusal
from odin_server.hall import Chair, Phase, TableView
from odin_tui.game_ui import Question, game_ui
from odin_tui.languages import Translations
from odin_tui.line_session import WriteLine
from odin_tui.text_commands import TextCommand


@dataclass(frozen=True, slots=True)
class _Plan:
    text: str
    deal: tuple[int, int]
    """The match and the deal whose cards it was made for."""


class PlannedMove:
    """Keeps at most one move; it is sent nowhere before the turn, so nobody can learn of it."""

    def __init__(self, chair: Chair, write: WriteLine, tr: Translations) -> None:
        self._chair, self._write, self._tr = chair, write, tr
        self._ui = game_ui(chair.view.game)
        self._plan: _Plan | None = None
        self.commands: Mapping[str, TextCommand] = {"plan": self._make, "cancel": self._cancel}

    async def _make(self, words: str) -> None:
        view, tr = self._chair.view, self._tr
        if view.match is None or view.seat is None or view.phase is not Phase.PLAYING:
            await self._write(tr.gettext("No match is being played."))
        elif view.my_turn:
            await self._write(tr.gettext("It is your turn now: type the move itself."))
        elif not words:
            await self._write(tr.gettext("Type plan and the move to make on your turn."))
        else:
            try:
                self._ui.read_move(view.match, words)
            except NotAMove:
                raise
            except Refusal:
                pass  # what is not allowed now may be allowed on the player's turn
            self._plan = _Plan(words, _deal(view))
            text = tr.gettext("Planned for your turn, if it can be played then: {move}.")
            await self._write(text.format(move=words))
            await self._write(tr.gettext("Type cancel to forget it."))

    async def _cancel(self, _words: str) -> None:
        text = self._tr.gettext("Forgotten.")
        if self._plan is None:
            text = self._tr.gettext("You have planned nothing.")
        self._plan = None
        await self._write(text)

    async def carry_out(self) -> bool:
        """Make the planned move if it is the player's turn; return whether it was made.

        Raises `Question` if the move leaves something open.
        """
        plan, view = self._plan, self._chair.view
        if plan is None or (not view.my_turn and plan.deal == _deal(view)):
            return False
        self._plan = None
        try:
            if plan.deal == _deal(view) and await self._play(plan.text, view):
                return True
        except Question:
            raise
        except Refusal:
            pass  # the sentence below says enough
        await self._write(self._tr.gettext("What you had planned cannot be played any more."))
        return False

    async def _play(self, text: str, view: TableView) -> bool:
        move, match = self._ui.read_move(view.match, text), view.match
        if match is None or move not in match.moves:
            return False
        said = self._tr.gettext("As planned: {move}.")
        await self._write(said.format(move=text))
        await self._chair.play(move, turn=view.turn)
        return True


def _deal(view: TableView) -> tuple[int, int]:
    """Return the number of the match, and how many deals of it have ended, if it has deals."""
    return view.match_no, len(getattr(view.match, "results", ()))
