"""A recorded match as screens, to be made into pictures: what the replay shows, step by step."""

from odin_engine.record import Record
from odin_server.hall import Hall, Player
from odin_tui.app import OdinApp
from odin_tui.drawing.cell_pictures import Frame
from odin_tui.languages import ENGLISH, Translations
from odin_tui.screens.replay import ReplayScreen
from odin_tui.settings import Settings
from odin_tui.terminal_letters import VISUAL
from odin_tui.textual_internals import strips_seen

LAST = 4.0
"""How many times as long the last moment is shown."""


async def replay_frames(
    record: Record,
    size: tuple[int, int],
    seconds: float,
    deal: int | None = None,
    tr: Translations = ENGLISH,
) -> list[Frame]:
    """Return every moment of a match, or of one of its deals, each for so many seconds.

    It is empty if the match has no such deal.
    """
    hall = await Hall.begin()
    try:
        app = OdinApp(
            hall=hall,
            player=Player("local", "odin"),
            settings=Settings(animations="none", letter_order=VISUAL),
            keep_settings=lambda _settings: None,
            keep_record=lambda _record: "",
            translations=tr,
        )
        async with app.run_test(size=size) as pilot:
            screen = ReplayScreen(record)
            await app.push_screen(screen)
            await pilot.pause()
            rows = []
            for moment in screen.moments_of(deal):
                screen.action_go(moment)
                await pilot.pause()
                # The last row tells keys, which a picture does not have.
                rows.append(strips_seen(screen)[:-1])
    finally:
        await hall.close()
    return [
        Frame(seconds * LAST if number == len(rows) else seconds, each)
        for number, each in enumerate(rows, 1)
    ]
