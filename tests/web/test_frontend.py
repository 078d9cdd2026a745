"""What a hall tells the pages of browsers: keys, places and links."""

from odin_server.hall import NewTable
from odin_tui.web_words import WORDS, page_words
from tests.ssh.wire import connected, terminal
from tests.web.halls import a_hall
from tests.web.wire import a_page, get


async def test_a_page_is_told_the_keys_of_now_and_where_it_is() -> None:
    async with a_hall() as at:
        token, player = at.player("Astrid")
        chair = await at.table(player, "odin", seats=2, bots=("karl",))
        code = chair.view.code
        async with a_page(at.web, "join", code, token=token) as page:
            place = await page.message("place", path=f"/t/{code}")
            assert place["words"] == ["join", code]
            assert place["invitation"] == f"{at.url}/t/{code}"
            keys = await page.message("keys")
            assert not keys["typing"]
            move = next(hint for hint in keys["hints"] if hint["label"] == "move")
            assert [key["key"] for key in move["keys"]] == ["left", "right"]
            assert [key["name"] for key in move["keys"]] == ["←", "→"]
            await page.tell("press", key="escape")
            await page.until(b"Leave the table?")
            await page.tell("press", key="enter")
            await page.message("place", path="/", words=[], invitation="")


async def test_somebody_new_is_asked_for_a_name_and_may_take_it_with_a_button() -> None:
    async with a_hall() as at, a_page(at.web) as page:
        asked = await page.message("keys", typing=True)
        assert asked["hints"][0] == {
            "label": "accept",
            "keys": [{"key": "enter", "name": "enter"}],
        }
        await page.tell("press", key="enter")
        await page.message("keys", typing=False)


async def test_a_spectator_comes_back_as_a_spectator() -> None:
    async with a_hall() as at:
        _, player = at.player("Astrid")
        chair = await at.table(player, "odin", seats=2, bots=("karl",))
        token, _ = at.player("Bo")
        async with a_page(at.web, "watch", chair.view.code, token=token) as page:
            place = await page.message("place", path=f"/w/{chair.view.code}")
            assert place["words"] == ["watch", chair.view.code]


async def test_invitations_name_both_ways_to_a_table() -> None:
    async with a_hall(name="play.example.org") as at:
        token, player = at.player("Astrid")
        chair = await at.hall.open_table(player, NewTable("odin", seats=3))
        line, link = f"join {chair.view.code}", f"{at.url}/t/{chair.view.code}"
        async with a_page(at.web, "join", chair.view.code, token=token) as page:
            await page.until(b"Invite a friend to Odin")
            await page.until(link.encode())
            await page.until(line.encode())
        async with connected(at.ssh) as conn:
            screen = await terminal(conn, line)
            await screen.until(b"Your name?")
            screen.chan.write(b"\r")
            await screen.until(b"Invite a friend to Odin")
            await screen.until(link.encode())


async def test_farewells_name_the_way_back_in_a_browser() -> None:
    async with a_hall() as at:
        token, _ = at.player("Astrid")
        async with a_page(at.web, token=token) as page:
            await page.until(b"The hall")
            await page.tell("press", key="q")
            assert at.url in (await page.end())["text"]


async def test_every_page_has_the_words_it_needs() -> None:
    words = page_words("en")
    assert words.keys() == {*WORDS, "language", "direction", "game"}
    async with a_hall() as at:
        for path in ("/", "/text"):
            page = (await get(at.web, path)).body.decode()
            assert "$" not in page
            assert "Plain text" in page or "plain text" in page
