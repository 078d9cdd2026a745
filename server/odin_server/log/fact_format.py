"""How facts are stored: one JSON object each, with the name of the fact and its fields.

Old logs are read for ever, and while hosts are upgraded one after another an older version reads
what a newer one writes. So these are the rules:

- A field may be added with a default. It is not written while it has its default, so that versions
  which do not know it read every fact that does not use it.
- A new field, or a new kind of fact, that changes nothing for those who do not know it is declared
  with `IGNORABLE`. It is marked where it is written, and versions that do not know it ignore it.
- Whatever else is unknown is refused as `NewerLog`: a table that a reader would get wrong is not
  shown at all.
- Anything but a new field with a default needs a new kind of fact.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, Generic, TypeAlias, TypeVar

from odin_server.log import DamagedLog, IgnorableFact, NewerLog

Fact = TypeVar("Fact")
Fields: TypeAlias = dict[str, Any]

IGNORABLE = "IGNORABLE"
"""The class variable of a kind of fact: True, or the names of fields that others may ignore."""
MARK = "ignorable"
"""Where that is written with the fact."""

_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class FactFormat(Generic[Fact]):
    """The facts of some streams, each kind a dataclass.

    `readers` make facts of fields that do not fit a dataclass as they are: those with an
    enumeration, and those that older versions wrote in another way or by another name.
    """

    def __init__(
        self,
        kinds: Iterable[type[Any]],
        readers: Mapping[str, Callable[[Fields], Fact]] = {},
    ) -> None:
        self._names = {kind: kind.__name__.lower() for kind in kinds}
        self._kinds = {name: kind for kind, name in self._names.items()}
        self._defaults = {kind: _defaults(kind) for kind in self._names}
        self._known = {
            name: {each.name for each in fields(kind)} for name, kind in self._kinds.items()
        }
        self._readers = readers

    def encode(self, fact: Fact) -> str:
        """Encode a fact as one line of JSON, without fields that have their default."""
        kind = type(fact)
        defaults = self._defaults[kind]
        told = {
            name: value
            for name, value in fact.__dict__.items()
            if name not in defaults or value != defaults[name]
        }
        written = {"fact": self._names[kind], **told}
        ignorable = getattr(kind, IGNORABLE, ())
        if ignorable is True:
            return _ENCODE({**written, MARK: True})
        marked = [name for name in ignorable if name in written]
        return _ENCODE({**written, MARK: marked} if marked else written)

    def decode(self, payload: str) -> Fact:
        """Decode a fact; raises `DamagedLog`, or `NewerLog` for one of a later version.

        Raises `IgnorableFact` for one of a later version that need not be known.
        """
        try:
            found = json.loads(payload)
            name = found.pop("fact")
            mark = found.pop(MARK, ())
        except (ValueError, AttributeError, KeyError, TypeError) as error:
            raise DamagedLog("not-a-fact") from error
        if not isinstance(name, str):
            raise DamagedLog("not-a-fact")
        if name not in self._kinds and name not in self._readers:
            if mark is True:
                raise IgnorableFact("unknown-fact", fact=name[:20])
            raise NewerLog("unknown-fact", fact=name[:20])
        if isinstance(mark, list):
            known = self._known.get(name, set())
            found = {key: value for key, value in found.items() if key in known or key not in mark}
        try:
            if (read := self._readers.get(name)) is not None:
                return read(found)
            fact: Fact = self._kinds[name](**found)
        except (TypeError, ValueError, KeyError) as error:
            raise NewerLog("unknown-fields", fact=name) from error
        return fact


def _defaults(kind: type[Any]) -> dict[str, Any]:
    """Return the fields of a kind of fact that have a default, with it."""
    return {each.name: _default(each) for each in fields(kind) if _default(each) is not MISSING}


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
