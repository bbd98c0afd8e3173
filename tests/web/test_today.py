"""Today's deal: the same luck for all, sealed for a day, and a board of who met it best."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from html import unescape
from pathlib import Path

import httpx2
import pytest

from benchmarks.server import Line
from tests.web.deals import some_secret
from tests.web.harness import Server, running
from tests.web.people import (
    COOKIE,
    begin,
    begin_today,
    claim,
    first,
    log_in,
    play_out,
    quickly,
    rows,
    somebody,
)
from undercroft.accel.solving import winning_play
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.storage.boards import Standing, worse
from undercroft.web.live.days import day_before, seed_of, seeds_of, settled_seed, this_day


def yesterday() -> str:
    return day_before(this_day())


def draws(person: httpx2.Client, play: str) -> list[str]:
    text = person.get(f"/play/{play}/journal").text
    return [line for line in text.splitlines() if line.startswith("draw ")]


def told(person: httpx2.Client, play: str) -> str:
    """All that a server tells of a play, in every way it has."""
    replies = [
        person.get(f"/api/plays/{play}"),
        person.get(f"/api/plays/{play}/journal"),
        person.get(f"/play/{play}"),
        person.get(f"/play/{play}/journal"),
        person.get(f"/play/{play}/replay"),
        person.get(f"/play/{play}/moments"),
        person.post(f"/play/{play}/verify"),
        person.get("/account/journals.zip"),
        person.get("/"),
        person.get("/me"),
        person.get("/today/tomb"),
    ]
    assert {reply.status_code for reply in replies} == {200}
    return "\n".join(reply.text for reply in replies)


def seed_today(server: Server, game: str = "tomb") -> str:
    return settled_seed((server.data / "secret").read_text("ascii"), find_game(game), this_day())


def let_a_day_pass(server: Server, *plays: str) -> None:
    """Have plays been dealt, and finished, a day earlier."""
    change = "UPDATE plays SET day = ?, changed = changed - 86400000 WHERE id = ?"
    for play in plays:
        rows(server, change, yesterday(), play)


def board_of(person: httpx2.Client, game: str = "tomb", day: str = "") -> list[tuple[str, ...]]:
    """Give the rows of the day's own board: rank, who, result, score."""
    html = person.get(f"/today/{game}/{day}" if day else f"/today/{game}").text
    board = html.partition('<h2 id="board">')[2].partition("<h2")[0]
    body = board.partition("<tbody>")[2].partition("</tbody>")[0]
    plain = re.sub(r"</?(?:span|a)\b[^>]*>", "", body)
    lines = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in plain.split("</tr>")[:-1]]
    return [tuple(cells[:4]) for cells in lines]


@pytest.fixture
def empty_board(server: Server) -> Iterator[None]:
    """Forget what other tests have left there, and leave nothing."""
    rows(server, "UPDATE plays SET day = NULL WHERE game = 'tomb'")
    yield
    rows(server, "UPDATE plays SET day = NULL WHERE game = 'tomb'")


# -- the deal -------------------------------------------------------------------------------------


def test_everybody_meets_the_same_cards_and_one_person_one_play(server: Server) -> None:
    ann, bob = somebody(server), somebody(server)
    plays = [begin_today(ann), begin_today(bob)]
    assert begin_today(ann) == plays[0]
    for person, play in zip((ann, bob), plays, strict=True):
        play_out(person, play, first)
    mine, theirs = draws(ann, plays[0]), draws(bob, plays[1])
    assert mine == theirs
    assert begin_today(ann, "tin") != plays[0]
    assert begin_today(ann) == plays[0]  # also when it is over


@pytest.mark.needs("g++")
def test_todays_deal_can_be_won_and_is_the_first_of_its_series_that_can() -> None:
    tomb, tin, passed_over = find_game("tomb"), find_game("tin"), 0
    for secret in map(str, range(8)):
        series = [*seeds_of(secret, "tomb", this_day())]
        seed = settled_seed(secret, tomb, this_day())
        assert winning_play(tomb, {}, 1, seed, build=True) is not None
        for earlier in series[: series.index(seed)]:
            passed_over += 1
            assert winning_play(tomb, {}, 1, earlier, build=True) is None
        assert settled_seed(secret, tin, this_day()) == seed_of(secret, "tin", this_day())
        unsolved = replace(tomb, solver=None)  # where nobody can tell: as it always was
        assert (
            settled_seed(secret, unsolved, this_day())
            == seed_of(secret, "tomb", this_day())
            == series[0]
        )
    assert passed_over > 0


@pytest.mark.usefixtures("empty_board")
def test_a_deal_that_somebody_has_begun_is_dealt_to_everybody(server: Server) -> None:
    """A day that began on a server that could not solve deals ends as it began."""
    ann, bob = somebody(server), somebody(server)
    rows(server, "UPDATE plays SET seed = 'as-it-was' WHERE id = ?", begin_today(ann))
    theirs = begin_today(bob)
    assert rows(server, "SELECT seed FROM plays WHERE id = ?", theirs) == [("as-it-was",)]


