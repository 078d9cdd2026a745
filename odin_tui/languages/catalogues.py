"""Reads compiled catalogues, with nothing but the standard library."""

from gettext import NullTranslations, c2py
from io import BytesIO
from pkgutil import get_data
from struct import unpack_from
from typing import Any

MAGIC = 0x950412DE
IN_CONTEXT = "{}\x04{}"


class Catalogue(NullTranslations):
    """Translations in a compiled file, each of which is decoded when it is first needed.

    The standard library's decodes all of them, which is a part of every start that can be felt.
    """

    def _parse(self, fp: Any) -> None:
        """Find the messages; raises if the file is damaged."""
        data: bytes = fp.read()
        order = "<" if unpack_from("<I", data)[0] == MAGIC else ">"
        magic, _version, count, ids, texts = unpack_from(f"{order}5I", data)
        if magic != MAGIC:
            raise ValueError(magic)
        found = dict(zip(*(_strings(data, order, at, count) for at in (ids, texts)), strict=True))
        b"".join(found.values()).decode()  # raises where a translation is no text
        # A message with plural forms is known by its first form.
        self._texts = {id_.split(b"\0", 1)[0]: text for id_, text in found.items()}
        self._forms: dict[str, list[str]] = {}
        head = self._texts.get(b"", b"").decode()
        lines = (line.partition(":") for line in head.splitlines())
        self._info = {name.strip().lower(): value.strip() for name, _, value in lines if name}
        _, _, rule = self._info["plural-forms"].partition("plural=")
        self.plural = c2py(rule.rstrip(";"))

    def _translated(self, message: str, count: int = 1) -> str | None:
        """Return the form of a translation for a number; None if there is none."""
        forms = self._forms.get(message)
        if forms is None:
            text = self._texts.get(message.encode())
            if text is None:
                return None
            forms = self._forms[message] = text.decode().split("\0")
        return forms[self.plural(count)] if len(forms) > 1 else forms[0]

    def gettext(self, message: str) -> str:
        """Return a message translated."""
        return self._translated(message) or message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for a number."""
        return self._translated(msgid1, n) or (msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a message as it is translated in a context."""
        return self._translated(IN_CONTEXT.format(context, message)) or message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message in a context for a number."""
        found = self._translated(IN_CONTEXT.format(context, msgid1), n)
        return found or (msgid1 if n == 1 else msgid2)


def _strings(data: bytes, order: str, at: int, count: int) -> list[bytes]:
    """Return the strings of a table of lengths and places."""
    numbers = unpack_from(f"{order}{2 * count}I", data, at)
    ends = [place + length for length, place in zip(numbers[::2], numbers[1::2], strict=True)]
    if max(ends, default=0) > len(data):
        raise ValueError(len(data))
    return [data[place:end] for place, end in zip(numbers[1::2], ends, strict=True)]


def load(language: str) -> Catalogue | None:
    """Return the translations in the catalogue of a language; None if it is missing or broken."""
    try:
        data = get_data("odin_tui.languages", f"{language}.mo")
    except OSError:
        return None
    if data is None:
        return None
    try:
        found = Catalogue(BytesIO(data))
    except Exception:  # noqa: BLE001 - a damaged file makes it raise almost anything
        return None
    # A file that was cut off, or is another language's, must not count as this one.
    return found if found.info().get("language") == language else None
