"""Make the page of all settings of `odin serve` from their declarations.

    python docs/make_settings.py

A setting without a meaning is refused: its declaration needs a docstring.
"""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from odin_server.sessions import settings
from odin_server.sessions.settings import AT_START, MOST, HostSettings
from odin_server.toml_settings import Range, Unit

PAGE = Path(__file__).with_name("settings.md")
# ruff: noqa: E501 - lines of the page
HEAD = """\
# Settings of `odin serve`

This page is made from the declarations in `server/odin_server/sessions/settings.py` by `python docs/make_settings.py`.

The file is TOML, `name = value`: `--settings FILE`, or `serve.toml` in odin's configuration folder. Every setting may also be given
as `--set name=value`; what the command line says stands above the file. Where the last column says *start*, a setting is read at the
start only; all others again on `SIGHUP`, for those who come after. On the command line a list is written as in the file, in quotes for the
shell: `--set 'proxies=["192.0.2.10"]'`.

| setting | default | unit | from – to | meaning | read |
|---|---|---|---|---|---|
"""
BLANK = "–"


def page() -> str:
    """Return the page."""
    return HEAD + "".join(f"| {' | '.join(row)} |\n" for row in rows())


def rows() -> Iterator[tuple[str, ...]]:
    """Return one row for each setting, in the order of their declarations."""
    types: dict[str, Any] = get_type_hints(HostSettings, include_extras=True)
    usual, meanings = HostSettings(), dict(_meanings())
    for name in types:
        limits = get_args(types[name])[1:]
        scope = next((_scope(one) for one in limits if isinstance(one, Range)), BLANK)
        counted = BLANK if scope == BLANK else "number"
        unit = next((one.name for one in limits if isinstance(one, Unit)), counted)
        read = "start" if name in AT_START else "SIGHUP"
        default = _toml(getattr(usual, name))
        yield f"`{_dashed(name)}`", f"`{default}`", unit, scope, meanings[name], read


def _meanings() -> Iterator[tuple[str, str]]:
    """Return the docstring after each declaration; raise `ValueError` if there is none."""
    source = ast.parse(inspect.getsource(settings))
    (body,) = (one.body for one in source.body if getattr(one, "name", "") == "HostSettings")
    for declared, after in zip(body, [*body[1:], None], strict=True):
        match declared, after:
            case (
                ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(value=ast.Constant(value=str(meaning))),
            ):
                yield name, " ".join(meaning.split()).replace("|", "\\|")
            case ast.AnnAssign(target=ast.Name(name)), _:
                raise ValueError(f"the setting {name} has no docstring")


def _toml(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case str():
            return f'"{value}"'
        case _:
            return f"{value:.15g}" if isinstance(value, float) else str(value)


def _scope(limits: Range) -> str:
    most = "" if limits.most >= MOST else f"{limits.most:g}"
    return f"{limits.least:g} – {most}".strip()


def _dashed(name: str) -> str:
    return name.replace("_", "-")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
