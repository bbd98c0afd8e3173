"""Build what is released, and try it where nothing else is: `make dist`.

The sources, a wheel for all and, where there is a C compiler, a wheel for this platform with the
compiled rules are made in `dist/`. Each is installed into an empty environment, plays every game
once from the command line, and serves one page; the wheel for all with every Python from 3.11 to
3.14 that is here. The extras come later, as the refusals without them say. Each step says how long
it took. What does not hold ends it with one line.
"""

import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from undercroft.fast.compiling import what_is_missing

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "-qq")


def run(*command: str | Path, **more: str) -> str:
    """Run a command away from the repository; give what it printed."""
    done = subprocess.run(  # noqa: S603 (our own)
        [str(part) for part in command],
        cwd=tempfile.gettempdir(),
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr.strip()[-2000:]}")
    return done.stdout


def build() -> list[Path]:
    """Make the packages anew."""
    began = time.monotonic()
    shutil.rmtree(DIST, ignore_errors=True)
    make = [sys.executable, "-m", "hatchling", "build", "-d", str(DIST), "-t", "wheel"]
    subprocess.run([*make, "-t", "sdist"], cwd=ROOT, check=True)  # noqa: S603 (our own)
    if (missing := what_is_missing()) is not None:
        print(
            f"No wheel with compiled rules: that needs {missing}. The one for all runs everywhere."
        )
    else:
        subprocess.run([sys.executable, "-m", "undercroft.fast"], cwd=ROOT, check=True)
        compiled = {**os.environ, "UNDERCROFT_COMPILED": "1"}
        subprocess.run(make, cwd=ROOT, env=compiled, check=True)  # noqa: S603 (our own)
    print(f"Built in {time.monotonic() - began:.0f} s", flush=True)
    return sorted(DIST.iterdir())


def works(python: str) -> bool:
    """Say whether a Python is here and starts."""
    found = shutil.which(python)
    return found is not None and not subprocess.call(  # noqa: S603 (our own)
        [found, "-c", ""], stderr=subprocess.DEVNULL
    )


def served(undercroft: Path, data: Path) -> None:
    """Start a server, and get its home page."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(undercroft), "serve", "--no-browser", "--port", str(port), "--data", str(data)]
    server = subprocess.Popen(  # noqa: S603 (our own)
        command, cwd=data, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(300):
            try:
                with urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
                    if b"Tomb of Four Kings" not in page.read():
                        raise SystemExit("the home page does not show the games")
                    return
            except (URLError, OSError):
                time.sleep(0.2)
        raise SystemExit("the server could not be reached")
    finally:
        server.terminate()
        server.wait(30)


def add_what_lacks(undercroft: Path, *command: str) -> None:
    """Let a command say which extra it lacks, and do what it says."""
    asked = subprocess.run(  # noqa: S603 (our own)
        [str(undercroft), *command],
        cwd=undercroft.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    _, found, told = asked.stderr.strip().partition("): ")
    if asked.returncode != 2 or not found:
        raise SystemExit(f"{' '.join(command)} does not say which extra it lacks: {asked.stderr}")
    run(*shlex.split(told), PIP_CONSTRAINT=str(ROOT / "constraints.txt"))


def try_out(python: str, file: Path) -> None:
    """Install a file where nothing else is, and use it."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        run(python, "-m", "venv", home / "venv")
        own, undercroft = home / "venv/bin/python", home / "venv/bin/undercroft"
        run(own, *PIP, "install", "-c", ROOT / "constraints.txt", file)
        for command in (("serve",), ("join", "http://127.0.0.1:9/join/KEY")):
            add_what_lacks(undercroft, *command)
        installed = time.monotonic()
        version, rules = run(undercroft, "--version").strip().splitlines()
        number = run(own, "-c", "import platform; print(platform.python_version())").strip()
        games = [
            line.split(":")[0] for line in run(undercroft, "games").splitlines() if line[0] > " "
        ]
        for game in games:
            run(undercroft, "study", game, "--plays", "1", "--bot", "random", "--workers", "1")
        run(undercroft, "rules", games[0])
        served(undercroft, home)
        print(
            f"{file.name} with Python {number}: {version}, {rules}; "
            f"installed in {installed - began:.0f} s, played each once and served a page "
            f"in {time.monotonic() - installed:.0f} s",
            flush=True,
        )


def main() -> None:
    """Build and try."""
    here = [python for python in PYTHONS if works(python)]
    if absent := [python for python in PYTHONS if python not in here]:
        print(f"Not tried, since not here: {', '.join(absent)}", flush=True)
    for file in build():
        for python in here if file.name.endswith("-any.whl") else [sys.executable]:
            try_out(python, file)


if __name__ == "__main__":
    main()
