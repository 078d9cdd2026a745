"""What clients and systems say of the language their users read; it is chosen elsewhere."""

from collections.abc import Iterator, Mapping

LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment names a language; the first that names one counts."""
MOST_TAGS = 20


def locales_in(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return what an environment says of the language, such as `de_AT.UTF-8`, in order."""
    return tuple(environment[name] for name in LOCALE_VARIABLES if environment.get(name))


def accepted_languages(header: str) -> tuple[str, ...]:
    """Return the tags in an Accept-Language header, such as `de-AT`, the best liked first."""
    weighted = sorted(_weighted(header), key=lambda each: each[0], reverse=True)
    return tuple(tag for _quality, tag in weighted)


def _weighted(header: str) -> Iterator[tuple[float, str]]:
    for part in header.split(",", MOST_TAGS)[:MOST_TAGS]:
        tag, _semicolon, weight = part.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if tag.strip() and 0 < quality <= 1:
            yield quality, tag.strip()
