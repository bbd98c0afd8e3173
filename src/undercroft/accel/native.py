"""Native libraries, made of the C++ beside this file when they are first needed.

A game's source makes two: g++ a library for the processor, nvcc one for graphics cards. `rows` is a
module for Python, which needs Python's headers. A library is kept in a cache under a hash of its
sources, so that a change makes a new one. What this machine does not allow is `Refused`.
"""

import ctypes
import os
import platform
import shutil
import subprocess
import sysconfig
import tempfile
from functools import cache
from hashlib import sha256
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, TypeAlias

from undercroft.accel.words import say
from undercroft.core.errors import Refused
from undercroft.core.folders import data_folder

Device: TypeAlias = Literal["native", "cuda"]
Target: TypeAlias = Device | Literal["python"]


class Misfit(Refused):
    """Native code needs what the rows of a game have no place for."""


COMMANDS: Final[dict[Target, tuple[str, ...]]] = {
    "native": ("g++", "-march=native", "-ffp-contract=off", "-fPIC", "-pthread"),
    "cuda": (
        "nvcc",
        "-x=cu",
        "-arch=native",
        "-fmad=false",
        "--extended-lambda",
        "-Xcompiler=-fPIC",
    ),
    "python": ("g++", "-fPIC", f"-I{sysconfig.get_paths()['include']}"),
}
COMMON: Final = ("-std=c++17", "-O3", "-shared")

_data: Path | None = None


@cache
def load(game: str, device: Device = "native") -> ctypes.CDLL:
    """Give a game's library, and make it first if need be."""
    path = build(game, device)
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:  # such as a folder from which nothing may run
        raise Refused(say("native.unloaded", file=path, why=error)) from None


@cache
def load_module(name: str) -> ModuleType:
    """Give a module of native code for this Python, and make it first if need be."""
    path = str(build(name, "python"))
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, path))
    assert spec is not None  # noqa: S101 (it has a loader)
    try:
        module = module_from_spec(spec)
        spec.loader.exec_module(module)  # type: ignore[union-attr]
    except ImportError as error:
        raise Refused(say("native.unloaded", file=path, why=error)) from None
    return module


def is_built(game: str) -> bool:
    """Whether a game's library for the processor lies in the cache."""
    try:
        return library_of(game, "native").exists()
    except OSError:  # a folder that is closed to us
        return False


def library_of(game: str, device: Target, folder: Path | None = None) -> Path:
    """Name a game's library: by what it is made of."""
    command = COMMANDS[device] + COMMON
    made_of = [*command, platform.node(), platform.machine()]
    key = sha256("\n".join([*made_of, *(path.read_text() for path in sources_of(game))]).encode())
    return (folder or cache_folder()) / f"{game}-{device}-{key.hexdigest()[:16]}.so"


def sources_of(game: str) -> list[Path]:
    """List the files that a game's library is made of."""
    return sorted(path for path in (Path(__file__).parent / game).iterdir() if is_source(path))


def build(game: str, device: Target, folder: Path | None = None) -> Path:
    """Compile a game's library, unless it is in the cache."""
    library = library_of(game, device, folder)
    source = Path(__file__).parent / game / "entries.cpp"
    try:
        if not library.exists():
            compile_to(library, COMMANDS[device] + COMMON, source, device)
    except OSError as error:
        why = error.strerror
        raise Refused(say("native.unwritable", folder=library.parent, why=why)) from None
    return library


def is_source(path: Path) -> bool:
    """Whether a file is part of a library."""
    return path.suffix in (".hpp", ".cpp")


def compile_to(library: Path, command: tuple[str, ...], source: Path, device: Target) -> None:
    """Compile, and put the library in its place in one go: another process may do the same."""
    if shutil.which(command[0]) is None:
        raise Refused(say(f"native.missing-{device}"))
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent) as made:
        target = Path(made) / library.name
        done = subprocess.run(  # noqa: S603 (our own sources)
            [*command, str(source), "-o", str(target)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            said = next(iter(done.stderr.strip().splitlines()), say("native.silent"))
            told = say("native.compile", compiler=command[0], source=source.name, said=said)
            raise Refused(told)
        target.replace(library)


def keep_in(data: Path) -> None:
    """Have libraries kept in a data folder, unless `XDG_CACHE_HOME` names another place."""
    global _data
    _data = data


def cache_folder() -> Path:
    """Return the folder where libraries are kept."""
    if cached := os.environ.get("XDG_CACHE_HOME"):
        return Path(cached) / "undercroft"
    return (_data or data_folder("UNDERCROFT_HOME")) / "cache"
