"""Linking keys: asked first, told what becomes of the other account, listed and undone."""

from collections.abc import Iterator

import pytest

from odin_server.accounts import (
    Account,
    AccountFile,
    Accounts,
    AlreadyLinked,
    BadCode,
    GuestsHaveNoAccount,
    LastKey,
    NoSuchKey,
)
from odin_server.accounts.linking import CODE_TRIES
from odin_server.accounts.tables import CODE_SECONDS
from odin_server.hall import NewTable, Player
from tests.ssh.test_hall_app import Environment, an_environment


@pytest.fixture
def accounts() -> Iterator[Accounts]:
    made = Accounts(AccountFile(None), lambda: 1_000_000.0)
    yield made
    made.close()


async def two(accounts: Accounts) -> tuple[Account, Account]:
    """Make two accounts whose names are chosen."""
    first = await accounts.rename(await accounts.log_in("SHA256:laptop", "a"), "Astrid")
    return first, await accounts.rename(await accounts.log_in("SHA256:phone", "b"), "Bodil")


async def test_looking_at_a_code_does_not_spend_it(accounts: Accounts) -> None:
    astrid, bodil = await two(accounts)
    code = await accounts.new_code(astrid)
    assert accounts.owner_of_code("SHA256:phone", code) == astrid
    assert await accounts.log_in("SHA256:phone", "") == bodil
    assert await accounts.redeem("SHA256:phone", code) == astrid
    with pytest.raises(BadCode):
        accounts.owner_of_code("SHA256:other", code)


async def test_an_account_that_was_left_comes_back_when_its_key_is_unlinked(
    accounts: Accounts,
) -> None:
    astrid, bodil = await two(accounts)
    await accounts.redeem("SHA256:phone", await accounts.new_code(astrid))
    assert await accounts.log_in("SHA256:phone", "") == astrid
    assert (await accounts.unlink(astrid, "SHA256:phone")).fingerprint == "SHA256:phone"
    assert await accounts.log_in("SHA256:phone", "") == bodil


async def test_an_account_nobody_used_is_not_kept(accounts: Accounts) -> None:
    astrid, bodil = await two(accounts)
    await accounts.redeem("SHA256:phone", await accounts.new_code(astrid), discard_old=True)
    assert accounts.find("Bodil") is None
    assert (await accounts.log_in("SHA256:new", "Bodil")).name == bodil.name


async def test_an_account_with_other_keys_is_kept(accounts: Accounts) -> None:
    astrid, bodil = await two(accounts)
    await accounts.redeem("SHA256:tablet", await accounts.new_code(bodil))
    await accounts.redeem("SHA256:phone", await accounts.new_code(astrid), discard_old=True)
    assert await accounts.log_in("SHA256:tablet", "") == bodil


async def test_a_key_that_was_unlinked_never_gets_the_account_back_by_itself(
    accounts: Accounts,
) -> None:
    astrid, bodil = await two(accounts)
    await accounts.redeem("SHA256:tablet", await accounts.new_code(astrid))
    await accounts.unlink(astrid, "SHA256:laptop")
    stolen = await accounts.log_in("SHA256:laptop", "Astrid")
    assert stolen.id != astrid.id
    assert stolen.name != "Astrid"
    await accounts.redeem("SHA256:tablet", await accounts.new_code(bodil))
    assert await accounts.log_in("SHA256:laptop", "") == stolen


async def test_the_last_key_stays(accounts: Accounts) -> None:
    astrid, _ = await two(accounts)
    with pytest.raises(LastKey):
        await accounts.unlink(astrid, "SHA256:laptop")
    with pytest.raises(NoSuchKey):
        await accounts.unlink(astrid, "SHA256:phone")


async def test_a_key_may_be_named_by_its_first_letters(accounts: Accounts) -> None:
    astrid, _ = await two(accounts)
    long = "SHA256:" + "tablet-".ljust(70, "-")
    for key in ("SHA256:tablet-one", "SHA256:tablet-two", f"{long}1", f"{long}2"):
        await accounts.redeem(key, await accounts.new_code(astrid))
    await accounts.redeem("SHA256:stolen-one", await accounts.new_code(astrid))
    for vague, code in (
        ("tablet-", "several-keys"),
        ("", "no-such-key"),
        ("SHA256:", "no-such-key"),
        ("stole", "no-such-key"),
        ("x" * 70, "no-such-key"),
        ("tablet-".ljust(61, "-"), "several-keys"),
    ):
        with pytest.raises(NoSuchKey) as refused:
            await accounts.unlink(astrid, vague)
        assert refused.value.code == code
        assert refused.value.facts == {"name": "Astrid", "key": vague[:60]}
    assert (await accounts.unlink(astrid, "tablet-o")).fingerprint == "SHA256:tablet-one"
    assert (await accounts.unlink(astrid, "stolen")).fingerprint == "SHA256:stolen-one"


