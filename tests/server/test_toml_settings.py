"""Settings are decoded by the types that declare them."""

from typing import Any, get_args, get_type_hints

import pytest

from odin_server.sessions.settings import HostSettings
from odin_server.toml_settings import BadSetting, Range, change, parse


def changed(text: str) -> HostSettings:
    return change(HostSettings(), parse(text))


def test_names_are_written_with_dashes_or_underscores() -> None:
    assert changed("login-timeout = 3").login_timeout == 3
    assert changed("login_timeout = 3").login_timeout == 3


def test_what_is_not_mentioned_stays() -> None:
    before = changed("port = 22")
    assert change(before, {"guests": False}) == HostSettings(port=22, guests=False)


def test_a_whole_number_may_be_written_as_a_decimal_one_and_becomes_the_type_that_is_declared() -> (
    None
):
    settings = changed("port = 22.0\nidle = 60")
    assert (repr(settings.port), repr(settings.idle)) == ("22", "60.0")


def test_lists_of_texts_become_tuples() -> None:
    assert changed('allow = ["a", "b"]').allow == ("a", "b")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("port = ", "not-toml"),
        ("nonsense = 1", "no-such-setting"),
        ("guest-talk = false", "setting-misspelt"),
        ("port = 65536", "setting-out-of-range"),
        ("port = -1", "setting-out-of-range"),
        ("port = true", "setting-not-a-number"),
        ('port = "22"', "setting-not-a-number"),
        ("port = 22.5", "setting-not-whole"),
        ("port = nan", "setting-not-whole"),
        ("connections = inf", "setting-not-whole"),
        (f"connections = {10**400}", "setting-out-of-range"),
        ("idle = nan", "setting-out-of-range"),
        ("idle = inf", "setting-out-of-range"),
        (f"idle = {10**400}", "setting-not-a-number"),
        ("idle = -0.1", "setting-out-of-range"),
        ("guests = 1", "setting-not-true-or-false"),
        ('allow = "SHA256:x"', "setting-not-a-list"),
        ("allow = [1]", "setting-not-a-text"),
        ("message = 1", "setting-not-a-text"),
    ],
)
def test_what_a_host_cannot_set_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(BadSetting) as refused:
        changed(text)
    assert refused.value.code == code
    name = text.partition(" ")[0]
    assert refused.value.facts.get("name", name) == name


def test_the_name_that_was_meant_is_told() -> None:
    with pytest.raises(BadSetting) as refused:
        changed("guest_talk = false")
    assert refused.value.facts == {"name": "guest-talk", "meant": "guests-talk"}


def limits() -> dict[str, Range]:
    hints: dict[str, Any] = get_type_hints(HostSettings, include_extras=True)
    return {name: args[1] for name, kind in hints.items() if len(args := get_args(kind)) > 1
            and isinstance(args[1], Range)}  # fmt: skip


def test_every_number_has_limits_and_its_default_is_within_them() -> None:
    usual = HostSettings()
    numbers = {
        name for name in HostSettings.__slots__ if type(getattr(usual, name)) in (int, float)
    }
    assert {*limits()} == numbers
    for name, limit in limits().items():
        assert limit.least <= getattr(usual, name) <= limit.most
