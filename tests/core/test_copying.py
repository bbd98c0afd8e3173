"""Copies are made as types say: what may change is copied, what cannot is shared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from undercroft.core.copying import copied, fields_copied
from undercroft.core.piles import Pile


@dataclass
class Purse:
    coins: list[int]

    def copy(self) -> "Purse":
        return copied(self)


@dataclass
class Cellar:
    depth: int
    deck: Pile[str]
    purse: Purse
    purses: list[Purse]
    lost: Purse | None = None
    shelves: list[Purse | None] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    doors: dict[str, set[int]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    order: Sequence[int] = ()
    prices: Mapping[str, int] = field(default_factory=dict)
    walls: list[Sequence[str]] = field(default_factory=list)
    word: int | str = 0

    def __post_init__(self) -> None:
        self.laid = True

    def copy(self) -> "Cellar":
        return copied(self)


def a_cellar() -> Cellar:
    return Cellar(
        depth=3,
        deck=Pile("deck", ["a", "b"], ["c"]),
        purse=Purse([1]),
        purses=[Purse([2]), Purse([3])],
        lost=Purse([4]),
        shelves=[None, Purse([5])],
        rows=[["d"], []],
        doors={"north": {1}},
        seen={"e"},
        order=[6],
        prices={"rope": 7},
        walls=[["f"]],
        word="g",
    )


def test_a_copy_is_equal_and_begins_as_its_class_does():
    cellar = a_cellar()
    for _ in range(2):  # the second by what the first has made
        twin = cellar.copy()
        assert twin == cellar
        assert twin.laid


def test_what_changes_in_a_copy_stays_as_it_was_in_the_original():
    cellar = a_cellar()
    twin = cellar.copy()
    twin.deck.fog.pop()
    twin.purse.coins.append(9)
    twin.purses[0].coins.append(9)
    twin.purses.pop()
    assert twin.lost is not None
    twin.lost.coins.clear()
    assert twin.shelves[1] is not None
    twin.shelves[1].coins.append(9)
    twin.rows[0].append("x")
    twin.doors["north"].add(9)
    twin.doors["south"] = set()
    twin.seen.clear()
    twin.walls.pop()
    twin.depth = 9
    assert cellar == a_cellar()


def test_what_cannot_change_is_shared():
    cellar = a_cellar()
    twin = cellar.copy()
    assert twin.order is cellar.order
    assert twin.prices is cellar.prices
    assert twin.walls[0] is cellar.walls[0]


def test_nothing_that_may_be_missing_is_looked_for():
    cellar = a_cellar()
    cellar.lost = None
    assert cellar.copy() == cellar
    assert fields_copied(Purse) == ["self.coins.copy()"]
