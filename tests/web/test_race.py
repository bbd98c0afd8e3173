"""A race: a finished game on the same deal beside one's own, as far as a racer may know it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from tests.web.harness import Server, Table, play_beside, set_up
from tests.web.sitting import lay
from undercroft.core.play import Play
from undercroft.core.records.journal import read_journal
from undercroft.games import find_game
from undercroft.web.live.days import day_before, this_day


def choose(client: TestClient, play: str, pick: int) -> bool:
    """Answer one's open question; False if the game is over."""
    shown: Any = client.get(f"/api/plays/{play}").json()
    if shown["outcome"] is not None:
        return False
    options = shown["question"]["options"]
    answer = options[pick % len(options)]["answer"]
    given = {"at": shown["at"], "answer": answer}
    assert client.post(f"/api/plays/{play}/answers", json=given).status_code == 200
    return True


def finish(client: TestClient, game: str, *bots: str, **more: str) -> str:
    play = lay(client, game, *bots, **more)
    while choose(client, play, 0):
        pass
    return play


def beside(client: TestClient, address: str) -> str:
    reply = client.get(address)
    assert reply.status_code == 200, reply.text
    return " ".join(re.sub(r"<[^>]+>", " ", reply.text).split())


SHORT = {"tomb": {}, "tin": {"option__turn-cap": "4"}}


@pytest.mark.parametrize("game", SHORT)
def test_a_racer_sees_how_the_other_stood_after_as_many_answers_and_no_more(
    ann: TestClient, bob: TestClient, game: str
) -> None:
    rules = find_game(game)
    theirs = finish(ann, game, **SHORT[game])
    share = ann.post(f"/play/{theirs}/share").json()["path"].rsplit("/", 1)[-1]
    assert "Race this game" in bob.get(f"/shared/{share}").text
    laid = bob.post(f"/shared/{share}/again", data={"race": "1"}, follow_redirects=False)
    mine = laid.headers["location"].removeprefix("/play/").split("?")[0]
    address = f"/play/{mine}/race"
    assert f'data-race="{address}"' in bob.get(f"/play/{mine}").text  # as Continue opens it

    # what may be shown: numbers of the other game, as they were after so many answers
    journal = read_journal(ann.get(f"/play/{theirs}/journal").text)
    play, stood = Play(rules, journal.options, journal.seats), list[str]()
    for entry in [None, *journal.entries]:
        if entry is not None:
            play.answer(entry.answer)
        numbers = rules.race(play.view(0)) if rules.race else {}
        if entry is None or entry.seat == 0:
            stood.append("")
        stood[-1] = rules.words.say("race.text", **numbers)
    outcome = rules.words.title(play.outcome.name) if play.outcome else ""

    for given in range(len(stood) + 3):
        told = beside(bob, address)
        ended = given >= len(stood) - 1
        assert told.startswith("After as many choices You ")
        assert told.endswith(
            f"Ann {stood[min(given, len(stood) - 1)]}" + (f" Over: {outcome}." if ended else "")
        )
        if not choose(bob, mine, -1):
            break


def test_the_same_deal_again_races_ones_own_game_and_nobody_elses(
    ann: TestClient, bob: TestClient
) -> None:
    play = finish(ann, "tomb")
    laid = ann.post(f"/play/{play}/again", data={"same": "1"}, follow_redirects=False)
    again = laid.headers["location"].removeprefix("/play/").split("?")[0]
    assert f'data-race="/play/{again}/race"' in ann.get(f"/play/{again}").text
    assert "Your earlier game" in beside(ann, f"/play/{again}/race")
    assert bob.get(f"/play/{again}/race").status_code == 404
    other = lay(bob, "tomb")
    assert bob.get(f"/play/{other}/race").status_code == 404  # a game of one's own: no race


def test_a_game_on_the_days_board_is_raced_by_those_who_have_met_the_deal(
    ann: TestClient, bob: TestClient
) -> None:
    day, today = this_day(), f"/today/tomb/{this_day()}"

    def met(client: TestClient) -> str:
        laid = client.post("/today/tomb", follow_redirects=False).headers["location"]
        play = laid.removeprefix("/play/").split("?")[0]
        while choose(client, play, 0):
            pass
        return play

    theirs = met(ann)
    assert f'action="{today}/race"' not in bob.get(today).text
    assert bob.post(f"{today}/race", data={"of": theirs}).status_code == 403
    own = met(bob)
    assert f'value="{theirs}"' in bob.get(today).text
    laid = bob.post(f"{today}/race", data={"of": theirs}, follow_redirects=False)
    race = laid.headers["location"].removeprefix("/play/").split("?")[0]
    assert "Guest" in beside(bob, f"/play/{race}/race")
    assert race not in bob.get(today).text  # practice: on no board
    for nothing in ("", race, "nothing"):
        assert bob.post(f"{today}/race", data={"of": nothing}).status_code == 404
    assert bob.post(f"/today/tomb/{day_before(day)}/race", data={"of": own}).status_code == 404


def test_the_other_game_runs_beside_ones_own_in_the_browser(page: Page, server: Server) -> None:
    set_up(page, "tomb")
    page.get_by_label("Seed, for a deal you choose").fill("race")
    page.get_by_role("button", name="Start").first.click()
    table = Table(page)
    table.settle()
    play_beside(page, page.url, lambda answers, _: answers[0])
    again = f"{page.url.split('?')[0]}/again"
    laid = page.request.post(again, form={"same": "1"}, headers={"origin": server.url})
    page.goto(laid.url)
    table.settle()
    panel = page.locator("[data-race]")
    expect(panel).to_contain_text("Your earlier game")
    before = panel.text_content() or ""
    table.press("1")
    expect(panel).not_to_have_text(before)
    page.goto("/")
    page.locator(".continue a").first.click()
    expect(panel).to_contain_text("Your earlier game")
    assert not table.errors
