"""The window's title."""

from typing import Any

from odin_tui.languages import ENGLISH
from odin_tui.window_title import WindowTitle


class _Table:
    def __init__(self, *, my_turn: bool) -> None:
        self.my_turn = my_turn


def test_a_title_is_written_when_it_changes_and_at_no_other_time() -> None:
    written: list[str] = []
    title = WindowTitle(written.append)
    mine, theirs = _Table(my_turn=True), _Table(my_turn=False)
    tables: list[Any] = [mine, mine, theirs, mine]
    for table in tables:
        title.follow(table, ENGLISH)
    assert written == [f"\x1b]0;{words}\x07" for words in ("Your turn · odin", "odin") * 2][:3]
