"""A view of any game as JSON can hold it, derived from the fields of its dataclass."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from operator import attrgetter
from types import NoneType
from typing import Any

OF_THE_TABLE = frozenset({"seat", "options", "moves", "outcome"})
"""Fields of every view that the protocol sends with the table."""


@dataclass(frozen=True)
class JsonView:
    """Where the JSON of a game's view differs from the fields of the view's class."""

    leave_out: frozenset[str] = frozenset()
    """Fields of the view that are not sent."""
    add: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """What is sent beside or instead of the fields, by name, as functions of the view."""
    lists: tuple[type, ...] = ()
    """Named tuples that are sent as lists, not as objects."""
    attributes: Mapping[type, tuple[str, ...]] = field(default_factory=dict)
    """The attributes that are sent of a class inside the view, if not all of its fields."""

    _writers: dict[type, Callable[[Any], Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """How values of a class are written, found once for each class: views are written often."""

    def words(self, view: Any) -> dict[str, Any]:
        """Return a view as JSON can hold it."""
        kind: type = type(view)
        left_out = OF_THE_TABLE | self.leave_out
        sent = {name: getattr(view, name) for name in _fields(kind) if name not in left_out}
        sent |= {name: derive(view) for name, derive in self.add.items()}
        return {name: self._value(value) for name, value in sent.items()}

    def _value(self, value: Any) -> Any:
        kind: type = type(value)
        write = self._writers.get(kind)
        if write is None:
            write = self._writers[kind] = self._writer(kind)
        return write(value)

    def _writer(self, kind: type) -> Callable[[Any], Any]:
        """Return how values of a class are written."""
        if kind in (NoneType, bool, int, float, str):
            return _as_it_is
        if issubclass(kind, Enum):
            return attrgetter("value")
        if issubclass(kind, Mapping):
            return lambda value: {str(name): self._value(each) for name, each in value.items()}
        if _has_notation(kind):
            return str
        names = self.attributes.get(kind) or _fields(kind)
        if names and kind not in self.lists:
            return lambda value: {name: self._value(getattr(value, name)) for name in names}
        return self._list

    def _list(self, values: Iterable[Any]) -> list[Any]:
        return list(map(self._value, values))


def _as_it_is(value: Any) -> Any:
    return value


def _fields(kind: type) -> tuple[str, ...]:
    """Return the fields of a dataclass or a named tuple; of anything else, none."""
    if is_dataclass(kind):
        return tuple(each.name for each in fields(kind))
    return getattr(kind, "_fields", ())


def _has_notation(kind: type) -> bool:
    """Return whether a class, other than a collection, says how its values are written."""
    if issubclass(kind, Collection) and not issubclass(kind, tuple):
        return issubclass(kind, str)
    return any("__str__" in each.__dict__ for each in kind.__mro__ if each is not object)
