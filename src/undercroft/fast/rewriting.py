"""One module's rules, turned from generators into plain functions.

In functions that return `Rules[T]`, `yield from rules(...)` becomes `rules(...)`, and a question
that is yielded becomes a call, which gives the answer (`answering.py`). What nobody hears is not
told. What mypyc compiles slowly or not at all is written out: initialisers and copies of
dataclasses, cached properties. All else stays as it is, comments and line numbers too.
"""

import ast
import dataclasses
import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Final

import msgspec

from undercroft.core.copying import fields_copied
from undercroft.core.errors import UndercroftError
from undercroft.core.table import Kinds

TELLING: Final = {"tell": 0, "tell_of": 1}  # methods that tell an event: which argument it is
FACTORIES: Final = {"list": "[]", "dict": "{}", "set": "set()"}


class CannotRewrite(UndercroftError):
    """The rules do something that has no direct form."""


class Text:
    """A module's source, its syntax tree, and what is to be changed in it."""

    def __init__(self, module: ModuleType, source: str) -> None:
        self.module = module
        self.name = module.__name__
        self.source = source.encode()
        self.tree = ast.parse(source)
        lines = self.source.splitlines(keepends=True)
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))
        self.asks = False  # whether it puts questions itself
        self._edits: list[tuple[int, int, int, str]] = []

    def start(self, node: Any) -> int:
        """Give the offset at which a node begins, its decorators included."""
        line: int = node.lineno
        column: int = node.col_offset
        for decorator in getattr(node, "decorator_list", []):
            if decorator.lineno <= line:
                line, column = decorator.lineno, decorator.col_offset - 1
        return self._starts[line - 1] + column

    def end(self, node: Any) -> int:
        """Give the offset at which a node ends."""
        line: int = node.end_lineno
        column: int = node.end_col_offset
        return self._starts[line - 1] + column

    def of(self, node: Any) -> str:
        """Give a node's source."""
        return self.source[self.start(node) : self.end(node)].decode()

    def put(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of another."""
        self._edits.append((start, end, len(self._edits), text))

    def remove(self, node: Any) -> None:
        """Remove a node and leave its lines empty: line numbers stay."""
        start, end = self.start(node), self.end(node)
        self.put(start, end, "\n" * self.source[start:end].count(b"\n"))

    def refuse(self, node: Any, why: str) -> CannotRewrite:
        """Say where the rules cannot be rewritten, and why."""
        return CannotRewrite(f"{self.name}, line {node.lineno}: {why}")

    def __str__(self) -> str:
        out, at = [], 0
        for start, end, _, text in sorted(self._edits):
            if start < at:
                continue  # within what was replaced or removed
            out.append(self.source[at:start].decode())
            out.append(text)
            at = end
        out.append(self.source[at:].decode())
        return "".join(out)


def is_struct(module: ModuleType, node: ast.stmt) -> bool:
    """Whether a statement defines a msgspec Struct: mypyc would drop its keywords in silence."""
    found = getattr(module, node.name, None) if isinstance(node, ast.ClassDef) else None
    return isinstance(found, type) and issubclass(found, msgspec.Struct)


def rewrite(text: Text, unmeasured: Kinds = frozenset()) -> None:
    """Turn a module's generators into plain functions, and write out what mypyc does not do well.

    Structs are left alone: they are not compiled. What is not measured is told only to those who
    listen to everything.
    """
    for node in ast.walk(text.tree):
        match node:
            case ast.FunctionDef():
                refuse_rules_as_values(text, node)
                if is_rule(node):
                    make_direct(text, node)
            case ast.AnnAssign(annotation=annotation) if is_rules(annotation):
                raise text.refuse(node, "rules that are not called at once have no direct form")
            case ast.Subscript(value=ast.Name("Rules"), slice=result):
                text.put(text.start(node), text.start(result), "")
                text.put(text.end(result), text.end(node), "")
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name("object"), attr="__setattr__"),
                    args=[ast.Name(name), ast.Constant(str(attr)), value],
                )
            ):  # how a frozen dataclass sets what it works out
                text.put(text.start(node), text.start(value), f"{name}.{attr} = ")
                text.put(text.end(value), text.end(node), "")
            case ast.Call(
                func=ast.Name("int"),
                args=[ast.BinOp(op=ast.Mult(), right=ast.Call(func=ast.Name("len")) as count)],
            ):  # a pick by luck: mypyc multiplies two floats itself, but hands over a mixed pair
                text.put(text.start(count), text.start(count), "float(")
                text.put(text.end(count), text.end(count), ")")
            case ast.Name("Listener"):  # studies listen with a list, to which mypyc itself appends
                text.put(text.start(node), text.end(node), "list")
            case ast.Compare(ops=[ast.NotIn()], comparators=[ast.Attribute(attr="unheard")]):
                text.put(text.start(node), text.end(node), "True")  # tested where it is told
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=whom, attr=attr), args=args)):
                if attr in TELLING and is_plain(whom):
                    at = text.start(node)
                    heard = f"{text.of(whom)}.listener is not None"
                    if named(text, args[TELLING[attr]]) in unmeasured:
                        heard += f" and not {text.of(whom)}.unheard"
                    text.put(at, at, f"if {heard}: ")
    for statement in text.tree.body:
        if isinstance(statement, ast.ClassDef) and not is_struct(text.module, statement):
            rewrite_class(text, statement)


# -- rules ----------------------------------------------------------------------------------------


def is_rules(annotation: ast.expr | None) -> bool:
    """Whether a type is `Rules[...]`."""
    match annotation:
        case ast.Subscript(value=ast.Name("Rules")):
            return True
    return False


def is_rule(function: ast.FunctionDef) -> bool:
    """Whether a function is a rule."""
    return is_rules(function.returns)


def is_plain(node: ast.expr) -> bool:
    """Whether an expression is a name, or attributes of one: to write it twice changes nothing."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def named(text: Text, node: ast.expr) -> Any:
    """Give what a module calls by a name, or by attributes of one; nothing, if it has none such."""
    found: Any = text.module if is_plain(node) else None
    for name in text.of(node).split("."):
        found = getattr(found, name, None)
    return found


def parameters(function: ast.FunctionDef) -> list[ast.arg]:
    """List a function's parameters."""
    given = function.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs]


