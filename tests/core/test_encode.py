from dataclasses import dataclass, field

import pytest

from tests.contract.lantern import ROWS, Lantern
from undercroft.core.piles import Pile
from undercroft.core.records.encode import from_plain, to_plain


@dataclass
class Hoard:
    deck: Pile[Lantern]
    at: tuple[int, int]
    map: dict[tuple[int, int], list[Lantern]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    best: Lantern | None = None
    scores: tuple[int, ...] = ()


HOARD = Hoard(
    Pile("deck", [ROWS["lantern-1"]], bottom=[ROWS["lantern-2"]]),
    (3, -4),
    {(0, 1): [ROWS["lantern-3"]], (2, 2): []},
    {"b", "a"},
    ROWS["lantern-5"],
    (1, 2, 3),
)


def test_a_component_is_written_as_its_id():
    assert to_plain(HOARD) == {
        "deck": {"id": "deck", "fog": ["lantern-1"], "top": [], "bottom": ["lantern-2"]},
        "at": [3, -4],
        "map": [[[0, 1], ["lantern-3"]], [[2, 2], []]],
        "seen": ["a", "b"],
        "best": "lantern-5",
        "scores": [1, 2, 3],
    }


def test_what_is_written_is_read_back():
    again = from_plain(Hoard, to_plain(HOARD), ROWS)
    assert again == HOARD
    assert again.deck.fog[0] is ROWS["lantern-1"]  # the very row, for rows exist once
    assert from_plain(Hoard, to_plain(Hoard(Pile("d", []), (0, 0))), ROWS).best is None


def test_what_has_no_plain_form_is_refused():
    with pytest.raises(TypeError, match="has no plain form"):
        to_plain([print])
