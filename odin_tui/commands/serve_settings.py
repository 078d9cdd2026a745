"""The settings of `odin serve`: those of the file, and above them those of the command line."""

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncssh

from odin_server.accounts import KEY_MARK
from odin_server.sessions.settings import RENAMED, HostSettings
from odin_server.toml_settings import BadSetting, change, parse
from odin_tui.account_moderation import FINGERPRINT, NotAFingerprint
from odin_tui.languages import LANGUAGES, N_, command_line
from odin_tui.main import Mistake
from odin_tui.messages import refusal_text


def settings_from(words: Namespace, file: Path) -> HostSettings:
    """Put the settings together: the file's, and over them the command line's."""
    try:
        given = parse(file.read_text(encoding="utf-8")) if file.exists() else {}
        settings = _with_keys(change(HostSettings(), given, renamed=RENAMED))
    except (OSError, UnicodeDecodeError) as trouble:
        raise _unreadable(file, trouble) from trouble
    except BadSetting as refusal:
        raise Mistake(
            N_("{file}: {reason}"), file=file, reason=refusal_text(refusal, command_line())
        ) from refusal
    if words.settings is not None and not file.exists():
        raise Mistake(N_("there is no file {file}."), file=file)
    said: dict[str, Any] = {
        name: value
        for name in ("address", "port", "database", "web_url", "name", "message", "language")
        if (value := getattr(words, name)) is not None
    }
    said |= {"guests": False} if words.no_guests else {}
    said |= {"allow": tuple(words.allow)} if words.allow else {}
    said |= {"moderators": tuple(words.moderator)} if words.moderator else {}
    try:
        settings = change(settings, said | _pairs(words.set), renamed=RENAMED)
        _check_language(settings.language)
        return _with_words(_with_keys(settings))
    except BadSetting as refusal:
        raise Mistake(refusal_text(refusal, command_line())) from refusal


def _unreadable(file: Path, trouble: OSError | UnicodeDecodeError) -> Mistake:
    reason = trouble.strerror if isinstance(trouble, OSError) else trouble
    return Mistake(N_("cannot read {file}: {reason}."), file=file, reason=reason)


def _check_language(language: str) -> None:
    if language not in ("", *LANGUAGES):
        raise BadSetting(
            "setting-not-one-of", name="language", value=language[:40], words=tuple(LANGUAGES)
        )


def _pairs(pairs: list[str]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for pair in pairs:
        name, equals, word = pair.partition("=")
        if not equals:
            raise Mistake(
                N_("--set {pair!r} needs a name and a word, as in connections=200."), pair=pair
            )
        try:
            given |= parse(f"{name} = {word}")
        except BadSetting:
            given[name.replace("-", "_")] = word
    return given


def _with_keys(settings: HostSettings) -> HostSettings:
    """Return every listed key as its fingerprint, however it was written down."""
    return replace(
        settings,
        allow=tuple(_fingerprint(key) for key in settings.allow),
        moderators=tuple(_fingerprint(key) for key in settings.moderators),
    )


def _with_words(settings: HostSettings) -> HostSettings:
    """Return the settings with the unwanted words of a file among those of the list."""
    if not settings.unwanted_words_file:
        return settings
    file = Path(settings.unwanted_words_file).expanduser()
    try:
        lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError) as trouble:
        raise _unreadable(file, trouble) from trouble
    words = tuple(line for line in lines if line and not line.startswith("#"))
    return replace(settings, unwanted_words=settings.unwanted_words + words)


def _fingerprint(key: str) -> str:
    if key.startswith(KEY_MARK):
        if not FINGERPRINT.fullmatch(key):
            raise Mistake(refusal_text(NotAFingerprint(text=key[:60]), command_line()))
        return key
    try:
        return str(asyncssh.import_public_key(key).get_fingerprint())
    except (asyncssh.KeyImportError, ValueError) as trouble:
        raise Mistake(
            N_("{key!r} is neither a public key nor a fingerprint."), key=key[:40]
        ) from trouble
