"""Splits bytes into lines, for clients without a terminal."""

LONGEST_LINE = 4096
"""Characters a line may have; see docs/protocol.md."""
_MOST_BYTES = 4 * (LONGEST_LINE + 1)
"""No character takes more than four bytes in UTF-8."""


class LineBuffer:
    """Collects bytes and returns the complete lines.

    Of a line that is too long it keeps a little more than `LONGEST_LINE` characters and forgets
    the rest, so that whoever gets the line can refuse it.
    """

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, data: bytes) -> list[str]:
        """Add bytes, and return the lines that end in them."""
        *ended, rest = data.split(b"\n")
        lines = []
        for part in ended:
            self._keep(part)
            lines.append(self._take())
        self._keep(rest)
        return lines

    def end(self) -> list[str]:
        """Return the last line at the end of the input, if it has no newline."""
        return [self._take()] if self._begun else []

    def _take(self) -> str:
        line = self._begun.decode("utf-8", "replace").rstrip("\r")[: LONGEST_LINE + 1]
        self._begun.clear()
        return line

    def _keep(self, part: bytes) -> None:
        self._begun += part[: max(0, _MOST_BYTES - len(self._begun))]
