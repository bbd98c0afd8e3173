"""The rules as plain functions play the same games as the rules as generators."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, ClassVar

import msgspec
import numpy as np
import pytest

from tests.bots.test_judge import told
from tests.core.test_variants import variant
from undercroft.bots.random import RandomBot
from undercroft.core.errors import BadOption
from undercroft.core.fates import Seeded
from undercroft.core.game import Game
from undercroft.core.play import Play, simulate
from undercroft.core.questions import Decision
from undercroft.core.running import direct as core_direct
from undercroft.core.running.direct import (
    SWITCH,
    Build,
    Direct,
    build_of,
    digest,
    direct_text,
    interpreted,
    which_text,
)
from undercroft.fast.building import build
from undercroft.fast.checking import check, check_measures, settings, single_options
from undercroft.fast.compiling import compile_text
from undercroft.fast.rewriting import CannotRewrite, Text, rewrite
from undercroft.fast.writing import Writing
from undercroft.games import catalogue, find_game
from undercroft.games.tomb.bots.thumb import Cautious
from undercroft.research.gymnasium_env import UndercroftEnv
from undercroft.research.learning import Learning
from undercroft.research.pettingzoo_env import env

GAMES = ["tomb", "tin", "labyrintheus", "talisman"]
needs_compiler = pytest.mark.needs("g++", "python3-dev")


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Writing]:
    """Writes the direct text of a game, which Python runs as it is."""
    root = tmp_path_factory.mktemp("direct") / "direct_as_text"
    sys.path.insert(0, str(root.parent))
    made: dict[str, Writing] = {}

    def write(id: str) -> Writing:
        if id not in made:
            made[id] = Writing(find_game(id), root)
            made[id].write()
        return made[id]

    return write


@pytest.fixture(params=GAMES)
def text(request: pytest.FixtureRequest, written: Callable[[str], Writing]) -> Direct:
    return used(request.param, written)


def used(id: str, written: Callable[[str], Writing]) -> Direct:
    """Give the direct text of a game that has it built."""
    game = replace(find_game(id))
    direct = Direct(game, written(id).build)
    vars(game)["direct"] = direct
    return direct


# -- the same games -------------------------------------------------------------------------------


def test_every_question_option_event_view_and_outcome_is_the_same(text: Direct) -> None:
    assert check(text, 1) >= len(text.original.presets)


def compiled(id: str, root: Path) -> Direct:
    """Compile the direct text of a game."""
    game = find_game(id)
    writing = Writing(game, root / f"compiled_{id}")
    writing.write()
    compile_text(writing.package, root, writing.compiled)
    direct = Direct(game, writing.build)
    assert type(direct.game.setup).__name__ == "builtin_function_or_method"
    return direct


@needs_compiler
def test_compiled_tomb_plays_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    direct = compiled("tomb", tmp_path)
    assert check(direct, 2, [*single_options(direct.original)]) > 100  # more at night, below


@needs_compiler
def test_compiled_another_game_each_day_plays_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    _, *others = GAMES
    direct = compiled(others[datetime.now(UTC).toordinal() % len(others)], tmp_path)
    assert check(direct, 1) >= len(direct.original.presets)


@pytest.mark.nightly
@needs_compiler
@pytest.mark.parametrize("id", GAMES)
def test_every_option_of_every_game_compiled(
    id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    direct = compiled(id, tmp_path)
    assert check(direct, 100) >= 100
    assert check(direct, 10, [*single_options(direct.original)])


def test_a_simulation_comes_out_the_same_and_tells_the_same(text: Direct) -> None:
    def played(game: Game[Any, Any]) -> Any:
        luck = Random(4).random
        options, seats = game.read_options({}, game.seats[1])
        bots = [game.new_bot(name, luck) for name in ["random", game.rule_of_thumb] * seats][:seats]
        assert game.direct is None or game.direct.bots(bots) is not None
        told: list[Any] = []
        return simulate(game, options, seats, bots, luck, told), told

    assert played(text.original) == played(core_direct.interpreted(text.original))


def test_a_playout_comes_out_the_same(text: Direct) -> None:
    def outcomes(game: Game[Any, Any]) -> list[Any]:
        luck = Random(5).random
        bots = [game.new_bot("random", luck) for _ in range(game.seats[1])]
        assert game.direct is None or game.direct.bots(bots) is not None
        found: list[Any] = []
        for number in range(5):
            play = Play(game, {}, game.seats[1], Seeded(f"playouts {number}"))
            while isinstance(play.question, Decision) and play.number < 40:
                seat = play.question.seat
                twin = play.imagine(seat, luck)
                twin.answer(twin.question.choices[-1])  # type: ignore[union-attr]
                found.append(twin.playout(bots, luck))
                found.append(play.imagine_end(seat, bots, luck, play.question.choices[0]))
                play.answer(bots[seat](play.question, play.look(seat)))
        assert len(found) > 10
        return found

    assert outcomes(text.original) == outcomes(core_direct.interpreted(text.original))


def test_a_playout_cut_short_is_judged_the_same(written: Callable[[str], Writing]) -> None:
    game = replace(find_game("tomb"), judge=lambda match: (len(match.tombs[0].deck) / 54,))
    judged = replace(game)
    vars(judged)["direct"] = Direct(game, written("tomb").build)

    def outcomes(game: Game[Any, Any]) -> list[Any]:
        luck = Random(6).random
        bots = [game.new_bot("light", luck)]
        play = Play(game, {}, 1, Seeded("cut short"))
        return [play.imagine_end(0, bots, luck, turns=turns % 4) for turns in range(40)]

    found = outcomes(judged)
    assert found == outcomes(core_direct.interpreted(game))
    assert len({outcome.shares for outcome in found}) > 3


@pytest.mark.parametrize("id", [id for id, game in catalogue().items() if game.standing])
def test_seats_stand_the_same_before_each_turn(id: str, written: Callable[[str], Writing]) -> None:
    game = used(id, written).original
    assert told(game, game.seats[0]) == told(interpreted(game), game.seats[0])


def observed(game: Game[Any, Any], seats: int, bots: str) -> list[Any]:
    """What an environment shows in three games, of which the second is left half-way."""
    env = UndercroftEnv(game, seats=seats, bots=bots)
    random, shown = Random(7), []
    for turns in (40, 5, 40):
        row, info = env.reset(seed=turns)
        over = False
        while not over and turns:
            turns -= 1
            row, reward, over, _, info = env.step(random.choice(info["action_mask"].nonzero()[0]))
            shown.append(
                (np.asarray(row).tobytes(), info["action_mask"].tobytes(), reward, over, env.view)
            )
    env.render_mode = "ansi"
    return [*shown, env.render()]


def test_an_environment_shows_the_same(text: Direct) -> None:
    game = text.original
    seats = min(3, game.seats[1])
    assert observed(game, seats, "random") == observed(interpreted(game), seats, "random")


def test_every_agent_observes_the_same(written: Callable[[str], Writing]) -> None:
    def shown(game: Game[Any, Any]) -> list[Any]:
        table, random, found = env(game, seats=3), Random(8), []
        table.reset(seed=1)
        for agent in islice(table.agent_iter(), 60):
            legal = table.observe(agent)["action_mask"].nonzero()[0]
            found.append([table.observe(one)["observation"].tobytes() for one in table.agents])
            table.step(random.choice(legal) if len(legal) else None)
        return found

    game = used("labyrintheus", written).original
    assert shown(game) == shown(interpreted(game))


def test_environments_take_turns(written: Callable[[str], Writing]) -> None:
    """Each game stops on a stack of its own."""
    game = used("tin", written).original
    assert Learning(game).direct(["random"]) is not None
    tables = [UndercroftEnv(game, seats=2, bots="random") for _ in range(3)]
    alone = UndercroftEnv(game, seats=2, bots="random")
    rows = [[table.reset(seed=seed)[0]] for seed, table in enumerate(tables)]
    for _ in range(20):
        for table, seen in zip(tables, rows, strict=True):
            seen.append(table.step(table.action_masks().nonzero()[0][0])[0])
    for seed, seen in enumerate(rows):
        first = [alone.reset(seed=seed)[0]]
        first += [alone.step(alone.action_masks().nonzero()[0][0])[0] for _ in range(20)]
        assert np.array_equal(np.asarray(first), np.asarray(seen))


def test_a_game_goes_on_in_its_own_thread(written: Callable[[str], Writing]) -> None:
    table = UndercroftEnv(used("tomb", written).original)
    table.reset(seed=1)
    with ThreadPoolExecutor(1) as pool:
        step = pool.submit(lambda: table.step(table.action_masks().nonzero()[0][0]))
        with pytest.raises(BadOption, match=r"in the thread that began it: call reset\(\)"):
            step.result()
        pool.submit(table.reset, seed=2).result()
        assert step.exception() is not None
        pool.submit(lambda: table.step(table.action_masks().nonzero()[0][0])).result()


def test_a_variant_has_its_own_rows(written: Callable[[str], Writing]) -> None:
    rich = variant()
    direct = Direct(rich, written("tomb").build)
    assert [direct.game.rows[id].worth for id in ("ks", "kd")] == [15, 10]  # type: ignore[attr-defined]
    assert check(direct, 5)


class Newcomer(Cautious):
    """Was added to the game after its text had been built."""


def test_a_bot_that_was_not_built_gets_the_generators(written: Callable[[str], Writing]) -> None:
    tomb = find_game("tomb")
    game = replace(tomb, bots={**tomb.bots, "newcomer": Newcomer})
    direct = vars(game)["direct"] = Direct(game, written("tomb").build)
    luck = Random(3).random
    assert direct.bots([game.new_bot("cautious", luck)]) is not None
    assert direct.bots([game.new_bot("newcomer", luck)]) is None


class Slotted:
    """Cannot be remembered without being kept."""

    __slots__ = ("random",)
    strength: ClassVar[str] = "none"
    budget: ClassVar[float] = 0.001

    def __init__(self, rows: Any, random: Callable[[], float]) -> None:
        self.random = random

    def __call__(self, decision: Decision[Any], look: Any) -> Any:
        return decision.choices[0]


def test_the_direct_text_is_used_with_the_games_own_bots(text: Direct) -> None:
    game, luck = text.original, Random(1).random
    for name in ("random", game.rule_of_thumb):
        bot = game.new_bot(name, luck)
        assert game.made(bot) == (name, luck)
        assert text.bots([bot]) is not None


def test_a_bot_that_takes_no_weak_references_gets_the_generators(
    written: Callable[[str], Writing],
) -> None:
    tomb = find_game("tomb")
    game = replace(tomb, bots={**tomb.bots, "slotted": Slotted})
    vars(game)["direct"] = Direct(game, written("tomb").build)

    def played(game: Game[Any, Any]) -> Any:
        luck = Random(1).random
        options, seats = game.read_options({})
        return simulate(game, options, seats, [game.new_bot("slotted", luck)], luck)

    assert played(game) == played(interpreted(game))


def test_bots_from_elsewhere_get_the_generators(written: Callable[[str], Writing]) -> None:
    direct = used("tomb", written)
    luck = Random(1).random
    assert direct.bots([lambda decision, look: decision.options[0]]) is None  # type: ignore[list-item]
    assert direct.bots([RandomBot({}, luck)]) is None
    assert direct.bots([find_game("tin").new_bot("random", luck)]) is None
    assert direct.bots([direct.original.new_bot("random", luck)]) is not None


def test_bots_that_look_ahead_get_the_generators(text: Direct) -> None:
    game, luck = text.original, Random(1).random
    ahead = [name for name in game.bots if game.looks_ahead(name)]
    assert ahead or game.id == "tomb"
    assert not any(text.bots([game.new_bot(name, luck)]) for name in ahead)


def test_no_struct_is_compiled_and_no_event_is_written_again(
    written: Callable[[str], Writing],
) -> None:
    """mypyc would drop a Struct's keywords, such as its tag, in silence."""
    for id in GAMES:
        writing = written(id)
        for path in writing.compiled:
            name = ".".join(path.relative_to(writing.root.parent).with_suffix("").parts)
            __import__(name)
            for found in vars(sys.modules[name]).values():
                if isinstance(found, type) and issubclass(found, msgspec.Struct):
                    assert found.__module__ != name, f"{found} is compiled"
        assert not any(".events" in module for module in writing.ours)


