"""Where did I go wrong, in plain lines: the report on a match, and its moments as puzzles."""

import asyncio

from odin_engine.game import Refusal
from odin_engine.puzzles import puzzle_of
from odin_server.hall import Hall, Player
from odin_tui.languages import Translations
from odin_tui.line_session import ReadLine, WriteLine
from odin_tui.match_analysis import MatchAnalysis
from odin_tui.match_report_text import no_moments_text, report_lines
from odin_tui.messages import refusal_text
from odin_tui.reader_seat import reader_seat
from odin_tui.text_commands import QUIT, words_of
from odin_tui.text_puzzle import solve

PARTS = 4
"""Into how many parts the progress of an analysis is told."""


class TextReport:
    """Analyses a match, tells what was found, and lets its moments be tried again."""

    def __init__(
        self,
        analysis: MatchAnalysis,
        player: Player,
        read_line: ReadLine,
        write_line: WriteLine,
        tr: Translations,
    ) -> None:
        self._analysis, self._record = analysis, analysis.record
        self._seat = reader_seat(analysis.record.names, player, analysis.match)
        self._read, self._write, self._tr = read_line, write_line, tr

    async def run(self, hall: Hall) -> None:
        """Tell everything, until the player has seen enough."""
        await self._analyse()
        try:
            await self._analysis.keep_puzzles(hall)
        except Refusal as refusal:
            await self._write(refusal_text(refusal, self._tr))
        await self._tell()

    # -- the analysis -----------------------------------------------------------------------

    async def _analyse(self) -> None:
        """Judge every move, or as many as the player wants to wait for."""
        tr = self._tr
        await self._write(tr.gettext("The search looks at every move. Type stop to stop it."))
        news: asyncio.Queue[None] = asyncio.Queue()
        running = asyncio.ensure_future(self._analysis.run(lambda: news.put_nowait(None)))
        telling = asyncio.ensure_future(self._tell_progress(news))
        try:
            await self._until_stopped(running)
        finally:
            running.cancel()
            telling.cancel()
            await asyncio.gather(running, telling, return_exceptions=True)
        if not self._analysis.is_complete:
            text = tr.gettext("Stopped after {count} of {moves} moves.")
            await self._write(text.format(**self._counts))

    @property
    def _counts(self) -> dict[str, int]:
        return {"count": len(self._analysis.verdicts), "moves": len(self._record.moves)}

    async def _until_stopped(self, running: "asyncio.Future[None]") -> None:
        """Wait for the end of the analysis, or for a line that stops it."""
        while True:
            reading = asyncio.ensure_future(self._read())
            try:
                await asyncio.wait((running, reading), return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not reading.done():
                    reading.cancel()
                    await asyncio.gather(reading, return_exceptions=True)
            if running.done():
                running.result()
                return
            line = reading.result()
            if line is None:
                await running  # nobody can stop it any more, as in a pipe
            elif words_of(line)[0] in ("stop", *QUIT):
                return

    async def _tell_progress(self, news: "asyncio.Queue[None]") -> None:
        text = self._tr.gettext("Analysing: {count} of {moves} moves.")
        told = 0
        while True:
            await news.get()
            count, moves = self._counts.values()
            if count < moves and count * PARTS // max(moves, 1) > told:
                told = count * PARTS // moves
                await self._write(text.format(count=count, moves=moves))

    # -- what was found ---------------------------------------------------------------------

    async def _tell(self) -> None:
        report, tr = self._analysis.report(), self._tr
        for line in report_lines(self._record, report, tr, self._seat):
            await self._write(line)
        moments = () if self._seat is None else report.seats[self._seat].moments
        if self._seat is not None and not moments and self._analysis.is_complete:
            await self._write(no_moments_text(tr))
        while moments:
            text = tr.gettext("Type a number to try that moment again, or quit to go back.")
            await self._write(text)
            typed = await self._read()
            if typed is None or words_of(typed)[0] in QUIT:
                return
            chosen = words_of(typed)[0]
            if chosen.isdecimal() and 1 <= int(chosen[:3]) <= len(moments):
                puzzle = puzzle_of(self._record, moments[int(chosen[:3]) - 1])
                analyst = self._analysis.analyst
                await solve(puzzle, self._read, self._write, analyst=analyst, tr=tr)
