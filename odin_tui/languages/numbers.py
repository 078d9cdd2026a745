"""Numbers, percentages, days and lists as a language writes them. Digits are 0 to 9 in all."""

from collections.abc import Iterable
from typing import NamedTuple

from odin_tui.languages import DEFAULT_LANGUAGE, Translations, language_of


class Notation(NamedTuple):
    """How a language writes numbers and days."""

    decimal: str
    thousands: str
    percent: str
    day: str


NOTATIONS = {
    "en": Notation(".", ",", "{number}%", "{year}-{month}-{day}"),
    "de": Notation(",", ".", "{number}\N{NO-BREAK SPACE}%", "{day}.{month}.{year}"),
    "fr": Notation(
        ",", "\N{NO-BREAK SPACE}", "{number}\N{NO-BREAK SPACE}%", "{day}/{month}/{year}"
    ),
    "es": Notation(",", ".", "{number}\N{NO-BREAK SPACE}%", "{day}/{month}/{year}"),
    "it": Notation(",", ".", "{number}%", "{day}/{month}/{year}"),
    "nl": Notation(",", ".", "{number}%", "{day}-{month}-{year}"),
    "ar": Notation(".", ",", "{number}%", "{day}/{month}/{year}"),
}
MINUS = "−"


class Share(float):
    """A part of one whole among the facts of a sentence, which says it in percent."""

    __slots__ = ()


def decimal(value: float, places: int, tr: Translations) -> str:
    """Return a number with so many decimal places, as in `1,234.5`."""
    notation = _notation(tr)
    whole, _point, rest = f"{value:,.{places}f}".replace("-", MINUS).partition(".")
    whole = whole.replace(",", notation.thousands)
    return f"{whole}{notation.decimal}{rest}" if rest else whole


def percent(share: float, tr: Translations, places: int = 0, *, signed: bool = False) -> str:
    """Return a part of one as a percentage, as in `12%`.

    If `signed`, it has a plus or minus, unless it is rounded to zero.
    """
    rounded = round(100 * share, places) or 0.0  # what is rounded to -0.0 has no sign
    number = decimal(rounded, places, tr)
    if signed and rounded > 0:
        number = f"+{number}"
    return _notation(tr).percent.format(number=number)


def day_text(day: str, tr: Translations) -> str:
    """Return a day, given as in 2026-11-18."""
    year, month, number = day.split("-")
    return _notation(tr).day.format(year=year, month=month, day=number)


def comma_list(items: Iterable[object], tr: Translations) -> str:
    """Return things one after the other, as in `red, blue, green`."""
    return tr.pgettext("between names of a list", ", ").join(map(str, items))


def joined(clauses: Iterable[str], tr: Translations) -> str:
    """Return clauses of one sentence one after the other, as in `you lead; the others pass`."""
    return tr.pgettext("between clauses of a sentence", "; ").join(clauses)


def _notation(tr: Translations) -> Notation:
    return NOTATIONS.get(language_of(tr), NOTATIONS[DEFAULT_LANGUAGE])
