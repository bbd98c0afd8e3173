"""Records that are written by keyword and made by position.

Keywords say what each value is, and a type checker compares them with the fields. But Python puts
more than 15 of them into a dictionary before it calls: a large view took a third longer, a game
with simple bots 5 to 7 %. So a function that makes such a record is compiled without the names.
"""

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from textwrap import dedent
from typing import Any, TypeVar

from undercroft.core.errors import RulesError

F = TypeVar("F", bound=Callable[..., Any])


def by_position(make: F) -> F:
    """Compile a function once more, so that the Structs it makes by keyword are made by position.

    Where its source is not at hand it stays as it is, and is slower.
    """
    function: Any = make
    code, names = function.__code__, function.__globals__
    try:
        tree = ast.parse(dedent(inspect.getsource(function)))
    except OSError:
        return make
    for call in made_by_keyword(tree, names):
        call.args, call.keywords = [one.value for one in call.keywords], []
    tree.body[0].decorator_list.clear()  # type: ignore[attr-defined]  # it is a function
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    compiled: dict[str, Any] = {}
    exec(compile(tree, code.co_filename, "exec"), names, compiled)  # noqa: S102 (our own)
    function.__code__ = compiled[function.__name__].__code__
    return make


def made_by_keyword(tree: ast.AST, names: Mapping[str, Any]) -> Iterator[ast.Call]:
    """Find where Structs are made by keyword; all their fields must be given, in their order."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(name), args=[], keywords=[_, *_] as keywords):
                fields = getattr(names.get(name), "__struct_fields__", None)
                given = tuple(one.arg for one in keywords)
                if fields == given:
                    yield node
                elif fields is not None:
                    raise RulesError(f"{name} is made of {fields}, in this order, not of {given}")