def refuse_rules_as_values(text: Text, function: ast.FunctionDef) -> None:
    """Rules that are handed over would run before they are wanted."""
    for parameter in parameters(function):
        if is_rules(parameter.annotation):
            raise text.refuse(
                parameter, f"{parameter.arg} is handed over as rules; hand over a function"
            )


def make_direct(text: Text, rule: ast.FunctionDef) -> None:
    """Call what the rule waits for, and have its questions answered at once."""
    names = {parameter.arg for parameter in parameters(rule)}
    for node in own_nodes(rule):
        match node:
            case ast.YieldFrom(value=ast.Tuple(elts=[])):
                text.put(text.start(node), text.end(node), "pass")
            case ast.YieldFrom(value=ast.Name(name)) if name in names:
                raise text.refuse(node, f"{name} is handed over as rules; hand over a function")
            case ast.YieldFrom(value=ast.Call() | ast.Name() as rules):
                text.put(text.start(node), text.start(rules), "")
            case ast.YieldFrom():
                raise text.refuse(node, "only calls can be made directly")
            case ast.Yield(value=ast.expr() as question):
                text.asks = True
                text.put(text.start(node), text.start(question), "ask(")
                text.put(text.end(question), text.end(question), ")")


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Give a function's nodes without those of the functions in it."""
    waiting: list[ast.AST] = [*function.body]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


# -- classes --------------------------------------------------------------------------------------


def rewrite_class(text: Text, node: ast.ClassDef) -> None:
    """Write out what a decorator would make at run time."""
    found = getattr(text.module, node.name)
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name("__slots__" | "__hash__")]):
                text.put(text.start(statement), text.end(statement), "pass")
            case ast.Assign(value=ast.Name(name)) if callable(getattr(found, name, None)):
                write_other_names(text, node, statement, name)
            case ast.AnnAssign() if is_inherited(found, statement):
                text.put(text.start(statement), text.end(statement), "pass")
            case ast.FunctionDef(decorator_list=[ast.Name("cached_property")]):
                write_cached_property(text, statement)
            case ast.FunctionDef(body=[*_, ast.Return(ast.Call(ast.Name("copied")) as call)]):
                written = f"{node.name}({', '.join(fields_copied(found))})"
                text.put(text.start(call), text.end(call), written)
    if dataclasses.is_dataclass(found) and node.decorator_list:
        write_dataclass(text, node, found)


def write_other_names(text: Text, node: ast.ClassDef, assigned: ast.Assign, name: str) -> None:
    """Write methods for the other names of a method."""
    (method,) = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == name]
    given = ", ".join(text.of(one) for one in parameters(method))
    handed = ", ".join(one.arg for one in parameters(method)[1:])
    lines = [
        f"def {target.id}({given}) -> {text.of(method.returns)}: return self.{name}({handed})"
        for target in assigned.targets
        if isinstance(target, ast.Name)
    ]
    text.put(text.start(assigned), text.end(assigned), f"\n{' ' * assigned.col_offset}".join(lines))


def is_inherited(found: type, declared: ast.AnnAssign) -> bool:
    """Whether a base class owns an attribute: then a subclass must not declare it again."""
    name = getattr(declared.target, "id", "")
    if declared.value is not None and not dataclasses.is_dataclass(found):
        return False  # a class's own value
    return any(name in inspect.get_annotations(base) for base in found.__mro__[1:])


