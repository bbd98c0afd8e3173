"""Copies of what lies on the table, made as its types say.

Lists, sets and dictionaries are copied, and so is all that has a `copy` of its own, also within
lists and dictionaries. What cannot change (cards, numbers, a `Sequence`, a `Mapping`) is shared.
"""

from collections.abc import Callable
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def copied(one: T) -> T:
    """Copy a dataclass, field by field: the whole of its `copy`."""
    copy: Callable[[T], T] = _COPIES[type(one)]
    return copy(one)


def fields_copied(kind: type) -> list[str]:
    """Write the copy of each field of `self`, in their order."""
    types = get_type_hints(kind)
    return [_copy_of(f"self.{one.name}", types[one.name]) for one in fields(kind)]


def _copy_of(value: str, of: Any) -> str:
    """Write the copy of a value of a type; the value itself, if it is shared."""
    kind, within = get_origin(of) or of, get_args(of)
    if kind in (Union, UnionType):
        (sure, *others) = [one for one in within if one is not NoneType]
        copy = value if others else _copy_of(value, sure)
        return value if copy == value else f"(None if {value} is None else {copy})"
    if kind in (list, dict):
        item = value.rpartition(".")[2] + "_"
        copy = _copy_of(item, within[-1])
        if copy != item and kind is list:
            return f"([{copy} for {item} in {value}] if {value} else [])"  # many are empty
        if copy != item:
            return f"({{key: {copy} for key, {item} in {value}.items()}} if {value} else {{}})"
    return f"{value}.copy()" if hasattr(kind, "copy") else value


class _Copies(dict[type, Callable[[Any], Any]]):
    """How each class is copied: straight code, which takes the place of the class's own `copy`."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        copies = zip(fields(kind), fields_copied(kind), strict=True)
        lines = ["def copy(self):", "twin = new(kind)"]  # its initialiser would take longer
        lines += [f"twin.{one.name} = {copy}" for one, copy in copies]
        lines += ["twin.__post_init__()"] if hasattr(kind, "__post_init__") else []
        space: dict[str, Any] = {"new": object.__new__, "kind": kind}
        exec("\n    ".join([*lines, "return twin"]), space)  # noqa: S102 (our own)
        made: Callable[[Any], Any] = space["copy"]
        setattr(kind, "copy", made)  # noqa: B010 (mypy lets no method be assigned)
        self[kind] = made
        return made


_COPIES = _Copies()
