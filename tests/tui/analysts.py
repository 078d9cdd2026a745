"""Analysts that answer at once, for the tests of what is shown of an analysis."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing

from odin_engine.analysis import Verdict
from odin_engine.record import Record

Judge = Callable[[Record, int], AsyncGenerator[Verdict, None]]


async def agree(record: Record, first: int) -> AsyncGenerator[Verdict, None]:
    """Judge at once: the third move and the last were not the best."""
    for number in [*range(first, len(record.moves)), *range(first)]:
        word = record.moves[number][1]
        if number in (2, len(record.moves) - 1):
            yield Verdict(number, word, "pass", 0.2, 0.5, 0.02)
        else:
            yield Verdict(number, word, word)


class FakeAnalyst:
    """Knows some verdicts from before, and asks a function for the others."""

    def __init__(self, judge: Judge = agree, known: Mapping[int, Verdict] | None = None) -> None:
        self._judge, self._known = judge, dict(known or {})

    async def known(self, record: Record) -> dict[int, Verdict]:
        return {n: v for n, v in self._known.items() if n < len(record.moves)}

    async def judged(self, record: Record, first: int = 0) -> AsyncGenerator[Verdict, None]:
        async with aclosing(self._judge(record, first)) as found:
            async for verdict in found:
                self._known[verdict.number] = verdict
                yield verdict

    async def judge_last(self, record: Record) -> Verdict | None:
        async with aclosing(self._judge(record, len(record.moves) - 1)) as found:
            return await anext(found, None)
