"""A game's direct text: which modules it takes, and where they are written.

Each game has a package of its own, `undercroft_direct.GAME`, beside `undercroft`: the game's
modules, as far as rules, views and bots need them, and the part of the engine that they run on.
Events, options and outcomes are not written again: they are those of the game itself.
"""

import ast
import inspect
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from undercroft.core.events import Event
from undercroft.core.game import Game
from undercroft.core.options import Options
from undercroft.core.running.direct import FOLDER, Build, digest
from undercroft.fast.rewriting import Text, is_struct, rewrite, rewrite_imports

ANSWERING: Final = "undercroft.fast.answering"

# The part of the engine that is written again: where it goes, and of some modules, which names.
# (Questions are answered by what knows their classes, and so come in two parts.)
ENGINE: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "core.piles": ("undercroft.core.piles", ()),
    "core.questions": (
        "undercroft.core.questions",
        ("T_co", "Question", "Decision", "Fate"),
    ),
    "core.choosing": ("undercroft.core.questions", ("T", "choose")),
    "core.table": ("undercroft.core.table", ()),
    "core.game": ("undercroft.core.game", ("Row", "HasId", "ids")),
    "core.measuring.measures": ("undercroft.core.measuring.measures", ()),
    "bots.random": ("undercroft.bots.random", ()),
    "fast.answering": (ANSWERING, ()),
}
DEFINITIONS: Final = (ast.FunctionDef, ast.ClassDef)
STRUCTS: Final = "_structs"  # after a module's name: what must not be compiled


