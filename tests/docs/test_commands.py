"""Every command on a page runs as it stands there; what takes long is given less to do."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.driving import in_one_go, start
from tests.web.harness import free_port

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *(
        page
        for folder in ("guide", "games", "learn")
        for page in sorted((ROOT / "docs" / folder).glob("*.md"))
    ),
    *(ROOT / "docs" / name for name in ("expert.md", "journals.md", "index.md")),
]
LESS = {
    "--plays": "4",
    "--deals": "2",
    "--tries": "2",
    "--sample": "2",
    "--keep": "1",
    "--until": "60%",
    "--playouts": "200",
    "--puzzles": "1",
}
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^    (undercroft .*)$", re.MULTILINE)


def commands() -> Iterator[tuple[str, str]]:
    """Give every command of ours, each once, with its page."""
    seen = set()
    for page in PAGES:
        text = page.read_text()
        lines = "\n".join([*BLOCK.findall(text), *INDENTED.findall(text)]).splitlines()
        for line in lines:
            command = line.split("#")[0].strip()
            if command.startswith("undercroft ") and command not in seen:
                seen.add(command)
                yield page.name, command


COMMANDS = [*commands()]
ELSEWHERE = {"serve", "join", "export", "import"}  # below, on the page about hosting, or online


def with_less(command: str) -> list[str]:
    """Give a command's words, with less to do."""
    words = shlex.split(command)[1:]
    for at, word in enumerate(words[:-1]):
        if word in LESS:
            words[at + 1] = LESS[word]
    if words[0] in ("study", "compare", "sweep", "tune", "profile") and "--plays" not in words:
        words += ["--plays", LESS["--plays"]]
    if words[0] == "review" and "--playouts" not in words:
        words += ["--playouts", LESS["--playouts"]]
    if words[0] in ("study", "compare", "sweep", "tune", "profile", "tournament"):
        words += ["--workers", "1"]
    if "--keep" in words:
        words += ["--into", f"kept-{words[0]}"]  # the folder of another command is not written over
    if words == ["play"] or "--resume" in words:
        words = ["play", "tomb"]  # the start needs a terminal; a game to resume, one before it
    if words[0] == "play" and "--plain" not in words:
        words.append("--plain")
    return words


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that pages speak of."""
    head = 'game = "tomb"\ntitle = "A stronger nine"\n[rows.9s]\n'
    for name, number in {"nine": 10, "mine": 10, "a": 8, "b": 10}.items():
        (tmp_path / f"{name}.toml").write_text(f"{head}number = {number}\n")
    shutil.copytree(ROOT / "docs/expert", tmp_path / "docs/expert")
    (tmp_path / "kept").mkdir()
    for name in ("kept/tomb-44-before", "kept/tomb-44-after", "play", "FILE"):
        shutil.copy(ROOT / "docs/expert/seed-2.journal", tmp_path / f"{name}.journal")
    (tmp_path / "my_bots.py").write_text((ROOT / "examples/my_bot.py").read_text())
    return tmp_path


@pytest.mark.parametrize("page", sorted({page for page, _ in COMMANDS}))
def test_the_commands_of_a_page_run(page: str, folder: Path) -> None:
    ours = [it for at, it in COMMANDS if at == page and it.split()[1] not in ELSEWHERE]
    done = in_one_go(folder, ours, with_less)
    assert [(it, run.stderr) for it, run in done.items() if run.returncode != 0] == []


SERVERS = [it for _, it in COMMANDS if it.startswith("undercroft serve --host")]


@pytest.mark.parametrize("command", SERVERS)
def test_a_server_is_started_as_the_page_says(command: str, tmp_path: Path) -> None:
    words = command.split()[1:]
    words[words.index("--host") + 1] = "127.0.0.1"
    port = str(free_port())
    served = start(tmp_path, *words, "--port", port, "--data", tmp_path)
    try:
        assert served.stdout is not None
        assert port in served.stdout.readline().decode()
    finally:
        served.terminate()
        served.communicate(timeout=60)


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 40
    assert len(SERVERS) == 2
