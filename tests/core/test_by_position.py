"""A record that is written by keyword is made by position: only the names are left out."""

import dis
import inspect
import traceback
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from undercroft.core.by_position import by_position
from undercroft.core.errors import RulesError
from undercroft.games import catalogue


class Chest(msgspec.Struct, frozen=True):
    gold: int
    gems: tuple[str, ...]
    lock: str | None


def plain(gold: int, *, lock: str | None = None) -> Chest:
    return Chest(
        gold=gold,
        gems=tuple(sorted({"ruby", "opal"})),
        lock=lock.upper() if lock else None,
    )


@by_position
def decorated(gold: int, *, lock: str | None = None) -> Chest:
    return Chest(
        gold=gold,
        gems=tuple(sorted({"ruby", "opal"})),
        lock=lock.upper() if lock else None,
    )


def keywords_in(function: Callable[..., Any]) -> list[str]:
    """The instructions that hand keywords over."""
    handed = ("KW_NAMES", "CALL_KW", "CALL_FUNCTION_EX")
    return [one.opname for one in dis.get_instructions(function) if one.opname in handed]


def hands_a_dictionary(function: Callable[..., Any]) -> bool:
    """Whether it makes a call with keywords in a dictionary, and not just with a list."""
    found = [one for one in dis.get_instructions(function) if one.opname == "CALL_FUNCTION_EX"]
    return any(one.arg == 1 for one in found)


def test_it_makes_what_the_keywords_say_without_handing_them_over() -> None:
    assert decorated(3, lock="iron") == plain(3, lock="iron") == Chest(3, ("opal", "ruby"), "IRON")
    assert keywords_in(plain)
    assert not keywords_in(decorated)


def test_an_error_names_the_line_that_was_written() -> None:
    with pytest.raises(AttributeError) as raised:
        decorated(1, lock=5)  # type: ignore[arg-type]  # that is the point
    (*_, last) = traceback.extract_tb(raised.tb)
    assert (last.filename, last.name) == (__file__, "decorated")
    assert last.line == "lock=lock.upper() if lock else None,"


def test_fields_in_another_order_are_refused() -> None:
    def crossed(gold: int) -> Chest:
        return Chest(gems=(), gold=gold, lock=None)

    with pytest.raises(RulesError, match=r"Chest is made of \('gold', 'gems', 'lock'\)"):
        by_position(crossed)


def test_without_its_source_a_function_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(function: object) -> str:
        raise OSError("no source")

    monkeypatch.setattr(inspect, "getsource", gone)
    assert by_position(plain) is plain
    assert keywords_in(plain)


@pytest.mark.parametrize("id", catalogue())
def test_no_view_puts_its_keywords_into_a_dictionary(id: str) -> None:
    module = inspect.getmodule(catalogue()[id].view)
    makers = [
        function
        for _, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__  # type: ignore[union-attr]  # it is there
    ]
    assert makers
    assert [one.__name__ for one in makers if hands_a_dictionary(one)] == []
