"""A session on this machine in plain lines, from standard input to standard output."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from odin_engine.game import Refusal
from odin_server.hall import Chair, Hall, Player
from odin_server.hall.views import refuse_long_name
from odin_tui.catalogue import choose_game
from odin_tui.commands.lines import StandardLines
from odin_tui.commands.local_session import PLAYER_ID, LocalSession, Wanted
from odin_tui.languages import Translations
from odin_tui.messages import refusal_text
from odin_tui.text_home import HomeActions, TextHome


async def play_in_lines(session: LocalSession, wanted: Wanted) -> int:
    """Play at a table."""
    async with _begun(session) as (named, hall, home):
        await home.play_at(await named.sit_down(hall, wanted), polite=True)
    return 0


async def home_in_lines(session: LocalSession, line: str = "") -> int:
    """Do what a line asks for; without one, whatever is typed."""
    async with _begun(session) as (_named, _hall, home):
        await (home.handle_line(line) if line else home.run())
    return 0


@asynccontextmanager
async def _begun(session: LocalSession) -> AsyncIterator[tuple[LocalSession, Hall, TextHome]]:
    """Open the hall, and ask somebody new for their name where somebody can answer."""
    async with session.hall() as (hall, trouble), session.analyst(hall.log) as analyst:
        lines = StandardLines()
        for sentence in filter(None, (session.notice, trouble)):
            await lines.write(sentence)
        session.fallbacks.tell_by(session.write_error)
        tr = session.translations
        if session.is_new and sys.stdin.isatty():
            session = await _named(session, lines, tr)
        actions = HomeActions(open_table=partial(_open_table, session, hall), kept=not trouble)
        player = session.player
        home = TextHome(
            hall, lambda: player, lines.read, lines.write, actions, analyst=analyst, tr=tr
        )
        yield session, hall, home


async def _open_table(session: LocalSession, hall: Hall, game: str) -> Chair:
    """Open a table of a game, as it was played the last time or is usual."""
    settings = choose_game(session.settings, game) if game else session.settings
    chair = await hall.open_table(session.player, settings.last_table)
    await chair.start()
    return chair


async def _named(session: LocalSession, lines: StandardLines, tr: Translations) -> LocalSession:
    """Ask for the player's name, and keep it; after an empty line it is the login."""
    name = session.player.name
    await lines.write(tr.gettext("Your name?"))
    await lines.write(tr.gettext("Press Enter for {name}.").format(name=name))
    while typed := (await lines.read() or "").strip():
        try:
            refuse_long_name(typed)
            name = Player(PLAYER_ID, typed).name
            break
        except Refusal as refusal:
            await lines.write(refusal_text(refusal, tr))
    settings = replace(session.settings, name=name)
    try:
        session.storage.keep_settings(settings)
    except Refusal as refusal:
        await lines.write(refusal_text(refusal, tr))
    return replace(session, settings=settings)
