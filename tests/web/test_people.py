"""People: profiles, friends, challenges by name, ratings, achievements and the week's board."""

from datetime import date

import pytest
from starlette.testclient import TestClient

from tests.web.people import quickly
from tests.web.sitting import another, lay
from tests.web.test_kept_settings import PHRASE, claim
from undercroft.storage.histories import Result
from undercroft.storage.people.friends import People, Rated
from undercroft.web.live.days import week_of
from undercroft.web.live.people.ratings import MIDDLE, Ratings
from undercroft.web.pages.account import achievements as earned
from undercroft.web.pages.account.achievements import ALL, achievements


@pytest.fixture
def friends(ann: TestClient, bob: TestClient) -> tuple[TestClient, TestClient]:
    claim(ann, "Ann-of-Arc")
    claim(bob, "Bobolink")
    return ann, bob


def test_a_profile_can_be_seen_by_all_and_names_no_game(
    friends: tuple[TestClient, TestClient],
) -> None:
    ann, bob = friends
    play = lay(ann, "tomb")
    ann.post(f"/play/{play}/give-up")
    for visitor in (bob, another(ann)):
        page = visitor.get("/people/ann-of-arc")
        assert page.status_code == 200
        assert "Tomb of Four Kings" in page.text
        assert play not in page.text
    assert "Challenge" not in another(ann).get("/people/Ann-of-Arc").text
    assert another(ann).get("/people/nobody-here").status_code == 404
    assert another(ann).get("/people").status_code == 403


def test_friends_have_added_each_other(friends: tuple[TestClient, TestClient]) -> None:
    ann, bob = friends
    assert ann.post("/friends", data={"name": "bobolink"}).status_code == 200
    assert "added you" in bob.get("/people").text
    assert "added you" not in ann.get("/people").text
    bob.post("/friends", data={"name": "Ann-of-Arc", "stay": "1"})
    assert '<span class="tag">friend</span>' in ann.get("/people").text
    assert '<span class="tag">friend</span>' in bob.get("/people/Ann-of-Arc").text
    ann.post("/friends/part", data={"name": "Bobolink"})
    assert '<span class="tag">friend</span>' not in bob.get("/people").text
    assert ann.post("/friends", data={"name": "Ann-of-Arc"}).status_code == 422
    assert ann.post("/friends", data={"name": "Nobody-at-all"}).status_code == 404
    assert another(ann).post("/friends", data={"name": "Bobolink"}).status_code == 403


def test_a_challenge_keeps_a_seat_for_its_player(friends: tuple[TestClient, TestClient]) -> None:
    ann, bob = friends
    form = {"name": "Bobolink", "game": "tin"}
    table = ann.post("/challenge", data=form, follow_redirects=False).headers["location"]
    assert "waiting" in ann.get(table).text
    told = bob.get("/").text
    assert "Ann-of-Arc challenges you to a game of Dungeon in a Tin." in told
    assert "challenges you" not in another(ann).get("/").text
    link = told.split('href="/join/')[1].split('"')[0]
    assert bob.post(f"/join/{link}", data={}, follow_redirects=False).status_code == 303
    assert "data-socket" in ann.get(table).text  # both are there, and it has begun
    assert "challenges you" not in bob.get("/").text


def test_a_challenge_can_be_declined(friends: tuple[TestClient, TestClient]) -> None:
    ann, bob = friends
    form = {"name": "Bobolink", "game": "labyrintheus"}
    table = ann.post("/challenge", data=form, follow_redirects=False).headers["location"]
    play = table.removeprefix("/play/")
    ann.post(f"/invitations/{play}/decline")  # not Ann's to decline
    assert "challenges you" in bob.get("/").text
    bob.post(f"/invitations/{play}/decline")
    assert "challenges you" not in bob.get("/").text