async def test_a_code_made_with_a_lost_key_is_void_once_it_is_unlinked(accounts: Accounts) -> None:
    astrid, _ = await two(accounts)
    await accounts.redeem("SHA256:tablet", await accounts.new_code(astrid))
    code = await accounts.new_code(astrid)
    await accounts.unlink(astrid, "SHA256:laptop")
    with pytest.raises(BadCode):
        await accounts.redeem("SHA256:laptop", code)


async def test_a_key_is_not_linked_twice(accounts: Accounts) -> None:
    astrid, _ = await two(accounts)
    code = await accounts.new_code(astrid)
    with pytest.raises(AlreadyLinked):
        await accounts.redeem("SHA256:laptop", code)
    assert await accounts.redeem("SHA256:phone", code) == astrid


def test_keys_that_tried_wrong_codes_long_ago_are_forgotten() -> None:
    now = 1000.0
    accounts = Accounts(AccountFile(None), lambda: now)
    for number in range(1000):
        accounts.count_wrong_code(f"SHA256:{number}")
    now += CODE_SECONDS - 1
    for _ in range(CODE_TRIES):
        accounts.count_wrong_code("SHA256:guessing")
    now += 1
    with pytest.raises(BadCode, match="too-many"):
        accounts.owner_of_code("SHA256:guessing", "WRONGWRONG")
    assert accounts._tries.keys() == {"SHA256:guessing"}
    accounts.close()


async def test_a_guest_makes_no_code(accounts: Accounts) -> None:
    """A key over the limit of new accounts is a guest: its code would lead to no account."""
    with pytest.raises(GuestsHaveNoAccount):
        await accounts.new_code(accounts.guest("bo"))
    assert (
        await accounts.redeem("SHA256:guest", await accounts.new_code((await two(accounts))[0]))
    ).name == "Astrid"


async def said(environment: Environment, name: str, *words: str, chosen: bool = True) -> str:
    answer = await environment.frontend.open_app(environment.caller(name, *words, chosen=chosen))
    assert isinstance(answer, str)
    return answer


async def code_of(environment: Environment, name: str) -> str:
    return (await said(environment, name, "link")).split(" link ")[1].split()[0]


async def test_a_link_asks_first_and_names_both_accounts() -> None:
    async with an_environment() as environment:
        code = await code_of(environment, "Astrid")
        question = await said(environment, "Bo", "link", code)
        assert "The code is for the account of Astrid." in question
        assert "opens the account of Bo now. It would open Astrid instead" in question
        assert "nobody could use it, until you unlink this key again" in question
        assert f"link {code} yes" in question
        assert "You are Bo." in await said(environment, "Bo", "name")
        assert "opens the account of Astrid now" in await said(
            environment, "Bo", "link", code, "yes"
        )
        assert (await environment.accounts.log_in("SHA256:Bo", "")).name == "Astrid"


async def test_a_link_says_what_does_not_move() -> None:
    async with an_environment() as environment:
        bo = await environment.accounts.log_in("SHA256:Bo", "Bo")
        await environment.hall.open_table(Player(bo.id, "Bo"), NewTable("odin", seats=3))
        question = await said(environment, "Bo", "link", await code_of(environment, "Astrid"))
        assert "Bo keeps 1 seat at a table; nothing moves to Astrid." in question


async def test_a_new_key_is_told_that_nothing_is_lost() -> None:
    async with an_environment() as environment:
        code = await code_of(environment, "Astrid")
        question = await said(environment, "Bo", "link", code, chosen=False)
        assert "Bo would be deleted: nobody has used it yet" in question
        await said(environment, "Bo", "link", code, "yes", chosen=False)
        assert environment.accounts.find("Bo") is None


async def test_keys_are_listed_and_unlinked() -> None:
    async with an_environment() as environment:
        await said(environment, "Bo", "link", await code_of(environment, "Astrid"), "yes")
        listed = await said(environment, "Astrid", "keys")
        assert "Keys that open the account of Astrid:" in listed
        assert "SHA256:Astrid  added just now  (this one)" in listed
        assert "SHA256:Bo  added just now\n" in listed + "\n"
        assert "Which key?" in await said(environment, "Astrid", "unlink")
        assert "does not open" in await said(environment, "Astrid", "unlink", "SHA256:Bo")
        assert "only key" in await said(environment, "Astrid", "unlink", "SHA256:Astrid")
        assert "You are Bo." in await said(environment, "Bo", "name")