# -- what has no direct form ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def f(rules: Rules[None]) -> Rules[None]:\n    yield from rules", "hand over a function"),
        ("def f(x: int) -> Rules[int]:\n    yield from [x]", "only calls"),
        ("r: Rules[int] = g()", "not called at once"),
    ],
)
def test_rules_that_are_handed_over_are_refused(source: str, why: str) -> None:
    with pytest.raises(CannotRewrite, match=rf"made_up, line \d+: .*{why}"):
        rewrite(Text(ModuleType("made_up"), source))


def test_telling_is_guarded_in_each_of_its_forms() -> None:
    source = (
        "def f(maze: Maze) -> None:\n    maze.tell(Died, hero.seat)\n    maze.tell_of(hero, Died)\n"
    )
    text = Text(ModuleType("made_up"), source)
    rewrite(text)
    assert str(text).count("    if maze.listener is not None: maze.") == 2


def test_what_is_not_measured_is_told_only_to_those_who_listen_to_everything() -> None:
    module = ModuleType("made_up")
    vars(module).update(told=ModuleType("told"), fell=print)
    vars(module.told).update(Died=bool, Left=int)
    source = (
        "def f(maze: Maze) -> None:\n"
        "    maze.tell(told.Died, hero.seat)\n"
        "    maze.tell_of(hero, told.Left)\n"
        "    maze.tell(fell, hero)\n"
        "    maze.tell(told.Left if gone else told.Died, hero)\n"
    )
    text = Text(module, source)
    rewrite(text, frozenset({int, print}))  # type: ignore[arg-type]  # of events
    guards = [line.split(": ")[0].strip() for line in str(text).splitlines()[1:]]
    heard = "if maze.listener is not None"
    assert guards == [
        heard,
        f"{heard} and not maze.unheard",
        f"{heard} and not maze.unheard",
        heard,
    ]


