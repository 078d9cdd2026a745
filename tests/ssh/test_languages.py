"""Which language somebody at a host reads: the account's, the client's, or the host's."""

import re
from dataclasses import replace

import pytest

from odin_server.hall import NewTable
from odin_server.notices import Notice
from odin_server.sessions.settings import HostSettings
from odin_tui.languages import LANGUAGES, language_of, translations_for
from odin_tui.main import main
from odin_tui.settings import Settings, write
from tests.ssh.test_hall_app import BO, Environment, an_environment
from tests.ssh.wire import Guest, a_server, connected
from tests.tui.screens import screen_text
from tests.web.halls import a_hall
from tests.web.wire import get

WELCOME = "odin: Viking games in your terminal."


async def prefer(environment: Environment, name: str, language: str) -> None:
    account = await environment.accounts.log_in(f"SHA256:{name}", name)
    await environment.accounts.keep_settings(account, write(Settings(language=language)))


async def test_the_account_comes_before_the_client_and_the_client_before_the_host() -> None:
    async with an_environment() as environment:
        await prefer(environment, "Astrid", "fr")
        for name, locales, language in (
            ("Astrid", ("de_DE.UTF-8", "nl"), "fr"),
            ("Bo", ("de_DE.UTF-8", "nl"), "de"),
            ("Cnut", ("C.UTF-8", "sv_SE", "nl"), "nl"),
            ("Dagny", ("", ""), "en"),
        ):
            caller = replace(environment.caller(name, "help"), locales=locales)
            said = await environment.frontend.open_app(caller)
            assert translations_for(language).gettext(WELCOME) in str(said), name
            assert caller.language == language


async def test_a_language_chosen_in_the_hall_is_kept_and_used_for_farewells_too() -> None:
    async with an_environment() as environment:
        await environment.hall.open_table(BO, NewTable("odin", seats=3, public=True))
        caller = replace(environment.caller("Astrid"), locales=("es_ES",))
        app = await environment.app(caller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert translations_for("es").gettext("Quick game") in screen_text(app)
            await pilot.press("L", "up", "up", "enter")  # from Español to Deutsch
            await pilot.pause()
            await pilot.pause()
            german = translations_for("de")
            assert german.gettext("Quick game") in screen_text(app)
            assert language_of(app.translations) == caller.language == "de"
            notice = Notice("server-stopping")
            english = environment.frontend.notice_text(notice)
            assert environment.frontend.notice_text(notice, caller) != english
            await pilot.press("q")
        farewell = german.gettext("Goodbye, {name}! To come back: {command}")
        assert farewell.format(name="Astrid", command=caller.way_back) == caller.farewell
        again = replace(environment.caller("Astrid"), locales=("es_ES",))
        assert language_of((await environment.app(again)).translations) == "de"


async def test_before_anybody_is_known_the_host_speaks_its_own_language() -> None:
    async with an_environment() as environment:
        frontend = environment.frontend
        guest = Guest()
        async with (
            a_server(frontend, environment.accounts, language="nl") as server,
            connected(server, client_keys=None, client_factory=lambda: guest),
        ):
            notice = frontend.notice_text(Notice("guest-welcome"), locales=("nl",))
            assert notice != frontend.notice_text(Notice("guest-welcome"))
            assert notice in guest.banner


async def test_a_browser_reads_what_it_accepts() -> None:
    async with a_hall(language="it") as at:
        for accepted, language in (
            ("de-AT,de;q=0.9,en;q=0.5", "de"),
            ("sv,ar;q=0.4", "ar"),
            ("sv", "it"),
        ):
            page = await get(at.web, "/text", Accept_Language=accepted)
            body = page.body.decode()
            direction = "rtl" if language == "ar" else "ltr"
            assert f'<html lang="{language}" dir="{direction}">' in body
            assert translations_for(language).gettext("Send") in body
            assert page.headers["Content-Language"] == language
            missing = await get(at.web, "/nowhere", Accept_Language=accepted)
            english = await get(at.web, "/nowhere", Accept_Language="en")
            assert missing.body != english.body


def test_a_host_names_the_languages_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert HostSettings().language == ""
    assert main(["serve", "--language", "tlh", "--check"]) == 2
    said = capsys.readouterr().err
    assert "tlh" in said
    assert all(re.search(rf"\b{code}\b", said) for code in LANGUAGES)