class Writing:
    """The direct text of one game."""

    def __init__(self, game: Game[Any, Any], root: Path = FOLDER) -> None:
        self.game = game
        self.root = root
        self.package = f"{root.name}.{game.id}"
        self.folder = root / game.id
        self.texts = {name: self._read(name) for name in self._reached()}
        self.ours = self._twinned()
        self.compiled: list[Path] = []

    # -- which modules ----------------------------------------------------------------------------

    def _read(self, name: str) -> Text:
        module = import_module(name)
        return Text(module, inspect.getsource(module))

    def _roots(self) -> set[str]:
        """Name the modules of what the game declares, and the one that has all its rows."""
        game = self.game
        parts: list[Any] = [game.lay, game.setup, game.turn, game.redeal, game.view, game.state]
        others = (game.glance, game.light, game.judge, game.standing, game.measure)
        parts += [part for part in others if part is not None]
        parts += [bot for bot in game.bots.values() if self._is_whole(bot)]
        return {part.__module__ for part in parts} | {
            name
            for name, module in sys.modules.items()
            if self._is_games(name) and defines(module, game.rows)
        }

    def _reached(self) -> set[str]:
        """Find the game's modules that its rules, views and bots import."""
        found: set[str] = set()
        waiting = self._roots()
        while waiting:
            name = waiting.pop()
            if self._is_games(name) and name not in found:
                found.add(name)
                waiting |= set(imported(import_module(name)))
        return found

    def _is_whole(self, bot: Any) -> bool:
        """Whether a bot can be written again: its base classes must be the game's own.

        What looks ahead, and what has learned, is built on classes for all games.
        """
        bases = getattr(bot, "__mro__", (bot, object))[1:-1]
        return all(self._is_games(base.__module__) for base in bases)

    def _is_games(self, name: str) -> bool:
        return name.startswith(self.game.package + ".")

    def _twinned(self) -> set[str]:
        """Choose the modules to write again: all that define something, but events and options."""
        common = {name for name, text in self.texts.items() if tells(text.module)}
        needs = {
            name: imported(text.module) for name, text in self.texts.items() if name not in common
        }
        ours = {
            name
            for name in needs
            if any(isinstance(node, DEFINITIONS) for node in self.texts[name].tree.body)
        }
        size = -1
        while size != len(ours):
            size = len(ours)
            ours |= {name for name, needed in needs.items() if needed & ours}
        return ours

    # -- writing ----------------------------------------------------------------------------------

    def where(self, module: str, name: str) -> str:
        """Say where the direct text finds a name of a module."""
        for twin, (source, names) in ENGINE.items():
            if source == module and (not names or name in names):
                return f"{self.package}.{twin}"
        if module in self.ours or f"{module}.{name}" in self.ours:
            return self._twin(module)
        return module

    def _twin(self, module: str) -> str:
        return f"{self.package}.game{module.removeprefix(self.game.package)}"

    def write(self) -> None:
        """Write it all anew."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for library in self.root.parent.glob(f"{self.root.name}_{self.game.id}__mypyc.*"):
            library.unlink()
        for twin, (name, names) in ENGINE.items():
            self._write_module(self._read(name), f"{self.package}.{twin}", names)
        for name in sorted(self.ours):
            self._write_module(self.texts[name], self._twin(name), ())
        for folder in [self.folder, *self.folder.rglob("*/")]:
            (folder / "__init__.py").touch()
        (self.root / "__init__.py").touch()

    @property
    def build(self) -> Build:
        """What this is made of: the sources as they are now, and what makes text of them."""
        engine = [name for name, _ in ENGINE.values()]
        tools = [f"{__package__}.{tool}" for tool in ("rewriting", "writing", "extending")]
        names = sorted({self.game.package, *self.texts, *engine, *tools})
        found = [find_spec(name) for name in names]
        sources = [Path(one.origin) for one in found if one is not None and one.origin]
        beside = FOLDER.parent
        paths = tuple(
            str(path.relative_to(beside) if path.is_relative_to(beside) else path)
            for path in sources
        )
        return Build(
            package=self.package,
            python=sys.implementation.cache_tag or "",
            sources=paths,
            digest=digest(paths),
            modules=tuple(sorted({*self.ours, *engine})),
        )

    def _write_module(self, text: Text, twin: str, names: tuple[str, ...]) -> None:
        path = self.root.joinpath(*twin.split(".")[1:])
        if hasattr(text.module, "__path__"):
            path /= "__init__"
        path = path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        structs = [node for node in text.tree.body if is_struct(text.module, node)]
        others = [node for node in text.tree.body if isinstance(node, DEFINITIONS)]
        rewrite_imports(text, self.where)
        if names:
            keep_only(text, names)
        elif structs and len(structs) == len(others):
            path.write_text(str(text))
            return
        elif structs:
            self._set_apart(text, structs, path, f"{twin}{STRUCTS}")
        rewrite(text, self.game.unmeasured)
        if text.asks:
            import_after_docstring(text, f"from {self.where(ANSWERING, 'ask')} import ask")
        if twin.endswith("core.choosing"):
            where = self.where(text.name, "Decision")
            import_after_docstring(text, f"from {where} import Decision")
        path.write_text(str(text))
        self.compiled.append(path)

    def _set_apart(self, text: Text, structs: list[ast.stmt], path: Path, place: str) -> None:
        """Put Structs, and the types they need, into a module that is not compiled."""
        moved = [*structs]
        defined = {name: node for node in text.tree.body for name in names_of(node)}
        for node in moved:  # grows
            for name in used_in(node):
                needed = defined.get(name)
                if needed is None or needed in moved:
                    continue
                if isinstance(needed, ast.ClassDef):
                    raise text.refuse(node, f"a Struct needs {name}, which is compiled")
                moved.append(needed)
        apart = Text(text.module, text.source.decode())
        rewrite_imports(apart, self.where)
        kept = {node.lineno for node in moved}
        for node in apart.tree.body:
            if node.lineno not in kept and not isinstance(node, ast.Import | ast.ImportFrom):
                apart.remove(node)
        path.with_name(f"{path.stem}{STRUCTS}.py").write_text(str(apart))
        for node in moved:
            text.remove(node)
        found = sorted(name for node in moved for name in names_of(node))
        import_after_docstring(text, f"from {place} import {', '.join(found)}")


def keep_only(text: Text, names: tuple[str, ...]) -> None:
    """Keep these definitions of a module, the constants that they use, and what it imports."""
    wanted = {*names}
    for node in text.tree.body:
        if wanted & {*names_of(node)}:
            wanted |= {name for name in used_in(node) if name.lstrip("_").isupper()}
    kept = []
    for node in text.tree.body:
        imports = isinstance(node, ast.Import | ast.ImportFrom)
        if imports or is_docstring(node) or wanted & {*names_of(node)}:
            kept.append(node)
        else:
            text.remove(node)
    text.tree.body = kept


def is_docstring(node: ast.stmt) -> bool:
    """Whether a statement is a text alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def import_after_docstring(text: Text, line: str) -> None:
    """Import something more; on the docstring's line, so that line numbers stay."""
    first = text.tree.body[0]
    at = text.end(first)
    text.put(at, at, f"; {line}")


def names_of(node: ast.stmt) -> list[str]:
    """Give the names that a statement at a module's top level defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(name)):
            return [name]
    return []


def used_in(node: ast.AST) -> Iterator[str]:
    """Give the names that a node uses, in quoted types too."""
    for part in ast.walk(node):
        match part:
            case ast.Name(name, ast.Load()):
                yield name
            case ast.AnnAssign(annotation=ast.Constant(str(quoted))):
                yield from used_in(ast.parse(quoted))


def imported(module: ModuleType) -> set[str]:
    """Name the modules that a module imports from."""
    found = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module)
            found |= {
                f"{node.module}.{alias.name}"
                for alias in node.names
                if is_module(node.module, alias.name)
            }
    return found


def defines(module: ModuleType, value: object) -> bool:
    """Whether a module has a value of its own, and not from another one."""
    names = {name for name, one in vars(module).items() if one is value}
    return bool(names) and any(
        names & set(names_of(node)) for node in ast.parse(inspect.getsource(module)).body
    )


def tells(module: ModuleType) -> bool:
    """Whether a module defines events or options, which are the same in both texts."""
    return any(
        isinstance(found, type)
        and issubclass(found, Event | Options)
        and found.__module__ == module.__name__
        for found in vars(module).values()
    )


def is_module(package: str, name: str) -> bool:
    """Whether a package has a module of that name."""
    found = import_module(package)
    return hasattr(found, "__path__") and find_spec(f"{package}.{name}") is not None
