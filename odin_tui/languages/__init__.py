"""The languages a session can read; sentences are looked up in its translations."""

from gettext import NullTranslations

ENGLISH = NullTranslations()
"""The language the sentences are written in, which needs no catalogue."""
