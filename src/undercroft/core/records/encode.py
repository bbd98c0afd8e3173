"""States and events as plain values, ready for JSON, and back.

A component is written as its id and found again among the game's rows.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from undercroft.core.game import Row
from undercroft.core.piles import Pile

T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """Write a state, or a part of one, as plain values."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Row):
        return value.id
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if isinstance(value, list | tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(map(to_plain, value))
    if isinstance(value, dict):
        return [[to_plain(key), to_plain(item)] for key, item in value.items()]
    if is_dataclass(value):
        given = [f.name for f in fields(value) if f.init]  # the rest follows from it
        return {name: to_plain(getattr(value, name)) for name in given}
    raise TypeError(f"a state cannot hold {value!r}: it has no plain form")


def from_plain(type_: type[T], plain: Any, rows: Mapping[str, Row]) -> T:
    """Read a state, or a part of one, from plain values."""
    value: T = _read(type_, plain, rows)
    return value


def _read(type_: Any, plain: Any, rows: Mapping[str, Row]) -> Any:
    origin, args = get_origin(type_) or type_, get_args(type_)
    if origin in (Union, UnionType):
        if plain is None:
            return None
        (inner,) = (arg for arg in args if arg is not NoneType)
        return _read(inner, plain, rows)
    if not isinstance(origin, type):  # a Literal, an Annotated
        return plain
    if origin in (list, set, frozenset):
        return origin(_read(args[0], item, rows) for item in plain)
    if origin is tuple:
        kinds = [args[0]] * len(plain) if args[1:] == (...,) else args
        return tuple(_read(kind, item, rows) for kind, item in zip(kinds, plain, strict=True))
    if origin is dict:
        return {_read(args[0], k, rows): _read(args[1], v, rows) for k, v in plain}
    if issubclass(origin, Row):
        return rows[plain]
    if issubclass(origin, Pile):
        parts = {
            k: [_read(args[0], card, rows) for card in plain[k]] for k in ("fog", "top", "bottom")
        }
        return Pile(plain["id"], **parts)
    if issubclass(origin, msgspec.Struct):
        return msgspec.convert(plain, origin)
    if is_dataclass(origin):
        types = _fields(origin)
        return origin(**{name: _read(types[name], item, rows) for name, item in plain.items()})
    return plain


@cache
def _fields(type_: type) -> dict[str, Any]:
    return get_type_hints(type_)