def homeless(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let servers started from now on find no home and no cache; return their secret."""
    secret = some_secret()  # with the solver
    (folder / "data").mkdir()
    (folder / "data/secret").write_text(secret, "ascii")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "~")
    return secret


@pytest.mark.parametrize("unwritable", ["no home", "cache", "XDG_CACHE_HOME"])
def test_without_a_solver_the_first_of_the_series_is_dealt_and_a_lost_game_ends_well(
    unwritable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service's user may have no home; a container may let nothing be written."""
    secret = homeless(tmp_path, monkeypatch)
    (tmp_path / "file").touch()
    if unwritable == "cache":
        (tmp_path / "data/cache").touch()
    if unwritable == "XDG_CACHE_HOME":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    if unwritable == "no home":
        monkeypatch.setenv("PATH", str(tmp_path))  # and no compiler
    with running(tmp_path / "data") as server:
        ann = somebody(server)
        today = begin_today(ann)
        dealt = rows(server, "SELECT seed FROM plays WHERE id = ?", today)
        assert dealt == [(seed_of(secret, "tomb", this_day()),)]
        for play in today, begin(ann):
            play_out(ann, play)
            shown = ann.get(f"/play/{play}")
            assert shown.status_code == 200
            assert '<section class="end"' in shown.text
            assert "This deal could be won." not in shown.text


@pytest.mark.needs("g++")
def test_a_servers_solver_is_kept_in_its_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    homeless(tmp_path, monkeypatch)
    with running(tmp_path / "data") as server:
        begin_today(somebody(server))
        assert [*(tmp_path / "data/cache").glob("tomb-native-*.so")]


@pytest.mark.needs("g++")
def test_a_lost_deal_that_could_be_won_shows_how_but_not_before_the_day_is_over(
    server: Server,
) -> None:
    winning_play(find_game("tomb"), {}, 1, "7", build=True)  # the solver is there
    ann = somebody(server)
    play = begin_today(ann)
    play_out(ann, play)  # out again at once
    assert ann.post(f"/play/{play}/solution").status_code == 404
    assert "This deal could be won." not in ann.get(f"/play/{play}").text
    let_a_day_pass(server, play)
    claim(ann, "Anselm")  # the play is loaded anew
    shown = ann.post(f"/play/{play}/solution")
    replay = shown.headers["location"]
    assert ann.post(f"/play/{play}/solution").headers["location"] == replay  # one is enough
    assert "How this deal could be won" in ann.get(replay).text
    won = replay.split("/")[2]
    assert rows(server, "SELECT outcome, kind FROM plays WHERE id = ?", won) == [("won", "branch")]
    assert ann.post(f"/play/{won}/solution").status_code == 404  # it is won


def test_the_seed_is_told_to_nobody_before_the_day_is_over(server: Server) -> None:
    ann = somebody(server)
    play = begin_today(ann)
    play_out(ann, play)
    seed = seed_today(server)
    assert seed not in told(ann, play)
    assert ann.get(f"/api/plays/{play}").json()["sealed"] is not None
    assert ann.post(f"/play/{play}/verify").json()["verified"] is False
    assert f'href="/today/tomb/{this_day()}"' in ann.get(f"/play/{play}").text

    again = ann.post(f"/play/{play}/again", data={"same": "1"})
    copy = again.headers["location"].split("/")[2].split("?")[0]
    assert play_out(ann, copy)["practice"] is True
    assert seed not in told(ann, copy)

    asked = next(m for m in ann.get(f"/play/{play}/moments").json()["moments"] if m["asked"])
    form = {"at": asked["answers"], "answer": asked["asked"]["choices"][0][0]}
    reply = ann.post(f"/play/{play}/branch", data=form)
    branch = reply.headers["location"].split("/")[2]
    play_out(ann, branch)
    assert seed not in told(ann, branch)

    assert ann.post(f"/play/{play}/watch").status_code == 409  # nobody looks on today

    link = ann.post(f"/play/{play}/share").json()["path"]
    bob = somebody(server)
    assert bob.get(link).status_code == 403  # the cards would be told, if not the seed
    assert bob.get(f"{link}/moments").status_code == 403
    assert bob.post(f"{link}/again").status_code == 403
    play_out(bob, begin_today(bob))
    assert seed not in bob.get(link).text + bob.get(f"{link}/moments").text
    reply = bob.post(f"{link}/again")
    shared = reply.headers["location"].split("/")[2].split("?")[0]
    play_out(bob, shared)
    assert seed not in told(bob, shared)


def test_when_the_day_is_over_the_seal_is_opened(server: Server) -> None:
    cas = somebody(server)
    play = begin_today(cas)
    seed = seed_today(server)
    play_out(cas, play)
    let_a_day_pass(server, play)
    claim(cas, "Casimir")  # the play is loaded anew
    assert cas.get(f"/api/plays/{play}").json()["seed"] == seed
    assert read_journal(cas.get(f"/play/{play}/journal").text).seed == seed
    assert cas.post(f"/play/{play}/verify").json()["verified"] is True
    assert seed in cas.get(f"/play/{play}").text
    link = cas.post(f"/play/{play}/share").json()["path"]
    assert somebody(server).get(link).status_code == 200


# -- the board ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("empty_board")
def test_the_board_ranks_first_finished_plays_and_marks_ones_own(server: Server) -> None:
    ann, bob, eve = somebody(server), somebody(server), somebody(server)
    claim(ann, "Annika")
    results = [
        play_out(ann, begin_today(ann), first)["outcome"]["scores"][0],
        play_out(bob, begin_today(bob), quickly)["outcome"]["scores"][0],
    ]
    begin_today(eve)  # not finished
    board = board_of(ann)
    assert {row[1] for row in board} == {"Annika (you)", "a guest"}
    assert [float(row[3]) for row in board] == sorted(results, reverse=True)
    assert {row[1] for row in board_of(bob)} == {"Annika", "a guest (you)"}
    assert {row[1] for row in board_of(eve)} == {"Annika", "a guest"}
    page = ann.get("/today/tomb").text
    assert "of 2" in page
    assert "% of 1 other player." in page.replace("</b>", "")
    assert "Finished 2 times so far." in ann.get("/").text
    assert "2 players have finished it." in eve.get("/today").text
    rank = next(row[0] for row in board if row[1] == "Annika (you)")
    assert f"You're number {rank} of 2." in unescape(ann.get("/today").text)


@pytest.mark.usefixtures("empty_board")
def test_practice_and_what_was_given_up_stand_on_no_board(server: Server) -> None:
    gus, ida = somebody(server), somebody(server)
    given_up = begin_today(gus)
    assert gus.post(f"/play/{given_up}/give-up").status_code == 303

    again = begin_today(ida)
    play_out(ida, again)
    copy = ida.post(f"/play/{again}/again", data={"same": "1"})
    play_out(ida, copy.headers["location"].split("/")[2].split("?")[0], first)

    assert [row[1] for row in board_of(ida)] == ["a guest (you)"]
    assert "isn't on the board: you gave up" in unescape(gus.get("/today/tomb").text)


@pytest.mark.usefixtures("empty_board")
def test_who_logs_in_with_a_second_play_keeps_the_first_on_the_board(server: Server) -> None:
    jan = somebody(server)
    claim(jan, "Janika")
    earlier = play_out(jan, begin_today(jan), quickly)["outcome"]["scores"][0]
    phone = somebody(server)
    play_out(phone, begin_today(phone), first)
    assert len(board_of(jan)) == 2
    log_in(phone, "Janika")
    (row,) = board_of(phone)
    assert (row[1], float(row[3])) == ("Janika (you)", earlier)


def test_boards_of_earlier_days_are_kept_and_later_ones_are_not_dealt(server: Server) -> None:
    kim = somebody(server)
    play = begin_today(kim, "tin")
    play_out(kim, play, first)
    let_a_day_pass(server, play)
    (row,) = board_of(kim, "tin", yesterday())
    assert row[1] == "a guest (you)"
    assert board_of(kim, "tin") == []
    rows(server, "UPDATE plays SET changed = changed + 86400000 WHERE id = ?", play)
    assert board_of(kim, "tin", yesterday()) == []  # finished when the seed was told already
    assert "it ended after the day was over" in kim.get(f"/today/tin/{yesterday()}").text
    tomorrow = date.fromisoformat(this_day()) + timedelta(days=1)
    for address in (f"/today/tin/{tomorrow}", "/today/tin/x", "/today/tin/20261115", "/today/no"):
        assert kim.get(address).status_code == 404


@pytest.mark.usefixtures("empty_board")
def test_an_undo_past_a_card_takes_the_play_off_the_board(server: Server) -> None:
    lea, mia = somebody(server), somebody(server)
    play_out(mia, begin_today(mia))
    play = begin_today(lea)
    assert "Your game isn't over yet." in unescape(lea.get("/today/tomb").text)
    shown = lea.get(f"/api/plays/{play}").json()  # whatever the day has dealt
    given = {"at": shown["at"], "answer": shown["question"]["options"][0]["answer"]}
    at = lea.post(f"/api/plays/{play}/answers", json=given).json()["at"]

    async def undo() -> str:
        line = Line(server.port)
        line.play, line.cookie = play, f"{COOKIE}={lea.cookies[COOKIE]}"
        await line.reconnect()
        await line.receive()
        line.send(f'{{"do":"undo","at":{at}}}')
        said = await line.receive()
        await line.close()
        return said

    assert '"practice":true' in asyncio.run(undo())
    assert play_out(lea, play)["practice"] is True
    assert [row[1] for row in board_of(lea)] == ["a guest"]
    assert "isn't on the board: it became practice" in unescape(lea.get("/today/tomb").text)


def test_a_share_of_those_one_is_better_than() -> None:
    def standing(rank: int) -> Standing:
        return Standing(rank, "", "", None, "", False, 0)

    board = [standing(rank) for rank in (1, 2, 2, 4)]
    assert [worse(board, row) for row in board] == [1, 1 / 3, 1 / 3, 0]
    assert worse(board[:1], board[0]) == 0
