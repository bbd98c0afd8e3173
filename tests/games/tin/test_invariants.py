"""What holds at every quiet question of every play (section 12)."""

import random
from collections import Counter

import pytest

from tests.games.tin.builders import section
from undercroft.core.fates import Seeded
from undercroft.core.play import Play
from undercroft.core.questions import Decision
from undercroft.games.tin import GAME
from undercroft.games.tin.rules.ending import results_of
from undercroft.games.tin.secrets import components
from undercroft.games.tin.state import Dungeon
from undercroft.games.tin.tiles import OPPOSITE, beyond

QUIET = ("move", "treasure", "potion")


def test_section_12_has_eleven_invariants():
    lines = section("12").strip().split("\n")
    assert [line.split(".")[0] for line in lines if line[:1].isdigit()] == [
        str(n) for n in range(1, 12)
    ]


def check_table(dungeon: Dungeon) -> None:
    """Invariants 1 to 8."""
    n = len(dungeon.knights)
    lying = Counter(components(dungeon))
    by_row = Counter[str]()
    for id, number in lying.items():
        by_row[type(GAME.rows[id]).__name__] += number
    assert by_row["Card"] == 12 * n  # 1
    assert by_row["Token"] - 1 == 31 * n  # 2
    assert (lying["die-yellow"], lying["die-red"]) == (2 * n, 3 * n)  # 3
    assert by_row["Tile"] == 10 * (dungeon.options.tile_sets or n) + 2  # 4
    assert lying["maiden"] == 1  # 5
    for knight in dungeon.knights:  # 6
        assert len(knight.items) <= 3
        assert len(knight.hand) <= knight.level + 1
        assert 0 <= knight.experience <= 10
        assert 0 <= knight.hearts <= 5
        assert len(knight.hand) == len(knight.drawn_in)
    if dungeon.stack.last:  # 7
        assert any(
            dungeon.is_unexplored(room, side)
            for room in dungeon.rooms.values()
            for side in room.exits
        )
    passages = sum(len([*dungeon.passages(room)]) for room in dungeon.rooms.values())
    assert passages == 2 * (len(dungeon.rooms) - 1)  # 8
    assert all(room.tile.id == "stairs" or room.cell[1] >= 1 for room in dungeon.rooms.values())


def check_flight(dungeon: Dungeon, question: Decision[object]) -> None:
    """Invariant 9."""
    knight = dungeon.knights[question.seat]
    room = dungeon.room_of(knight)
    if question.id == "move" and room.monsters:
        assert knight.entry is not None
        assert f"go:{knight.entry}" in map(str, question.options)
        behind = dungeon.rooms[beyond(room.cell, knight.entry)]
        assert OPPOSITE[knight.entry] in behind.exits


def play_through(seats: int, seed: str, bot: str, stay: float = 0.0) -> None:
    luck = random.Random(seed)
    options: dict[str, object] = {"open-hands": luck.random() < 0.5}
    if seats > 2:
        options["tile-sets"] = luck.randint(1, seats)
    play = Play(GAME, options, seats, Seeded(seed))
    bots = [GAME.new_bot(bot, luck.random) for _ in range(seats)]
    fixed: dict[int, object] = {}
    while play.question is not None:
        question, dungeon = play.question, play.state
        assert isinstance(dungeon, Dungeon)
        assert isinstance(question, Decision)
        assert len(question.options) >= 2  # 10
        if question.id in QUIET:
            check_table(dungeon)
            check_flight(dungeon, question)
            for result, knight in zip(results_of(dungeon), dungeon.knights, strict=True):
                if not knight.is_active:  # 11
                    assert fixed.setdefault(knight.seat, (result.outcome, result.score)) == (
                        result.outcome,
                        result.score,
                    )
        answer = bots[question.seat](question, play.look(question.seat))
        if answer == "leave" and luck.random() < stay:
            answer = "stay"
        play.answer(answer)
    assert isinstance(play.state, Dungeon)
    assert play.state.turn <= play.options.turn_cap  # 11


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("bot", ["random", "thumb"])
def test_invariants_hold_at_every_quiet_question(seats, bot):
    for number in range(3 if bot == "random" else 1):
        play_through(seats, f"invariants {number}", bot, stay=0.95)


@pytest.mark.nightly
@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("bot", ["random", "thumb"])
def test_invariants_hold_by_the_hundred(seats, bot):
    for number in range(300):
        play_through(seats, f"nightly {number}", bot, stay=0.95)
