"""A table as JSON, one object a line: for players written in any language. See docs/protocol.md."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from odin_engine.game import Refusal
from odin_engine.games import GAMES
from odin_server.hall import Chair, Phase, TableView
from odin_server.lines import LONGEST_LINE
from odin_server.notices import Notice
from odin_tui.game_ui import game_ui
from odin_tui.languages import ENGLISH
from odin_tui.line_session import ReadLine, WriteLine, run_line_session
from odin_tui.messages import notice_data, outcome_data, refusal_data, refusal_text

PROTOCOL = 1


class BadLine(Refusal):
    """A line that is no request of this protocol."""


async def play_json(
    chair: Chair, read_line: ReadLine, write_line: WriteLine, *, kept: bool = True
) -> None:
    """Show every change as a `view` and do what is asked, until the input or the chair ends.

    `kept` tells whether an unfinished match can be come back to, and so whether to say so.
    """
    talk = _Talk(chair, write_line)
    await talk.greet()
    ended = await run_line_session(chair, read_line, talk.hear, talk.show)
    waits = kept and chair.view.phase in (Phase.PLAYING, Phase.PAUSED)
    await talk.send("bye", **_bye(ended, kept=waits))


def _bye(ended: Notice | None, *, kept: bool) -> dict[str, Any]:
    if ended is not None:
        return notice_data(ended) or {}
    if kept:
        return {"code": "match-kept", "facts": {}, "message": "Your match is saved."}
    return {"code": "bye", "facts": {}, "message": "Bye."}


def error_line(refusal: Refusal, game: str | None = None, **more: Any) -> str:
    """Return the line that tells a refusal."""
    told = {**refusal_data(refusal), "message": refusal_text(refusal, ENGLISH, game), **more}
    return json.dumps({"type": "error", **told}, ensure_ascii=False)


class _Talk:
    """One conversation, which repeats no view that has been sent."""

    def __init__(self, chair: Chair, write_line: WriteLine) -> None:
        self._chair, self._write = chair, write_line
        self._shown: TableView | None = None
        self._requests: dict[str, Callable[[], Awaitable[None]]] = {
            "start": chair.start,
            "pause": chair.pause,
            "resume": chair.resume,
            "rematch": chair.rematch,
            "take back": chair.take_back,
        }

    async def send(self, kind: str, **facts: Any) -> None:
        await self._write(json.dumps({"type": kind, **facts}, ensure_ascii=False))

    async def greet(self) -> None:
        view = self._chair.view
        game = GAMES[view.game]
        await self.send(
            "hello",
            protocol=PROTOCOL,
            game=view.game,
            rules=game.RULES_VERSION,
            code=view.code,
            seat=view.seat,
            options=dict(view.options),
            commitment=view.commitment,
            seed_given=view.seed_given,
        )
        await self.show()

    async def show(self) -> None:
        """Send the table as it is now, unless that has been sent."""
        view = self._chair.view
        if view == self._shown:
            return
        self._shown = view
        await self.send("view", **table_words(view))

    async def hear(self, line: str) -> bool:
        """Do what a line asks; False if that is to go. A bad line costs nothing."""
        try:
            match _request(line):
                case {"move": str(move), **rest} if set(rest) <= {"turn"}:
                    await self._chair.play(move, turn=_turn(rest))
                case {"say": str(text), **rest} if not rest:
                    await self._chair.say(text)
                case {"remove": int(seat), **rest} if not rest:
                    await self._chair.remove(seat)
                case {"do": "leave", **rest} if not rest:
                    return False
                case {"do": "view", **rest} if not rest:
                    self._shown = None
                    await self.show()
                case {"do": str(request), **rest} if not rest and request in self._requests:
                    await self._requests[request]()
                case _:
                    raise BadLine("bad-request")
        except Refusal as refusal:
            await self._write(error_line(refusal, self._chair.view.game, line=line[:80]))
        return True


def table_words(view: TableView) -> dict[str, Any]:
    """Return a view of a table in words and numbers; it holds what its reader may see."""
    words: dict[str, Any] = {
        "version": view.version,
        "turn": view.turn,
        "phase": view.phase.value,
        "notice": notice_data(view.notice),
        "my_turn": view.my_turn,
        "lapsed": view.lapsed,
        "seat": view.seat,
        "seats": [
            {
                "name": seat.name,
                "bot": seat.bot,
                "covered": seat.covered,
                "lapses": seat.lapses,
                "connected": seat.connected,
                "deadline": seat.deadline,
                "bank": seat.bank,
            }
            for seat in view.seats
        ],
        "match": None,
        "to_move": [],
        "moves": [],
        "outcome": None,
        "commitment": view.commitment,
        "seed_given": view.seed_given,
    }
    if view.match is not None:
        game = GAMES[view.game]
        words["match"] = game_ui(view.game).json.words(view.match)
        words["to_move"] = list(view.match.to_move)
        words["moves"] = (
            [] if view.covered else [game.format_move(move) for move in view.match.moves]
        )
        if view.match.outcome is not None:
            words["outcome"] = outcome_data(view.match.outcome, view.game)
    if view.seed_check is not None:
        words["seed"], words["seed_check"] = view.seed, view.seed_check.value
    if view.phase is Phase.OVER:
        words["next_commitment"] = view.next_commitment
    return words


def _request(line: str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise BadLine("too-many-characters", most=LONGEST_LINE)
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as trouble:
        raise BadLine("not-json") from trouble
    if not isinstance(request, dict):
        raise BadLine("not-json")
    return request


def _turn(rest: dict[str, Any]) -> int | None:
    turn = rest.get("turn")
    if isinstance(turn, bool) or not isinstance(turn, int | None):
        raise BadLine("turn-not-a-number")
    return turn
