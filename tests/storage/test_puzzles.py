"""Puzzles that were tried, in both databases: kept, taken along to an account, deleted."""

import asyncio

from undercroft.storage.journals import Journals
from undercroft.storage.people.accounts import Accounts
from undercroft.storage.puzzles import MOST_OWN, Tries, Try


def test_the_first_try_counts_and_errors_come_back_until_they_are_solved(
    journals: Journals,
) -> None:
    tries, accounts = Tries(journals), Accounts(journals)

    async def solve() -> None:
        await tries.note("g1", "tomb", "abc", "deeper", 1400, solved=False)
        await tries.note("g1", "tomb", "abc", "turn-back", 1400, solved=True)  # too late
        first = Try("tomb", "abc", "deeper", solved=False, rating=1400, own=None)
        assert tries.of("g1") == [first] == [tries.one("g1", "tomb", "abc")]
        await tries.keep_own("g1", "tin", {"p1-P1-3": "{}", "p1-P1-9": "{}"})
        await tries.keep_own("g1", "tin", {"p1-P1-3": "other"})  # kept already
        assert [(it.puzzle, it.own) for it in tries.due("g1")] == [
            ("p1-P1-3", "{}"),
            ("p1-P1-9", "{}"),
        ]
        await tries.answer_own("g1", "tin", "p1-P1-3", "stay", solved=False)
        assert len(tries.due("g1")) == 2
        await tries.answer_own("g1", "tin", "p1-P1-3", "go:N", solved=True)
        await tries.answer_own("g1", "tin", "p1-P1-3", "stay", solved=False)
        assert [it.puzzle for it in tries.due("g1")] == ["p1-P1-9"]
        assert tries.due("g2") == tries.of("g2") == []
        ann = await accounts.claim("Ann-of-Arc", "hash", "g1", "code")
        assert (len(tries.of(ann.id)), len(tries.due(ann.id)), tries.of("g1")) == (1, 1, [])
        await tries.note("g3", "tomb", "abc", "turn-back", 1400, solved=True)
        await tries.note("g3", "tomb", "def", "turn-back", 1500, solved=True)
        await accounts.take_along("g3", ann.id)  # one of the two was tried by both
        assert [(it.puzzle, it.solved) for it in tries.of(ann.id)] == [
            ("abc", False),
            ("def", True),
        ]
        await accounts.delete(ann.id)
        assert tries.of(ann.id) == tries.due(ann.id) == []

    asyncio.run(solve())


def test_no_more_errors_wait_than_somebody_can_solve(journals: Journals) -> None:
    tries = Tries(journals)

    async def err() -> None:
        for game in range(3):
            names = [f"p{game}-P1-{number}" for number in range(MOST_OWN // 2)]
            await tries.keep_own("g1", "tomb", dict.fromkeys(names, "{}"))

    asyncio.run(err())
    assert len(tries.due("g1")) == MOST_OWN
