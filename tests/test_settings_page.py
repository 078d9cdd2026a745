"""The page of settings says what the program reads."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from odin_server.sessions import settings
from odin_server.sessions.settings import AT_START, HostSettings

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture
def made() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make_settings.py"))


def test_the_page_of_settings_is_what_the_declarations_say(made: dict[str, Any]) -> None:
    wanted = "run: python docs/make_settings.py"
    assert (DOCS / "settings.md").read_text(encoding="utf-8") == made["page"](), wanted


def test_every_setting_is_on_the_page_once(made: dict[str, Any]) -> None:
    named = [row[0].strip("`").replace("-", "_") for row in made["rows"]()]
    assert named == [*HostSettings.__slots__]
    assert {*AT_START} < {*named}


def test_a_setting_without_a_meaning_is_refused(
    made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "class HostSettings:\n    told: int = 1\n    'Meaning.'\n    untold: int = 2\n"
    monkeypatch.setattr("inspect.getsource", {settings: source}.__getitem__)
    with pytest.raises(ValueError, match="untold has no docstring"):
        made["page"]()
