"""A game's options: typed, bounded, read from text, and refused with what would have been right."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from undercroft.core.errors import BadOption

O = TypeVar("O", bound="Options")  # noqa: E741 (the letter of options)


class Options(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """Base of each game's options. Fields are bools, literals or bounded ints, with defaults.

    A default of `None` means that it depends on the others: `settled` fills it in.
    """

    def settled(self: O, seats: int) -> O:
        """Fill in what depends on other options or on the seats; refuse what does not go together.

        Refusals are `BadOption`.
        """
        return self

    def given(self) -> dict[str, str]:
        """The options that are not at their default, written as text."""
        pairs = ((f, getattr(self, f.name)) for f in msgspec.structs.fields(self))
        return {f.encode_name: written(value) for f, value in pairs if value != f.default}


class OptionSpec(msgspec.Struct, frozen=True):
    """One option as a form or a help page shows it."""

    name: str
    default: Any
    allowed: str
    choices: tuple[Any, ...] | None = None
    least: int | None = None
    most: int | None = None


def written(value: object) -> str:
    """Write an option's value as text: `on`, `off`, `3`, `alternate`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "default" if value is None else str(value)


def specs(options: type[Options]) -> tuple[OptionSpec, ...]:
    """List a game's options."""
    return tuple(
        _spec(f.encode_name, f.default, _bare(inspect.type_info(f.type)))
        for f in msgspec.structs.fields(options)
    )


def read_options(options: type[O], given: Mapping[str, object]) -> O:
    """Make options of texts or values by name."""
    fields = {f.encode_name: f for f in msgspec.structs.fields(options)}
    values = {}
    for name, value in given.items():
        if name not in fields:
            raise BadOption(f"unknown option {name!r}; there are: {', '.join(fields)}")
        try:
            values[fields[name].name] = read_value(fields[name].type, value)
        except ValueError as error:
            raise BadOption(f"option {name}: {error}") from None
    return options(**values)


def read_value(type_: Any, value: object) -> object:
    """Read a value of a simple type from itself or from text; `ValueError` says what is allowed."""
    info = inspect.type_info(type_)
    if isinstance(info, inspect.UnionType) and value in (None, "default"):
        return None
    info = _bare(info)
    for choice in _choices(info) or ():
        if type(value) is type(choice) and value == choice:
            return choice
        if isinstance(value, str) and value == written(choice):
            return choice
    if isinstance(info, inspect.IntType) and not isinstance(value, bool):
        try:
            number = int(str(value))
        except ValueError:
            number = None
        if number is not None and _within(info, number):
            return number
    if isinstance(info, inspect.StrType) and isinstance(value, str):
        return value
    raise ValueError(f"expected {allowed(type_)}, got {written(value)!r}")


def is_simple(type_: Any) -> bool:
    """Whether a type is one that options and variants can set: a number, a bool, a choice."""
    info = _bare(inspect.type_info(type_))
    return isinstance(info, inspect.IntType | inspect.BoolType | inspect.LiteralType)


def allowed(type_: Any) -> str:
    """Say in words which values a simple type has."""
    return _spec("", None, _bare(inspect.type_info(type_))).allowed


def _spec(name: str, default: Any, info: inspect.Type) -> OptionSpec:
    if choices := _choices(info):
        return OptionSpec(name, default, "one of " + ", ".join(map(written, choices)), choices)
    if isinstance(info, inspect.IntType):
        bounds = [
            f"{word} {bound}"
            for word, bound in (("from", info.ge), ("to", info.le))
            if bound is not None
        ]
        least_most = (info.ge, info.le)
        return OptionSpec(name, default, " ".join(["a whole number", *bounds]), None, *least_most)
    return OptionSpec(name, default, "a text")


def _bare(info: inspect.Type) -> inspect.Type:
    """Take the `| None` off."""
    if isinstance(info, inspect.UnionType):
        (info,) = (t for t in info.types if not isinstance(t, inspect.NoneType))
    return info


def _choices(info: inspect.Type) -> tuple[Any, ...] | None:
    if isinstance(info, inspect.BoolType):
        return (False, True)
    return tuple(info.values) if isinstance(info, inspect.LiteralType) else None


def _within(info: inspect.IntType, number: int) -> bool:
    return (info.ge is None or number >= info.ge) and (info.le is None or number <= info.le)
