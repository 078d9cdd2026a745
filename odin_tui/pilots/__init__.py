"""Pilots: programs that play through the real screens, by keys in and screen text out.

A bot chooses a move; a pilot *operates the interface*. It reads the letters on the screen to know
where it is and what it holds, presses keys and clicks, and complains like a person when the
screen is wrong: when it disagrees with the table, when a frame is broken, when a key does nothing,
when the screen shows a card that must stay hidden.
"""
