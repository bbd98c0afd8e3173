"""The secret that signs cookies: whole or not at all, and one for all who start at once."""

import resource
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.driving import Done, undercroft
from tests.web.harness import ROOT
from tests.web.test_faults import filled, small_disk
from undercroft.core.errors import Refused
from undercroft.web.gateway.settings import Settings

START = """
import sys
from pathlib import Path
from undercroft.web.gateway.settings import Settings
sys.stdin.read()
print(Settings(data=Path(sys.argv[1])).secret())
"""


def serve(data: Path, **more: Any) -> Done:
    """Start a server that should not come to serve."""
    return undercroft(data, "serve", "--no-browser", "--port", 0, "--data", data, **more)


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"abc", b"a" * 31, bytes(64), b"a" * 40 + b"\xff" * 24, b"a b " * 16],
    ids=["empty", "a line", "short", "nearly", "zeros", "binary", "blanks"],
)
def test_a_secret_that_is_not_whole_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(Refused, match=r"not a whole secret: expected at least 32 .* delete it"):
        Settings(data=tmp_path).secret()
    assert (tmp_path / "secret").read_bytes() == content


def test_a_server_with_an_empty_secret_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    done = serve(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"undercroft: {tmp_path / 'secret'}: not a whole secret")
    assert done.stderr.count("\n") == 1


def test_a_secret_of_ones_own_may_end_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("0123456789abcdef" * 4 + "\n")
    assert Settings(data=tmp_path).secret() == "0123456789abcdef" * 4


def test_of_many_that_start_at_once_all_have_the_same_secret(tmp_path: Path) -> None:
    program = [sys.executable, "-c", START, str(tmp_path)]
    started = [
        subprocess.Popen(  # noqa: S603
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        for _ in range(8)
    ]
    for process in started:  # all wait for the end of what they are sent
        assert process.stdin
        process.stdin.close()
        process.stdin = None
    told = {process.communicate(timeout=60)[0] for process in started}
    assert told == {(tmp_path / "secret").read_text() + "\n"}
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_where_nothing_can_be_written_no_secret_is_left_behind(tmp_path: Path) -> None:
    def nothing_more() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    done = serve(tmp_path, preexec_fn=nothing_more)
    assert done.returncode == 1
    assert "secret: file too large" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_first_start_on_a_full_disk_leaves_nothing_and_a_later_one_makes_it(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "small"
    with small_disk(folder):
        with filled(folder):
            done = serve(folder)
            assert done.returncode == 1
            assert "secret: no space left on device" in done.stderr
            assert [path.name for path in folder.iterdir()] == ["filler"]
        assert len(Settings(data=folder).secret()) == 64
        assert [path.name for path in folder.iterdir()] == ["secret"]
