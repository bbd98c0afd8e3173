"""For all tests: a crowded machine is slow, not wrong; the same examples each time.

What Hypothesis tries is the same in every run of a tree, so that a failure belongs to the change
that made it. `UNDERCROFT_EXAMPLES=new` tries others; nightly runs set it.

A test that needs something from the system says so: `@pytest.mark.needs("g++")`. Where that is
missing, the others run; the end says what was left out, and the run has failed.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.needs import left_out, need
from tests.storage.stores import PostgresqlServer

settings.register_profile(
    "crowded", deadline=None, derandomize=os.environ.get("UNDERCROFT_EXAMPLES") != "new"
)
settings.load_profile("crowded")

if sys.dont_write_bytecode:  # each program that a test starts would compile every module anew
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / "build/pycache")

# native code is compiled once for all the programs that tests start, each with data of its own
os.environ.setdefault("XDG_CACHE_HOME", str(Path.home() / ".cache"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    started = PostgresqlServer()
    yield started
    started.close()


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        need(*mark.args)


def not_run(config: pytest.Config) -> list[str]:
    """Describe what was left out; only the process that reports knows."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    return left_out(report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus == pytest.ExitCode.OK and not_run(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    yield
    if lines := not_run(terminalreporter.config):
        terminalreporter.section("not run", red=True)
        for line in lines:
            terminalreporter.line(line)
