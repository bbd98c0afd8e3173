"""What ships with a game was made by its present rules, and the messages say how to renew it."""

from importlib import resources
from importlib.resources.abc import Traversable

import msgspec
import pytest

from undercroft.games import catalogue, find_game
from undercroft.puzzles.bank import FILE as PUZZLES
from undercroft.puzzles.bank import shipped
from undercroft.puzzles.puzzle import read_puzzles
from undercroft.review.percentiles import FILE as SKILLS
from undercroft.review.percentiles import Skills

RENEW = "{game} is at version {now} of its rules, and {what}. To renew it: make rules game={game}"


def shipping(name: str) -> list[str]:
    """The games that have such a file."""
    return [id for id in catalogue() if file_of(id, name).is_file()]


def file_of(game: str, name: str) -> Traversable:
    return resources.files(find_game(game).package).joinpath(name)


def assert_all_are_of_the_present_rules(game: str, name: str, versions: list[int]) -> None:
    now = find_game(game).rules_version
    older = [version for version in versions if version != now]
    what = f"{len(older)} of {len(versions)} in its {name} are of {sorted({*older})}"
    assert not older, RENEW.format(game=game, now=now, what=what)
    assert versions, RENEW.format(game=game, now=now, what=f"its {name} is empty")


@pytest.mark.parametrize("game", shipping(PUZZLES))
def test_the_puzzles_are_of_the_present_rules(game: str) -> None:
    puzzles = read_puzzles(file_of(game, PUZZLES).read_text("utf-8"))
    assert_all_are_of_the_present_rules(game, PUZZLES, [puzzle.rules for puzzle in puzzles])
    assert len(shipped(find_game(game))) == len(puzzles)


@pytest.mark.parametrize("game", shipping(SKILLS))
def test_the_tables_of_play_are_of_the_present_rules(game: str) -> None:
    tables = msgspec.json.decode(file_of(game, SKILLS).read_bytes(), type=tuple[Skills, ...])
    assert_all_are_of_the_present_rules(game, SKILLS, [table.rules for table in tables])
