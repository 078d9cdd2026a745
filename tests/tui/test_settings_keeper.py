"""Settings that are written in the background."""

import asyncio

from odin_engine.game import Refusal
from odin_tui.settings_keeper import SettingsKeeper


class Slow:
    """Takes settings one after another, when it is told to go on."""

    def __init__(self, refusal: Refusal | None = None) -> None:
        self.written: list[str] = []
        self.go_on = asyncio.Event()
        self._refusal = refusal

    async def write(self, text: str) -> None:
        await self.go_on.wait()
        self.written.append(text)
        if self._refusal is not None:
            raise self._refusal


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_of_settings_that_wait_only_the_newest_are_written() -> None:
    slow = Slow()
    keeper = SettingsKeeper(slow.write, str)
    keeper.keep("first")
    await settle()
    for text in ("second", "third", "fourth"):
        keeper.keep(text)
    slow.go_on.set()
    await settle()
    assert slow.written == ["first", "fourth"]
    keeper.keep("fifth")
    await settle()
    assert slow.written[-1] == "fifth"


async def test_a_refusal_is_told_while_somebody_is_there() -> None:
    refusal, told = Refusal("accounts-away"), []
    slow = Slow(refusal)
    slow.go_on.set()
    keeper = SettingsKeeper(slow.write, told.append)
    keeper.keep("first")
    await settle()
    assert told == [refusal]
    keeper.stop_telling()
    keeper.keep("second")
    await settle()
    assert told == [refusal]
    assert slow.written == ["first", "second"]
