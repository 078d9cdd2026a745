from odin_server.hall import Phase, TableStatus
from odin_tui.languages import ENGLISH
from odin_tui.table_list import table_lines


def a_table(**changes: object) -> TableStatus:
    words: dict[str, object] = {
        "id": "1", "code": "ABCD-EFHJ", "game": "odin", "phase": Phase.PAUSED, "public": True,
        "host": "Anna", "people": ("Anna", "~Bo"), "bots": 1, "connected": 0, "opened_at": 0.0,
        "last_at": 100.0,
    }  # fmt: skip
    return TableStatus(**words | changes)  # type: ignore[arg-type]


def test_a_table_is_a_line_with_its_people_and_how_long_it_is_idle() -> None:
    tables = [a_table(), a_table(public=False, people=(), bots=2, connected=1, phase=Phase.LOBBY)]
    assert table_lines(tables, 100.0 + 7300, ENGLISH).splitlines() == [
        "code       game  phase           idle for  connected  who",
        "ABCD-EFHJ  odin  paused          2h        0          Anna, ~Bo, 1 bot",
        "ABCD-EFHJ  odin  lobby, private  2h        1          2 bots",
    ]


def test_a_table_where_something_has_just_happened_is_idle_for_no_time() -> None:
    assert "  0s  " in table_lines([a_table(people=("Anna",))], 99.0, ENGLISH)


def test_nobody_is_counted_who_may_be_connected_to_a_host_that_is_not_asked() -> None:
    assert "  2h        –          Anna" in table_lines([a_table(connected=None)], 7300.0, ENGLISH)


def test_no_tables_are_told_in_a_sentence() -> None:
    assert table_lines([], 0.0, ENGLISH) == "There are no tables."
