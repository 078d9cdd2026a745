"""One row to type in."""

from textual.widgets import Input


class LineInput(Input):
    """A field without a frame, so that a single row of it shows what is typed."""

    DEFAULT_CSS = """
    LineInput, LineInput:focus { border: none; height: 1; padding: 0 1; background: $page; }
    LineInput:focus { background-tint: transparent; }
    """

    def __init__(
        self,
        value: str | None = None,
        placeholder: str = "",
        *,
        max_length: int = 0,
        id: str | None = None,  # noqa: A002 - as every widget calls it
    ) -> None:
        super().__init__(value, placeholder, max_length=max_length, id=id)
        # A blinking cursor would write to the terminal for as long as the field is there.
        self.cursor_blink = False