def test_nobody_is_challenged_too_often(friends: tuple[TestClient, TestClient]) -> None:
    ann, _ = friends
    form = {"name": "Bobolink", "game": "tin"}
    ann.app.app.state.greeters.burst = 2  # type: ignore[attr-defined]
    codes = [ann.post("/challenge", data=form, follow_redirects=False).status_code for _ in "123"]
    assert codes == [303, 303, 429]


def test_an_account_that_is_deleted_is_nobodys_friend(
    friends: tuple[TestClient, TestClient],
) -> None:
    ann, bob = friends
    bob.post("/friends", data={"name": "Ann-of-Arc"})
    ann.post("/friends", data={"name": "Bobolink"})
    bob.post("/challenge", data={"name": "Ann-of-Arc", "game": "tin"})
    gone = ann.post("/account/forget", data={"password": PHRASE, "sure": "yes"})
    assert gone.status_code == 200
    assert "Ann-of-Arc" not in bob.get("/people").text
    assert bob.get("/people/Ann-of-Arc").status_code == 404


# -- ratings --------------------------------------------------------------------------------------


class Played(People):
    """Games that were played between accounts, without a database."""

    def __init__(self, *games: Rated) -> None:
        self.games = games

    def rated_since(self, last: tuple[int, str], limit: int) -> list[Rated]:
        return [game for game in self.games if (game.ended, game.play) > last][:limit]


@pytest.mark.anyio
async def test_ratings_follow_results_and_grow_more_certain() -> None:
    won = [Rated(f"p{n}", "tin", n, (("a", True, 5), ("b", False, 2))) for n in range(1, 9)]
    ratings = Ratings(Played(*won))
    best, worst = (await ratings.of("a"))["tin"], (await ratings.of("b"))["tin"]
    assert best.value > MIDDLE > worst.value
    assert best.games == worst.games == 8
    first = (await Ratings(Played(won[0])).of("a"))["tin"]
    assert first.is_new
    assert first.give_or_take > best.give_or_take
    assert await ratings.of("c") == {}


# -- achievements ---------------------------------------------------------------------------------


def a_result(**more: object) -> Result:
    base = Result("p", "tomb", "play", None, 1, {}, None, "escaped", False, 0, 3.0, won=False)
    return base._replace(**more)  # type: ignore[arg-type]


def test_achievements_are_earned_by_games_that_count() -> None:
    none = {it.id for it in achievements([]) if it.earned}
    assert none == set()
    practice = achievements([a_result(practice=True, won=True, outcome="won")])
    assert not any(it.earned for it in practice)
    three = achievements([a_result(won=True, outcome="won")] * 3)
    assert {it.id for it in three if it.earned} == {"first-game", "first-win", "three-in-a-row"}
    assert {it.id: it.have for it in three}["fifty-games"] == 3
    assert len({id for id, _, _ in ALL}) == len(ALL)
    assert earned.finished([a_result(outcome="abandoned")]) == 0


# -- the week -------------------------------------------------------------------------------------


def test_a_week_begins_on_monday() -> None:
    days = week_of("2026-11-18")
    assert days == ["2026-11-16", "2026-11-17", "2026-11-18"]
    assert date.fromisoformat(days[0]).weekday() == 0


def test_the_weeks_board_stands_beside_the_days(ann: TestClient) -> None:
    assert "No finishers this week." in ann.get("/today/tomb").text
    at = ann.post("/today/tomb", follow_redirects=False).headers["location"].split("?")[0]
    shown = ann.get(f"/api{at.replace('play', 'plays')}").json()
    while shown["outcome"] is None:
        options = [option["answer"] for option in shown["question"]["options"]]
        given = {"at": shown["at"], "answer": quickly(options)}
        shown = ann.post(f"/api{at.replace('play', 'plays')}/answers", json=given).json()
    weekly = ann.get("/today/tomb").text.split('id="week"')[1]
    assert '<tr class="mine" aria-current="true"><td>1</td>' in weekly
