"""A language for tests in which every translated text shows that it is one.

`Play now` becomes `⟦Ƥĺàý ñóŵ···⟧`: brackets around it, other letters, and at least 40 % longer.
Placeholders stay, and so does what looks like a card, so that cards are painted as ever. On a
screen, plain letters are then text that nobody translates, and a bracket without its partner is
text that was cut.
"""

import re
from gettext import NullTranslations
from math import ceil
from string import Formatter, ascii_letters

OPENED, CLOSED = "⟦⟧"
OTHER_LETTERS = str.maketrans(ascii_letters, "àƀçðéƒĝĥîĵķĺɱñóþɋŕšţûṽŵẋýžÀßÇÐÉƑĜĤÎĴĶĹḾÑÓÞɊŔŠŢÛṼŴẊÝŽ")
CARD = re.compile(r"(\+?\b[ROYGBPN]?\d+[ROYGBP]?\b)")


def pseudo(message: str) -> str:
    """Return a message in the language of tests."""
    if len(message) == 1 or not any(map(str.isalpha, message)):
        return message.translate(OTHER_LETTERS)
    parts, letters = [], 0
    for text, name, spec, conversion in Formatter().parse(message):
        letters += len(text)
        parts.append(_other_letters(text).replace("{", "{{").replace("}", "}}"))
        if name is not None:
            parts.append(
                "{"
                + name
                + (f"!{conversion}" if conversion else "")
                + (f":{spec}" if spec else "")
                + "}"
            )
    return OPENED + "".join(parts) + "·" * max(ceil(letters * 0.4) - 2, 0) + CLOSED


def _other_letters(text: str) -> str:
    return "".join(
        part if CARD.fullmatch(part) else part.translate(OTHER_LETTERS)
        for part in CARD.split(text)
        if part
    )


class Pseudo(NullTranslations):
    """Translations into the language of tests, which passes for German."""

    def info(self) -> dict[str, str]:
        return {"language": "de"}

    def gettext(self, message: str) -> str:
        assert message, "the empty message is the header of a catalogue"
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - as gettext has it
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002
        return self.ngettext(msgid1, msgid2, n)


PSEUDO = Pseudo()
