"""Whole visits in a real browser."""

import pytest

from odin_server.hall import Phase
from odin_tui.languages import translations_for
from tests.web.browser import DESKTOP, PHONE, a_browser, a_window, needs_chromium
from tests.web.halls import a_hall
from tests.web.players import PagePlayer, Way

pytestmark = needs_chromium
TABLES = {
    "odin": {"seats": 2, "bots": ("thrall",), "options": {"target": "one-hand"}},
    "herrlof": {"seats": 2, "bots": ("thrall",), "options": {"target": "1", "max-rounds": "1"}},
    "walhalla": {"seats": 3, "bots": ("thrall", "thrall")},
}
MATCHES = [
    pytest.param(game, way, marks=[] if usual else [pytest.mark.long])
    for game, way, usual in [
        ("odin", "keys", True),
        ("odin", "mouse", False),
        ("odin", "touch", True),
        ("herrlof", "keys", False),
        ("herrlof", "mouse", False),
        ("herrlof", "touch", False),
        ("walhalla", "keys", False),
        ("walhalla", "mouse", False),
        ("walhalla", "touch", False),
    ]
]


@pytest.mark.parametrize(("game", "way"), MATCHES)
async def test_a_match_is_played_in_the_page(game: str, way: Way) -> None:
    async with a_hall() as at, a_browser() as browser:
        token, player = at.player("Astrid")
        chair = await at.table(player, game, **TABLES[game])
        url = f"{at.url}/t/{chair.view.code}"
        profile = PHONE if way == "touch" else DESKTOP
        async with a_window(browser, url, token=token, **profile) as window:
            await window.until("Your turn", "plays", "predict")
            hand = PagePlayer(window, lambda: at.hall.look(player, chair.view.code), way)
            await hand.play()
            assert hand.look().phase is Phase.OVER
            await window.until("play again", "Play again")
            assert hand.done & {"keys": {"keys"}, "mouse": {"cell"}, "touch": {"button"}}[way]
    assert at.hall.finished(player)[0].names[0] == "Astrid"


async def test_a_page_says_everything_in_the_language_of_its_session() -> None:
    async with a_hall() as at, a_browser() as browser:
        token, _player = at.player("Astrid")
        german, dutch = translations_for("de"), translations_for("nl")
        async with a_window(browser, at.url, token=token, locale="de-AT", **PHONE) as window:
            await window.until(german.gettext("Quick game"))
            invite = "document.querySelector('#invite').textContent"
            says = f"() => [document.documentElement.lang, {invite}]"
            assert await window.page.evaluate(says) == ["de", german.gettext("Copy invitation")]
            await window.type("L")
            await window.until("Nederlands")
            for _ in range(4):  # Français, Español, Italiano, Nederlands
                await window.type("down")
            await window.type("enter")
            await window.until(dutch.gettext("Quick game"))
            await window.page.wait_for_function("() => document.documentElement.lang === 'nl'")
            assert await window.page.evaluate(says) == ["nl", dutch.gettext("Copy invitation")]
        # The browser still says German; the account has chosen.
        async with a_window(browser, f"{at.url}/text", token=token, locale="de-AT") as window:
            await window.page.wait_for_function("() => document.documentElement.lang === 'nl'")
            assert await window.page.inner_text("#form button") == dutch.gettext("Send")
