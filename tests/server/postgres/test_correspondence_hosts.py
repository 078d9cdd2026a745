"""Matches by correspondence, inboxes and challenges in a hall of several hosts."""

import pytest

from odin_server.hall import NewTable, Phase, TimeControl
from odin_server.hall.inbox import EntryKind
from tests.server.postgres.conftest import ANNA, BO, OpenHost, Records, until

WANTED = NewTable("odin", seats=2, clock=TimeControl.of_days(2))


@pytest.mark.usefixtures("short_leases")
async def test_a_deadline_stays_when_the_host_that_drove_the_table_dies(
    open_host: OpenHost, records: Records
) -> None:
    first, second = await open_host(), await open_host()
    here = await first.hall.challenge(ANNA, WANTED, BO)
    await until(lambda: second.hall.inbox.entries(BO))
    (challenge,) = second.hall.inbox.entries(BO)
    assert challenge.kind is EntryKind.CHALLENGE
    assert challenge.table is not None
    there = await second.hall.sit(BO, challenge.table.code)
    await until(lambda: there.view.phase is Phase.PLAYING and here.view.phase is Phase.PLAYING)
    deadlines = [seat.deadline for seat in there.view.seats]
    await first.vanish()
    await until(lambda: second.drives(there))
    assert [seat.deadline for seat in there.view.seats] == deadlines
    assert [seat.held_until for seat in there.view.seats] == [None, None]
    kinds = {entry.kind for player in (ANNA, BO) for entry in second.hall.inbox.entries(player)}
    assert kinds == {EntryKind.TURN, EntryKind.WAITING}
    signs = [row for row in await records.all() if row[0] == "uptime"]
    assert len(signs) == 1


async def test_what_was_read_at_one_host_is_not_new_at_another(open_host: OpenHost) -> None:
    first, second = await open_host(), await open_host()
    await first.hall.challenge(ANNA, WANTED, BO)
    await until(lambda: second.hall.inbox.unread(BO) == 1)
    assert first.hall.inbox.unread(BO) == 1
    await second.hall.inbox.mark_read(BO)
    await until(lambda: first.hall.inbox.unread(BO) == 0)
