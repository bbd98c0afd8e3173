"""The moments of a play come page by page, and the pages come to what one page would have had."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from starlette.testclient import TestClient

from tests.web.sitting import FREE, HOME
from undercroft.web.gateway.settings import Settings
from undercroft.web.pages import replay
from undercroft.web.server.app import make_app

GAMES = {"tomb": 0, "tin": 1, "labyrintheus": 3, "talisman": 3}  # how many bots sit at it


def played(client: Any, game: str, bots: int, answers: int) -> str:
    options = {"mode": "series", "games": 10} if game == "tomb" else {}
    asked = {"game": game, "options": options, "bots": ["random"] * bots, "seed": "pages"}
    play = client.post("/api/plays", json=asked).json()
    for _ in range(answers):
        if not play["question"]:
            break
        given = {"at": play["at"], "answer": play["question"]["options"][0]["answer"]}
        play = client.post(f"/api/plays/{play['id']}/answers", json=given).json()
    id: str = play["id"]
    return id


def pages(client: Any, path: str) -> list[Any]:
    found: list[Any] = []
    first: int | None = 0
    while first is not None:
        reply = client.get(path, params={"from": first})
        assert reply.status_code == 200
        found.append(reply.json())
        first = found[-1]["next"]
    return found


def joined(found: list[Any]) -> list[Any]:
    """Put pages together as the replay does, with the drawings themselves."""
    moments: list[Any] = []
    for page in found:
        drawn = [
            {**m, "parts": {name: page["pool"][name][at] for name, at in m["parts"].items()}}
            for m in page["moments"]
        ]
        if moments:
            last = moments.pop()
            drawn[0]["log"] = last["log"] + drawn[0]["log"]
            drawn[0]["say"] = f"{last['say']} {drawn[0]['say']}".strip()
        moments += drawn
    return moments


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_of_a_play_come_to_the_whole(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(make_app(Settings(data=tmp_path, **FREE)), base_url=HOME) as ann:
        play = played(ann, game, GAMES[game], 60)
        path = f"/play/{play}/moments"
        monkeypatch.setattr(replay, "PAGE", 7)
        short = pages(ann, path)
        monkeypatch.setattr(replay, "PAGE", 10**6)
        (whole,) = pages(ann, path)
        assert len(short) > 3
        assert joined(short) == joined([whole])


def test_a_page_costs_no_more_the_longer_the_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    class Counted(replay.Retelling):
        def __init__(self, live: Any) -> None:
            super().__init__(live)
            begun.append(live.record.id)

    monkeypatch.setattr(replay, "PAGE", 20)
    monkeypatch.setattr(replay, "Retelling", Counted)
    with TestClient(make_app(Settings(data=tmp_path, **FREE)), base_url=HOME) as ann:
        play = played(ann, "tomb", 0, 80)
        found = pages(ann, f"/play/{play}/moments")
        assert len(found) > 4
        assert begun == [play]  # each page went on where the one before had ended
        for page in found:
            answers = [moment["answers"] for moment in page["moments"]]
            assert answers[-1] - answers[0] <= 20
        assert ann.get(f"/play/{play}/moments?from=99999").json()["next"] is None
        assert ann.get(f"/play/{play}/moments?from=-1").status_code == 422
        assert ann.get(f"/play/{play}/moments?from=x").status_code == 422


def test_a_long_replay_slides_from_page_to_page(page: Page) -> None:
    def send(path: str, **asked: Any) -> Any:
        return page.request.post(path, data=asked).json()

    play = send("/api/plays", game="tomb", options={"mode": "series", "games": 10})
    where = f"/api/plays/{play['id']}/answers"
    while play["question"] and play["at"] < replay.PAGE + 20:
        play = send(where, at=play["at"], answer=play["question"]["options"][0]["answer"])
    found: list[Any] = []
    first: int | None = 0
    while first is not None:
        found.append(page.request.get(f"/play/{play['id']}/moments?from={first}").json())
        first = found[-1]["next"]
    moments = joined(found)
    assert len(found) > 1
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"/play/{play['id']}/replay")
    last = len(moments) - 1
    expect(page.locator("[data-where]")).to_have_text(f"0 of {last}")
    page.locator('[data-go="end"]').click()
    expect(page.locator("[data-where]")).to_have_text(f"{last} of {last}")
    lines = sum(moment["log"].count("<li") for moment in moments)
    expect(page.locator("[data-log] li")).to_have_count(lines)
    page.goto(page.url.split("#")[0] + f"#m{len(found[0]['moments']) + 3}")
    for name, part in moments[len(found[0]["moments"]) + 3]["parts"].items():
        shown = page.evaluate(
            "html => { const t = document.createElement('template');"
            "t.innerHTML = html; return t.content.textContent.trim() }",
            part,
        )
        expect(page.locator(f'[data-part="{name}"]')).to_have_text(shown, use_inner_text=False)
    assert not errors
