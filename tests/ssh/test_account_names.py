"""Names that are refused or changed: look-alikes, reserved names, bots and guests."""

import subprocess
import sys

import pytest
from confusable_homoglyphs.confusables import confusables_data
from hypothesis import given
from hypothesis import strategies as st

from odin_engine.chance import seed_from
from odin_server.accounts import AccountFile, Accounts, BadAccountName, NameTaken, check_name
from odin_server.accounts.names import is_reserved
from odin_server.confusables import ASCII_PROTOTYPES, _prototypes, mixes_scripts, skeletons
from odin_server.hall.bot_names import bot_name


@pytest.mark.parametrize(
    ("taken", "like"),
    [
        ("Anna", "Annɑ"),
        ("coco", "сосо"),
        ("Coco", "СОСО"),
        ("сосо", "Coco"),
        ("Bill", "BiII"),
        ("Bill", "Bi1l"),
        ("Bill", "Bi||"),
        ("Ola", "0la"),
        ("Emma", "Ernrna"),
        ("Hanna", "ʜanna"),
        ("Mio", "ᴍio"),
        ("Bjorn", "Bjørn"),
    ],
)
async def test_a_name_that_looks_like_anothers_is_taken(taken: str, like: str) -> None:
    accounts = Accounts(AccountFile(None), lambda: 0.0)
    await accounts.log_in("SHA256:one", taken)
    other = await accounts.log_in("SHA256:two", "Other")
    with pytest.raises(NameTaken):
        await accounts.rename(other, like)
    assert (await accounts.log_in("SHA256:three", like)).name != like
    accounts.close()


@pytest.mark.parametrize("name", ["Ꭺnna", "ꓮnna", "Аstrid", "Νikos", "иvan"])
def test_letters_of_two_alphabets_are_no_name(name: str) -> None:
    assert mixes_scripts(name)
    with pytest.raises(BadAccountName):
        check_name(name)


@pytest.mark.parametrize("name", ["Åse", "Иван", "Νίκος", "田中さん", "박Kim", "José-2", "O'Neill"])
def test_names_of_one_language_are_fine(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"), [("Kai", "Kal"), ("Nora", "Vora"), ("Mia", "Nia"), ("Tom", "Tim")]
)
def test_names_that_differ_are_told_apart(one: str, other: str) -> None:
    assert skeletons(one).isdisjoint(skeletons(other))


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Admins", "ADMIN", "adm1n", "@dmin", "Administrator", "admin 2", "AdminBob"),
        *("moderator", "Moderators", "rnoderator", "M0derator", "Bob (moderator)", "the_admin"),
        *("house", "h0use", "ʜouse", "HОUSЕ", "mod", "root", "r00t", "System", "server", "host"),
        *("The host", "the_server", "THE HOUSE"),
        *("odin", "0din", "Odiп", "you", "free", "jarl", "ᴊᴀʀʟ", "thra11", "everyone", "offic1aI"),
    ],
)
def test_a_name_that_claims_to_speak_for_the_host_is_refused(name: str) -> None:
    with pytest.raises(BadAccountName):
        check_name(name)


def test_every_word_that_is_meant_to_be_reserved_is() -> None:
    """The list is written again here, so that no word gets lost unnoticed."""
    reserved = (
        "all anonymous bot bots chat console daemon dealer empty free everybody everyone guest "
        "guests hall help here host hosts house info me mod mods news nobody none null odin "
        "official owner root seat security server service somebody someone support system table "
        "unknown you thrall karl jarl konung admin admins administrator administrators moderator "
        "moderators operator operators staff superuser sysadmin sysadmins sysop sysops"
    )
    assert [word for word in reserved.split() if not is_reserved(word)] == []
    claiming = "operator operators staff superuser sysadmin sysadmins sysop sysops"
    assert [word for word in claiming.split() if not is_reserved(f"Bo {word}")] == []


@pytest.mark.parametrize("name", ["Odin Olsen", "Badminton", "Modest", "Mona", "Rooth", "Hostein"])
def test_a_name_that_only_begins_like_one_is_fine(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name", ["10.0.0.1", "10.0.0.0/8", "bad::cafe", "SHA256:abc", "sha256:abc"]
)
def test_a_name_is_never_an_address_or_a_key(name: str) -> None:
    with pytest.raises(BadAccountName, match="name-reads-like-an-address"):
        check_name(name)


@pytest.mark.parametrize("name", ["john.doe", "a:b", "1.2.3", "AC/DC"])
def test_a_name_may_have_dots_colons_and_slashes(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize("mark", ["~", "∼", "˜", "～"])
def test_nobody_with_an_account_is_marked_as_a_guest(mark: str) -> None:
    assert check_name(f"{mark}bo") == "bo"


def test_guests_do_not_look_like_each_other() -> None:
    accounts = Accounts(AccountFile(None), lambda: 0.0)
    names = [accounts.guest(wanted).name for wanted in ("coco", "сосо", "C0co")]
    assert names[0] == "~coco"
    assert names[1:] != ["~сосо", "~C0co"]
    assert len({skeletons(name) for name in names}) == 3
    accounts.close()


def test_a_bot_does_not_look_like_somebody_at_the_table() -> None:
    seed = seed_from("names")
    usual = bot_name(seed, [])
    like = usual.replace("o", "о").replace("a", "а").replace("e", "е")
    assert like != usual
    assert bot_name(seed, [like]) != usual


def test_plain_letters_need_no_list() -> None:
    assert {
        letter: other
        for letter, other in _prototypes().items()
        if letter.isascii() and (letter.isalnum() or other.isalnum())
    } == ASCII_PROTOTYPES


def test_a_local_game_does_not_load_the_list() -> None:
    code = (
        "import sys, odin_tui.app, odin_tui.commands.play\n"
        "from odin_engine.chance import seed_from\n"
        "from odin_server.hall.bot_names import bot_name\n"
        "bot_name(seed_from('x'), ['Astrid'])\n"
        "print([name for name in sys.modules if name.startswith('confusable')])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_every_pair_of_unicodes_list_looks_alike() -> None:
    """The library keeps no direction; ours must join the same characters."""
    table = _prototypes()
    for written, found in confusables_data.items():
        letter = written.replace("\u200e", "")
        if len(letter) == 1 and len(found) == 1:
            other = found[0]["c"].replace("\u200e", "")
            assert table.get(letter, letter) == table.get(other, other)


@given(st.text(max_size=24))
def test_a_name_always_looks_like_itself_in_any_case(name: str) -> None:
    assert skeletons(name) & skeletons(name.casefold())


async def test_renames_and_new_names_are_noted_and_nothing_else_about_people() -> None:
    notes: list[tuple[str, dict[str, object]]] = []
    accounts = Accounts(
        AccountFile(None), lambda: 0.0, lambda event, **facts: notes.append((event, facts))
    )
    astrid = await accounts.log_in("SHA256:one", "astrid")
    await accounts.rename(astrid, "Astrid the Red")
    guest = accounts.guest("bo")
    await accounts.rename(guest, "Bodil")
    assert notes == [
        ("account-opened", {"account": "SHA256:one", "key": "SHA256:one", "name": "astrid"}),
        ("renamed", {"account": "SHA256:one", "old": "astrid", "new": "Astrid the Red"}),
        ("renamed", {"account": guest.id, "old": "~bo", "new": "~Bodil"}),
    ]
    accounts.close()