def write_cached_property(text: Text, function: ast.FunctionDef) -> None:
    """Keep what was found in an attribute. (A `None` is found again: it is no different.)"""
    name, returns = function.name, text.of(function.returns)
    indent = " " * function.col_offset
    at = text.start(function)
    text.put(
        at,
        text.start(function.body[0]),
        f"kept_{name}: {returns} | None = None\n\n"
        f"{indent}@property\n"
        f"{indent}def {name}(self) -> {returns}:\n"
        f"{indent}    kept = self.kept_{name}\n"
        f"{indent}    if kept is None:\n"
        f"{indent}        self.kept_{name} = kept = self.find_{name}()\n"
        f"{indent}    return kept\n\n"
        f"{indent}def find_{name}(self) -> {returns}:\n"
        f"{indent}    ",
    )


def write_dataclass(text: Text, node: ast.ClassDef, found: Any) -> None:
    """Write out `__init__`, and `__eq__` and `__hash__` where the dataclass has them."""
    first = node.decorator_list[0]
    text.put(text.start(first) - 1, text.end(first), "")
    declared = {
        statement.target.id: statement
        for statement in node.body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }
    for statement in declared.values():
        if statement.value is not None:
            text.put(text.end(statement.annotation), text.end(statement.value), "")
    fields = dataclasses.fields(found)
    lines = ["", "", *initialiser(text, found, fields)]
    settings = found.__dataclass_params__
    if settings.eq:
        compared = [f"self.{one.name} == other.{one.name}" for one in fields if one.compare]
        lines += ["", "def __eq__(self, other: object) -> bool:"]
        lines += [f"    return isinstance(other, {node.name}) and {' and '.join(compared)}"]
        if settings.frozen:
            hashed = "".join(f"self.{one.name}, " for one in fields if one.compare)
            lines += ["", "def __hash__(self) -> int:", f"    return hash(({hashed}))"]
    indent = " " * (node.col_offset + 4)
    end = text.end(node)
    text.put(end, end, "\n".join(indent + line if line else "" for line in lines))


def initialiser(text: Text, found: Any, fields: tuple[Any, ...]) -> Iterator[str]:
    """Write `__init__` as a dataclass would make it."""
    types = dict(annotations_of(text, found))
    given, made = [], []
    for one in fields:
        if not one.init:
            continue
        kind, value = types[one.name]
        if one.default_factory is not dataclasses.MISSING:
            given.append(f"{one.name}: {kind} | None = None")
            made.append(f"self.{one.name} = {value} if {one.name} is None else {one.name}")
        else:
            given.append(f"{one.name}: {kind}" + (f" = {value}" if value else ""))
            made.append(f"self.{one.name} = {one.name}")
    if hasattr(found, "__post_init__"):
        made.append("self.__post_init__()")
    yield "def __init__("
    yield "    self,"
    yield from (f"    {one}," for one in given)
    yield ") -> None:"
    yield from (f"    {one}" for one in made)


def annotations_of(text: Text, found: type) -> Iterator[tuple[str, tuple[str, str]]]:
    """Give each field's type and default as they are written, bases first."""
    classes = {node.name: node for node in text.tree.body if isinstance(node, ast.ClassDef)}
    for base in reversed(found.__mro__):
        if not dataclasses.is_dataclass(base):
            continue
        if base.__module__ != text.name:
            raise CannotRewrite(f"{text.name}: {found.__name__} has a dataclass base elsewhere")
        for statement in classes[base.__name__].body:
            match statement:
                case ast.AnnAssign(target=ast.Name(name), annotation=annotation, value=value):
                    yield name, (text.of(annotation), default(text, value))


def default(text: Text, value: ast.expr | None) -> str:
    """Write what a field is when it is not given."""
    match value:
        case None:
            return ""
        case ast.Call(func=ast.Name("field"), keywords=keywords):
            for keyword in keywords:
                match keyword:
                    case ast.keyword("default", given):
                        return text.of(given)
                    case ast.keyword("default_factory", ast.Lambda(body=body)):
                        return text.of(body)
                    case ast.keyword("default_factory", ast.Name(name)):
                        return FACTORIES.get(name, f"{name}()")
            return ""
    return text.of(value)


Imports = Callable[[str, str], str]
"""Where the direct text finds a name of a module."""


def rewrite_imports(text: Text, where: Imports) -> None:
    """Import each name from where the direct text has it."""
    for node in ast.walk(text.tree):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        places: dict[str, list[str]] = {}
        for alias in node.names:
            named = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
            places.setdefault(where(node.module, alias.name), []).append(named)
        if list(places) == [node.module]:
            continue
        lines = [f"from {place} import {', '.join(names)}" for place, names in places.items()]
        text.put(text.start(node), text.end(node), "; ".join(lines))
