"""Entries are numbered for each viewer: what others answer unseen is counted by nobody else."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.sitting import Wire, another, join, lay, links
from undercroft.core.play import Play
from undercroft.core.questions import Fate
from undercroft.core.records.entries import Answered, Entry, Redone, Undone, read_entry
from undercroft.core.seats import Eyes, role_of
from undercroft.games import find_game
from undercroft.web.live.viewing.entry_numbers import A_STEP_BACK, Numbers, Unseen, hidden_from


def roles(seat: Eyes) -> list[str]:
    return [] if seat is None else [role_of(seat)]


def counted(game: str, seats: int, seed: int) -> Iterator[tuple[Play, list[Eyes], Numbers]]:
    """Play at random; give the play and its numbers, with those who did not know the question."""
    luck, unseen, numbers = random.Random(seed), Unseen(), Numbers()
    play = Play(find_game(game), {}, seats)
    yield play, [], numbers
    while (question := play.question) is not None and play.number < 700:
        line, hidden = question.label, hidden_from(play)
        choice = luck.choice(list(map(str, question.choices)))
        unseen.answer(play, choice, follows=isinstance(question, Fate))
        numbers = numbers.after([Answered(line, choice)], play.number, unseen.by)
        if not isinstance(play.question, Fate):
            yield play, hidden, numbers


@pytest.mark.parametrize(("game", "seats"), [("labyrintheus", 6), ("talisman", 2), ("tin", 3)])
def test_a_number_is_another_as_soon_as_somebody_sees_a_change(game: str, seats: int) -> None:
    eyes = [None, *range(seats)]
    unseen = 0
    for seed in range(4):
        plays = counted(game, seats, seed)
        play, _, numbers = next(plays)
        seen = {seat: (play.view(seat), len(play.events_for(seat))) for seat in eyes}
        for play, hidden, after in plays:
            for seat in eyes:
                now = (play.view(seat), len(play.events_for(seat)))
                same = after.to(roles(seat)) == numbers.to(roles(seat))
                assert not same or now == seen[seat], (seed, play.lines[-1], seat)
                assert same <= (seat in hidden or not hidden)
                assert after.to(roles(seat)) >= numbers.to(roles(seat))
                unseen += same
                seen[seat] = now
            numbers = after
    assert (unseen > 0) == (
        game != "tin"
    )  # whose secret questions are few, and seen to be answered


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_number_tells_how_many_answers_stood_then(seed: int) -> None:
    told: dict[Eyes, dict[int, int]] = {seat: {} for seat in (None, 0, 1, 2, 3)}
    lines: list[Answered] = []
    for play, _, numbers in counted("labyrintheus", 4, seed):
        lines = play.entries
        for seat, known in told.items():
            known[numbers.to(roles(seat))] = play.number
    for seat, known in told.items():
        unseen = numbers.unseen_by(roles(seat))
        for number, answers in known.items():
            found = numbers.answers_at(number, roles(seat), lines)
            assert found is not None
            assert {*range(found, answers)} <= {*unseen}
        assert numbers.answers_at(numbers.to(roles(seat)) + 1, roles(seat), lines) is None


def test_no_number_comes_twice_whatever_is_taken_back() -> None:
    deeper, undone, redone = read_entry("P1 next: deeper"), Undone(), Redone()
    entries: list[Entry] = [deeper, deeper]
    numbers = Numbers().after(entries, 2, {})
    seen = [numbers.to(["P1"])]
    given: list[tuple[Entry, int]] = [
        (undone, 1),
        (undone, 0),
        (redone, 1),
        (deeper, 2),
        (undone, 1),
    ]
    for entry, answers in given:
        entries.append(entry)
        numbers = numbers.after([entry], answers, {})
        seen.append(numbers.to(["P1"]))
    assert seen == sorted({*seen})
    assert seen[-1] == 4 * A_STEP_BACK + 1
    assert numbers.answers_at(seen[-1], ["P1"], entries) == 1
    assert [numbers.answers_at(number, ["P1"], entries) for number in seen[:-1]] == [None] * 5


def test_several_seats_of_one_screen_count_what_any_of_them_knows() -> None:
    numbers = Numbers(5, 1, 0, {None: (1, 2, 3), 0: (1, 3), 1: (2,), 2: (1, 2, 3)})
    assert [numbers.to(of) for of in ([], ["fate"], ["P1"], ["P2"], ["P3"])] == [3, 3, 4, 5, 3]
    assert [numbers.to(of) for of in (["P1", "P3"], ["P1", "P2"], ["P1", "P2", "P3"])] == [4, 6, 6]


# -- at a table -----------------------------------------------------------------------------------


class Party:
    """Three persons at a table of Labyrintheus.

    In this deal, and with this luck, P1 rolls, and P2, then P3, are asked in secret.
    """

    def __init__(self, ann: TestClient, bob: TestClient) -> None:
        self.people = [ann, bob, another(ann)]
        self.play = lay(ann, "labyrintheus", "@link", "@link")
        for person, link in zip(self.people[1:], links(ann, self.play), strict=True):
            join(person, link)
        luck = random.Random(86)
        while True:
            tables = [self.shown(person) for person in range(3)]
            (asked,) = [n for n in range(3) if (tables[n]["question"] or {}).get("yours")]
            is_secret = tables[(asked + 1) % 3]["question"] is None
            options = [it["answer"] for it in tables[asked]["question"]["options"]]
            if is_secret and asked == 1 and "pass" in options and tables[0]["undo"]:
                break
            given = options[-1] if is_secret else luck.choice(options)
            self.answer(asked, tables[asked]["at"], given)

    def shown(self, person: int) -> dict[str, Any]:
        shown: dict[str, Any] = self.people[person].get(f"/api/plays/{self.play}").json()
        return shown

    @property
    def asked(self) -> list[int]:
        """Those who know what is asked, because it is for them."""
        return [n for n in range(3) if (self.shown(n)["question"] or {}).get("yours")]

    def answer(self, person: int, at: int, given: str) -> None:
        body = {"at": at, "answer": given}
        reply = self.people[person].post(f"/api/plays/{self.play}/answers", json=body)
        assert reply.status_code == 200, reply.text


@pytest.fixture
def party(ann: TestClient, bob: TestClient) -> Party:
    return Party(ann, bob)


def settle(pages: list[Wire]) -> list[Any]:
    """Wait until all have come, and have been told of it; give the tables that they are shown."""
    tables = [page.hear() for page in pages]
    for page in pages:
        page.hear("talk")  # when it is told what was said, the others know that it has come
    for page in pages:
        frames_until_now(page)
    return tables


def frames_until_now(page: Wire) -> list[Any]:
    """Give what a page has been told since it was last asked; `odds` are always answered."""
    known = len(page.frames)
    page.send("odds")
    page.hear("odds")
    return page.frames[known:-1]


def test_what_is_answered_in_secret_changes_nothing_for_others(party: Party, wires: Any) -> None:
    watch = party.people[0].post(f"/play/{party.play}/watch").json()["path"]
    pages = [wires(party.people[0], party.play), wires(another(party.people[0]), watch)]
    settle(pages)
    before = party.shown(0)
    assert before["undo"]
    theirs = party.shown(1)["at"]
    party.answer(1, party.shown(1)["at"], "pass")
    assert party.asked == [2]
    assert party.shown(1)["at"] == theirs + 1
    assert party.shown(0) == before
    assert [frames_until_now(page) for page in pages] == [[], []]
    pages[0].send("answer", at=before["at"], answer="done")
    assert pages[0].hear("refused")["why"] == "not-yours"  # not stale, as far as P1 can know


def test_whoever_answered_last_takes_back_what_came_unseen_as_well(
    party: Party, wires: Any
) -> None:
    party.answer(1, party.shown(1)["at"], "pass")
    pages = [wires(person, party.play) for person in party.people]
    pages[0].send("undo", at=settle(pages)[0]["at"])
    for n, page in enumerate(pages[1:], 1):
        assert page.hear(having="'plea': {'name")["plea"]["asked"]
        agrees = {"at": party.shown(n)["at"], "agrees": True}
        party.people[n].post(f"/api/plays/{party.play}/consent", json=agrees)
    back = pages[0].hear(having="'again': True")
    assert back["yours"]
    assert party.asked == [0]
    assert party.shown(0)["question"]["label"] == "P1 roll"


def test_to_answer_in_secret_looks_like_refusing(
    ann: TestClient, bob: TestClient, wires: Any
) -> None:
    told = []
    for refuses in (True, False):
        party = Party(ann, bob)
        pages = [wires(person, party.play) for person in party.people]
        pages[0].send("undo", at=settle(pages)[0]["at"])
        plea = pages[1].hear(having="'plea': {'name")
        frames_until_now(pages[0])
        if refuses:
            pages[1].send("consent", at=plea["at"], agrees=False)
        else:
            pages[1].send("answer", at=plea["at"], answer="pass")
        heard = pages[0].hear(having="'plea': None")
        told.append((heard, frames_until_now(pages[0])))
    assert told[0] == told[1]