@pytest.mark.parametrize("id", GAMES)
def test_a_study_measures_the_same(id: str, written: Callable[[str], Writing]) -> None:
    direct = used(id, written)
    game = direct.original
    assert direct.game.measure is not game.measure
    for name, options, seats in settings(game):
        check_measures(direct, interpreted(game), options, seats, name)


# -- when it is used ------------------------------------------------------------------------------


def test_luck_is_multiplied_as_floats() -> None:
    module = ModuleType("made_up")
    text = Text(module, "at = int(luck() * len(fog)); other = len(fog) * int(luck())")
    rewrite(text)
    assert str(text) == "at = int(luck() * float(len(fog))); other = len(fog) * int(luck())"


@pytest.fixture
def stamped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Stamps a build of Tomb that was made from one file."""
    monkeypatch.setattr(core_direct, "FOLDER", tmp_path / "undercroft_direct")
    source = tmp_path / "rules.py"

    def stamp(python: str) -> Path:
        source.write_text("one = 1\n")
        folder = tmp_path / "undercroft_direct" / "tomb"
        folder.mkdir(parents=True, exist_ok=True)
        made = Build("undercroft_direct.tomb", python, ("rules.py",), digest(["rules.py"]), ())
        (folder / "build.json").write_bytes(msgspec.json.encode(made))
        return source

    return stamp


def test_a_build_is_used_while_its_sources_are_the_same(stamped: Callable[[str], Path]) -> None:
    source = stamped(sys.implementation.cache_tag or "")
    assert build_of("tomb") is not None
    source.write_text("one = 2\n")
    assert build_of("tomb") is None
    source.unlink()
    assert build_of("tomb") is None


def test_a_build_for_another_python_is_not_used(stamped: Callable[[str], Path]) -> None:
    stamped("cpython-399")
    assert build_of("tomb") is None


@pytest.mark.parametrize("stamp", [b"", b"{}", b"[1]", b"\xff"])
def test_a_build_that_cannot_be_read_is_not_used(
    stamped: Callable[[str], Path], stamp: bytes
) -> None:
    stamped(sys.implementation.cache_tag or "")
    (core_direct.FOLDER / "tomb" / "build.json").write_bytes(stamp)
    assert build_of("tomb") is None


def test_a_build_that_was_never_finished_is_not_used(stamped: Callable[[str], Path]) -> None:
    stamped(sys.implementation.cache_tag or "")
    (core_direct.FOLDER / "tomb" / "build.json").unlink()
    assert which_text(replace(find_game("tomb"))) == "interpreted"


def test_a_variable_switches_it_off(
    written: Callable[[str], Writing], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = written("tomb").build
    monkeypatch.setattr(core_direct, "build_of", lambda id: made)
    assert direct_text(find_game("tomb")) is not None
    monkeypatch.setenv(SWITCH, "0")
    assert direct_text(find_game("tomb")) is None


def test_a_game_whose_rules_were_exchanged_is_not_direct(
    written: Callable[[str], Writing], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = written("tomb").build
    monkeypatch.setattr(core_direct, "build_of", lambda id: made)
    game = find_game("tomb")
    assert direct_text(replace(game, copy=lambda match: match.copy())) is None


def test_a_text_that_plays_another_game_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    root = tmp_path / "direct_wrong"
    write = Writing.write

    def write_wrongly(self: Writing) -> None:
        write(self)
        rules = self.folder / "game" / "rules.py"
        rules.write_text(rules.read_text().replace("if gap <= 0:", "if gap < 0:"))

    monkeypatch.setattr(Writing, "write", write_wrongly)
    monkeypatch.setattr("undercroft.fast.building.Writing", lambda game: Writing(game, root))
    monkeypatch.setattr("undercroft.fast.building.compile_text", lambda *given: None)
    with pytest.raises(Exception, match="question"):
        build(find_game("tomb"))
    assert not (root / "tomb" / "build.json").exists()


def test_every_game_here_is_tried() -> None:
    assert set(GAMES) == set(catalogue())


# -- the command ----------------------------------------------------------------------------------


def fast(*games: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "undercroft.fast", *games]
    surroundings = {**os.environ, **environment}
    return subprocess.run(  # noqa: S603 (our own command)
        command, env=surroundings, capture_output=True, text=True, check=False
    )


def test_without_a_compiler_it_says_in_a_line_what_is_missing() -> None:
    done = fast("tomb", PATH="")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    headers = "( and Python's C headers)?"  # which a bare system lacks, too
    packages = r"\(Debian, Ubuntu: apt-get install gcc( python3-dev)?\)"
    assert re.search(f"a C compiler{headers} {packages}", done.stderr)
    assert "Games run without it" in done.stderr


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    done = fast("chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert "unknown game 'chess'; use one of: tomb" in done.stderr
