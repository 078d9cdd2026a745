"""A question that is answered in one line."""

import asyncio

from odin_tui.screens.text_prompt import TextPromptScreen
from tests.tui.screens import odin


async def test_a_question_that_is_closed_while_its_answer_is_written_closes_nothing_else() -> None:
    written, answers = asyncio.Event(), []

    async def accept(answer: str) -> None:
        answers.append(answer)
        await written.wait()

    async with odin() as (app, pilot):
        below = app.screen
        await app.push_screen(TextPromptScreen("Your name?", "Astrid", accept=accept))
        question = app.screen
        assert isinstance(question, TextPromptScreen)
        # The pilot waits until the screen is idle again, which it is not before it has written.
        pressing = asyncio.create_task(pilot.press("enter"))
        async with asyncio.timeout(10):
            while not answers:  # noqa: ASYNC110 - the screen tells nobody
                await asyncio.sleep(0.001)
        question.action_cancel()
        written.set()
        await pressing
        await pilot.pause()
        assert app.screen is below
