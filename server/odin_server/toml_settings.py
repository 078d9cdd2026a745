"""Settings from TOML, decoded by the types of the dataclass that declares them.

Not msgspec: its errors are sentences, without the name of the setting as data, so that each value
would be converted by itself and its limits put into words here all the same. And it takes time to
load: 6 of 650 ms of a start of the home screen, 27 of 235 ms of text mode (Python 3.11).
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from odin_engine.game import Refusal

SettingsT = TypeVar("SettingsT", bound=Any)
ALIKE = 0.8
"""How alike two names are, of 1, before one is taken for the other misspelt."""


class BadSetting(Refusal):
    """A setting that does not exist, or a value it cannot have."""


@dataclass(frozen=True, slots=True)
class Range:
    """`Annotated[int, Range(1, 9)]` is a number from 1 to 9."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Length:
    """`Annotated[str, Length(9)]` is a text of at most 9 letters."""

    most: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """`Annotated[str, OneOf(("on", "off"))]` is one of these words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OneOrSeveral:
    """`Annotated[tuple[str, ...], OneOrSeveral()]` is a list, or a text alone: "" is no text."""


@dataclass(frozen=True, slots=True)
class Unit:
    """`Annotated[int, Range(1, 9), Unit("bytes")]` says what is counted, for the documentation."""

    name: str


@dataclass(frozen=True, slots=True)
class ReadAs:
    """`Annotated[Whole, ReadAs(Part, Part.whole)]` is a `Whole` made of what the file has of it."""

    kind: type
    convert: Callable[[Any], object]


def parse(text: str) -> dict[str, Any]:
    """Return the values of a TOML text by name, or raise `BadSetting`."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as trouble:
        raise BadSetting("not-toml", trouble=str(trouble)) from trouble


def change(
    settings: SettingsT,
    words: Mapping[str, Any],
    *,
    ignore_unknown: bool = False,
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> SettingsT:
    """Return settings with some of them changed; raise `BadSetting` at the first wrong one.

    A name may be written with dashes or underscores. With `ignore_unknown`, names that there are
    not, such as those of a later version, are passed over. `renamed` has the present name for each
    name of an earlier version that is still read.
    """
    kind: Any = type(settings)
    types, changed = _types(kind), dict[str, Any]()
    for word, value in words.items():
        field, name = word.replace("-", "_"), word.replace("_", "-")
        field = renamed.get(field, field)
        if field in types:
            changed[field] = _decode(types[field], name, value)
        elif not ignore_unknown:
            raise _no_such_setting(name, types)
    return replace(settings, **changed)


def _no_such_setting(name: str, fields_there_are: Iterable[str]) -> BadSetting:
    from difflib import get_close_matches  # noqa: PLC0415 - only whoever errs waits for it

    names = [field.replace("_", "-") for field in fields_there_are]
    if meant := get_close_matches(name, names, 1, ALIKE):
        return BadSetting("setting-misspelt", name=name, meant=meant[0])
    return BadSetting("no-such-setting", name=name)


@cache
def _types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _decode(kind: Any, name: str, value: Any) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _decode_limited(args[0], args[1], name, value)
    if origin is UnionType:  # TOML has no null, so it is the other type
        return _decode(next(each for each in args if each is not NoneType), name, value)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise BadSetting("setting-not-a-list", name=name, value=_brief(value))
        return tuple(_decode(args[0], name, each) for each in value)
    if origin is Mapping:
        items = _entries(name, value).items()
        return {key: _decode(args[1], f"{name}.{key}", each) for key, each in items}
    if is_dataclass(kind):
        return _decode_fields(kind, name, value)
    return _PLAIN[kind](name, value)


def _decode_limited(kind: Any, limit: object, name: str, value: Any) -> Any:
    match limit:
        case OneOf(words):
            if value not in words:
                raise BadSetting("setting-not-one-of", name=name, value=_brief(value), words=words)
            return value
        case OneOrSeveral() if isinstance(value, str):
            return _decode(kind, name, [value] if value else [])
        case ReadAs(other, convert):
            return convert(_decode(other, name, value))
    value = _decode(kind, name, value)
    match limit:
        case Range(least, most) if not least <= value <= most:
            raise BadSetting("setting-out-of-range", name=name, value=value, least=least, most=most)
        case Length(most) if len(value) > most:
            raise BadSetting("setting-too-long", name=name, most=most)
    return value


def _decode_fields(kind: Any, name: str, value: Any) -> Any:
    """Decode a dataclass; a list has the values of its positional fields in order."""
    if isinstance(value, list):
        names = [each.name for each in fields(kind) if not each.kw_only]
        if len(value) != len(names):
            raise BadSetting("setting-wrong-length", name=name, length=len(names))
        value = dict(zip(names, value, strict=True))
    words = {word.replace("-", "_"): each for word, each in _entries(name, value).items()}
    for each in fields(kind):
        has_default = (each.default, each.default_factory) != (MISSING, MISSING)
        if each.name not in words and not has_default:
            raise BadSetting("setting-missing", name=f"{name}.{each.name}")
    types = _types(kind)
    return kind(
        **{
            field: _decode(types[field], f"{name}.{field.replace('_', '-')}", each)
            for field, each in words.items()
            if field in types
        }
    )


def _entries(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise BadSetting("setting-not-a-section", name=name, value=_brief(value))
    return value


def _bool(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadSetting("setting-not-true-or-false", name=name, value=_brief(value))
    return value


def _number(name: str, value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadSetting("setting-not-a-number", name=name, value=_brief(value))
    return value


def _int(name: str, value: Any) -> int:
    number = _number(name, value)
    if isinstance(number, float) and not number.is_integer():
        raise BadSetting("setting-not-whole", name=name, value=value)
    return int(number)


def _float(name: str, value: Any) -> float:
    number = _number(name, value)
    try:
        return float(number)
    except OverflowError as trouble:
        raise BadSetting("setting-not-a-number", name=name, value=_brief(str(value))) from trouble


def _str(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BadSetting("setting-not-a-text", name=name, value=_brief(value))
    return value


_PLAIN: Mapping[Any, Callable[[str, Any], object]] = {
    bool: _bool,
    float: _float,
    int: _int,
    str: _str,
}


def _brief(value: Any) -> Any:
    return value if isinstance(value, bool | int | float) else str(value)[:40]
