"""Random keys at random sizes: nothing breaks, and nothing that is not allowed happens.

ODIN_STEPS=5000 in the environment makes it a long walk.
"""

import os
from random import Random

import pytest
from textual.events import Key

from odin_server.hall import NewTable
from odin_tui.settings import Settings
from tests.tui.screens import begin_hall, new_app, screen_text

STEPS = int(os.environ.get("ODIN_STEPS", "150"))
KEYS = (
    *("up", "down", "left", "right", "enter", "escape", "space", "tab", "shift+tab", "backspace"),
    *"123456789acdghijklmnpqrstvwxyzDGN?/",
    *("home", "end", "pageup", "pagedown", "delete", "question_mark", "ctrl+l", "ctrl+p"),
)
OFTEN = ("tab", "enter", "enter", "space", "p", "right", "escape")
BURSTS = (1, 1, 1, 1, 2, 3, 8)
"""How many keys arrive together."""
SIZES = ((80, 24), (100, 30), (160, 48), (60, 20), (40, 10), (120, 25), (61, 60))
TABLE = NewTable("odin", seats=6, bots=("karl",) * 5, options={"target": "10"}, hints=True)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
async def test_any_keys_at_any_size_break_nothing(seed: int) -> None:
    rng, left = Random(f"keys {seed}"), STEPS
    while left > 0:
        left = await _walk(rng, left)


async def _walk(rng: Random, left: int) -> int:
    """Press keys until there are enough, or the app has been left."""
    hall = await begin_hall()
    settings = Settings(animations=rng.choice(("full", "reduced", "none")), last_table=TABLE)
    app = new_app(hall, settings)
    pressed: list[str] = []
    try:
        async with app.run_test(size=SIZES[0]) as pilot:
            if rng.random() < 0.7:
                await pilot.press("p")
            while left > 0 and app.is_running and not app._exit:
                if rng.random() < 0.03:
                    pressed.append(str(size := rng.choice(SIZES)))
                    await pilot.resize_terminal(*size)
                burst = rng.choices(OFTEN if rng.random() < 0.5 else KEYS, k=rng.choice(BURSTS))
                left -= len(burst)
                pressed += burst
                for key in burst[:-1]:
                    app.post_message(Key(key, key if len(key) == 1 else None))
                await pilot.press(burst[-1])
                assert app._exit or screen_text(app).strip(), (
                    f"nothing is shown after {pressed[-20:]}"
                )
    except Exception as broken:
        broken.add_note(f"keys: {pressed[-40:]}")
        raise
    await hall.close()
    return left
