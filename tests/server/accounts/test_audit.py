"""The audit log is told of every change of an account, once and with what changed."""

from collections.abc import Iterator
from typing import Any

import pytest

from odin_server.accounts import AccountFile, Accounts, AccountStream
from odin_server.accounts import accounts as accounts_module
from odin_server.log.memory import MemoryLog

Told = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def told() -> Told:
    return []


@pytest.fixture
def accounts(told: Told) -> Iterator[Accounts]:
    def note(event: str, /, **facts: Any) -> None:
        told.append((event, facts))

    made = Accounts(AccountFile(None), lambda: 1000.0, note)
    yield made
    made.close()


async def test_names_and_keys(accounts: Accounts, told: Told) -> None:
    astrid = await accounts.log_in("SHA256:laptop", "a")
    astrid = await accounts.rename(astrid, "Astrid")
    await accounts.rename(astrid, "Astrid")
    await accounts.log_in("SHA256:phone", "Bo")
    code = await accounts.new_code(astrid)
    await accounts.redeem("SHA256:phone", code)
    await accounts.redeem("SHA256:tablet", await accounts.new_code(astrid))
    await accounts.unlink(astrid, "SHA256:phone")
    laptop, phone = "SHA256:laptop", "SHA256:phone"
    assert told == [
        ("account-opened", {"account": laptop, "key": laptop, "name": "a"}),
        ("renamed", {"account": laptop, "old": "a", "new": "Astrid"}),
        ("account-opened", {"account": phone, "key": phone, "name": "Bo"}),
        ("linked", {"key": phone, "account": laptop, "before": phone}),
        ("linked", {"key": "SHA256:tablet", "account": laptop, "before": None}),
        ("unlinked", {"key": phone, "account": laptop}),
    ]
    assert len(code) == 10


@pytest.mark.parametrize("is_shared", [False, True])
async def test_accounts_that_need_no_repair_are_opened_silently(
    told: Told, *, is_shared: bool
) -> None:
    storage = await AccountStream.open(MemoryLog()) if is_shared else AccountFile(None)
    Accounts(storage, lambda: 1000.0, lambda event, **facts: told.append((event, facts))).close()
    assert told == []


async def test_bans(accounts: Accounts, told: Told) -> None:
    target = accounts.target("192.0.2.7")
    assert not await accounts.unban(target, "mod")
    await accounts.ban(target, 2000.0, "noise", "mod")
    assert await accounts.unban(target, "other")
    what = {"kind": "address", "what": "192.0.2.7"}
    assert told == [
        ("banned", {**what, "until": 2000.0, "by": "mod"}),
        ("unbanned", {**what, "by": "other"}),
    ]


async def test_the_twentieth_of_one_name_gets_a_number_that_nobody_can_foresee(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module.secrets, "randbelow", lambda most: most - 1)
    names = [(await accounts.log_in(f"SHA256:{key}", "Bo")).name for key in range(20)]
    assert names == ["Bo", *(f"Bo {number}" for number in range(2, 20)), "Bo 999999"]
