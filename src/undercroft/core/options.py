"""A game's options: typed, bounded, read from text, and refused with what would have been right."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from undercroft.core.errors import BadOption, quoted
from undercroft.core.words import say

MOST: Final = 1_000  # and least, the other way: of a number that has no bounds of its own

O = TypeVar("O", bound="Options")  # noqa: E741 (the letter of options)


class Options(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """Base of each game's options, with defaults: bools, bounded ints, literals, tuples of them.

    A default of `None` means that it depends on the others: `settled` fills it in.
    """

    def settled(self: O, seats: int) -> O:
        """Fill in what depends on other options or on the seats; refuse what does not go together.

        Refusals are `BadOption`.
        """
        return self

    def given(self, named: Collection[str] = ()) -> dict[str, str]:
        """The options that are not at their default, and those named, written as text."""
        pairs = ((f, getattr(self, f.name)) for f in _fields(type(self)))
        return {
            f.encode_name: written(value)
            for f, value in pairs
            if value != f.default or f.encode_name in named
        }


class OptionSpec(msgspec.Struct, frozen=True):
    """One option as a form or a help page shows it. A number has both bounds."""

    name: str
    default: Any
    allowed: str
    choices: tuple[Any, ...] | None = None
    least: int | None = None
    most: int | None = None


def written(value: object) -> str:
    """Write an option's value as text: `on`, `off`, `3`, `alternate`, `left,right`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        return ",".join(map(written, value))
    return "default" if value is None else str(value)


@cache
def _fields(options: type[Options]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(options)


def specs(options: type[Options]) -> tuple[OptionSpec, ...]:
    """List a game's options."""
    return tuple(spec_of(f.encode_name, f.default, f.type) for f in _fields(options))


def read_options(options: type[O], given: Mapping[str, object]) -> O:
    """Make options of texts or values by name."""
    fields = {f.encode_name: f for f in _fields(options)}
    values = {}
    for name, value in given.items():
        if name not in fields:
            raise BadOption(say("option.unknown", name=quoted(name), allowed=", ".join(fields)))
        try:
            values[fields[name].name] = read_value(fields[name].type, value)
        except ValueError as error:
            raise BadOption(say("option.trouble", name=name, trouble=error)) from None
    return options(**values)


def read_value(type_: Any, value: object) -> object:
    """Read a value of a simple type from itself or from text; `ValueError` says what is allowed."""
    if type_ is not _bare(type_) and value in (None, "default"):
        return None
    spec = spec_of("", None, type_)
    for choice in spec.choices or ():
        if (type(value) is type(choice) and value == choice) or value == written(choice):
            return choice
    if items := _items(type_):
        given = value.split(",") if isinstance(value, str) else value
        if (
            isinstance(given, list | tuple)
            and len(given) <= len(items)
            and all(item in items for item in given)
        ):
            return tuple(given)
    elif spec.least is not None and spec.most is not None and not isinstance(value, bool):
        with suppress(ValueError):
            number = int(str(value))
            if spec.least <= number <= spec.most:
                return number
    raise ValueError(say("option.value", allowed=spec.allowed, given=quoted(written(value))))


def is_number(type_: Any) -> bool:
    """Whether a type is a whole number or a switch: what a variant may change."""
    return without_bounds(type_) in (int, bool)


def spec_of(name: str, default: Any, type_: Any) -> OptionSpec:
    """Describe what a type allows."""
    base = without_bounds(_bare(type_))
    if base is bool or get_origin(base) is Literal:
        choices = (False, True) if base is bool else get_args(base)
        allowed = say("option.one-of", choices=", ".join(map(written, choices)))
        return OptionSpec(name, default, allowed, choices)
    if items := _items(type_):
        listed = ", ".join(map(written, items))
        return OptionSpec(name, default, say("option.list-of", choices=listed))
    meta = next((m for m in getattr(_bare(type_), "__metadata__", ())), msgspec.Meta())
    least = -MOST if meta.ge is None else int(meta.ge)
    most = MOST if meta.le is None else int(meta.le)
    allowed = say("option.number", least=least, most=most)
    return OptionSpec(name, default, allowed, None, least, most)


def _items(type_: Any) -> tuple[Any, ...] | None:
    """Give what may stand in a list of choices: a `tuple[Literal[...], ...]`."""
    args = get_args(_bare(type_))
    if args[1:] == (...,) and get_origin(args[0]) is Literal:
        return get_args(args[0])
    return None


def _bare(type_: Any) -> Any:
    """Take the `| None` off."""
    if get_origin(type_) in (Union, UnionType):
        (type_,) = (arg for arg in get_args(type_) if arg is not NoneType)
    return type_


def without_bounds(type_: Any) -> Any:
    """Take the bounds off."""
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_
