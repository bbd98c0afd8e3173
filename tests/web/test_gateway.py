"""What comes in, and what does not; what is told to whom. The application without a network."""

import asyncio
import re
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from undercroft.web.draw import rules_page as rulespage
from undercroft.web.gateway import limits
from undercroft.web.gateway.lag import Lag
from undercroft.web.gateway.settings import Settings
from undercroft.web.server import app
from undercroft.web.server.app import make_app

HOME = "http://127.0.0.1"
PAGES = ("/", "/new/tomb", "/rules/tomb", "/nowhere", "/healthz", "/api/games", "/static/table.js")


def client_of(settings: Settings) -> TestClient:
    return TestClient(make_app(settings), base_url=HOME, raise_server_exceptions=False)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "data")


@pytest.fixture
def ann(settings: Settings) -> Iterator[TestClient]:
    with client_of(settings) as client:
        yield client


def another(client: TestClient) -> TestClient:
    """Somebody else, at the same server."""
    return TestClient(client.app, base_url=HOME, raise_server_exceptions=False)


def begin(client: TestClient, **options: Any) -> Any:
    reply = client.post("/api/plays", json={"game": "tomb", **options})
    assert reply.status_code == 201, reply.text
    return reply.json()


def socket_of(client: TestClient, play: str, origin: str | None = HOME) -> Any:
    headers = {"origin": origin} if origin else {}
    return client.websocket_connect(f"ws://127.0.0.1/play/{play}/socket", headers=headers)


# -- guests ---------------------------------------------------------------------------------------


def test_the_secret_is_made_once_and_for_the_owner_alone(settings: Settings) -> None:
    secret = settings.secret()
    assert settings.secret() == secret
    assert stat.S_IMODE((settings.data / "secret").stat().st_mode) == 0o600
    assert len(secret) == 64


def test_a_guest_is_known_by_a_cookie_that_scripts_and_other_sites_do_not_get(
    ann: TestClient,
) -> None:
    cookie = ann.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "set-cookie" not in ann.get("/").headers


def test_a_forged_cookie_is_nobodys(ann: TestClient) -> None:
    play = begin(ann)["id"]
    value = ann.cookies["undercroft-guest"]
    guest = value.split(".")[0]
    for forged in (guest, f"{guest}.x", f"{value}x", "x" + value, ".", "%00", '"'):
        bob = another(ann)
        reply = bob.get(f"/api/plays/{play}", headers={"cookie": f"undercroft-guest={forged}"})
        assert reply.status_code == 404
        assert "set-cookie" in reply.headers


def test_anothers_play_can_be_neither_read_nor_answered_nor_told_from_none(
    ann: TestClient,
) -> None:
    play = begin(ann)["id"]
    bob = another(ann)
    bob.get("/")
    for path in ("", "/journal", "/replay", "/moments"):
        theirs, nobodys = bob.get(f"/play/{play}{path}"), bob.get(f"/play/none{path}")
        assert (theirs.status_code, nobodys.status_code) == (404, 404)
        assert theirs.text.replace(play, "none") == nobodys.text
    for action in ("again", "share", "verify", "branch"):
        assert bob.post(f"/play/{play}/{action}").status_code == 404
    reply = bob.post(f"/api/plays/{play}/answers", json={"at": 0, "answer": "deeper"})
    assert reply.status_code == 404
    with pytest.raises(WebSocketDisconnect) as closed, socket_of(bob, play):
        pass
    assert closed.value.code == 1008


# -- where from, by which name, how much, how often -----------------------------------------------


def test_forms_and_sockets_of_other_sites_are_turned_away(ann: TestClient) -> None:
    play = begin(ann)["id"]
    for origin in ("http://evil.example", "http://127.0.0.1:1", "null", ""):
        headers = {"origin": origin}
        assert ann.post("/plays", data={"game": "tomb"}, headers=headers).status_code == 403
        with pytest.raises(WebSocketDisconnect), socket_of(ann, play, origin):
            pass
    with pytest.raises(WebSocketDisconnect), socket_of(ann, play, None):
        pass
    crossed = {"sec-fetch-site": "cross-site"}
    assert ann.post("/plays", data={"game": "tomb"}, headers=crossed).status_code == 403
    good = ann.post(
        "/plays", data={"game": "tomb"}, headers={"origin": HOME}, follow_redirects=False
    )
    assert good.status_code == 303


def test_a_name_that_is_not_ours_is_refused(ann: TestClient) -> None:
    assert ann.get("/", headers={"host": "evil.example"}).status_code == 400
    assert ann.get("/", headers={"host": "localhost:8000"}).status_code == 200


def test_every_reply_has_the_headers_and_no_page_has_a_script_or_style_of_its_own(
    ann: TestClient,
) -> None:
    play = begin(ann)["id"]
    for path in (*PAGES, f"/play/{play}", f"/play/{play}/replay"):
        reply = ann.get(path)
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        if "html" in reply.headers["content-type"]:
            ours = r'<script(?![^>]*\bsrc=| type="application/json")|<style|\sstyle=|\son\w+='
            assert not re.search(ours, reply.text)
            told = rf'xmlns="[^"]*"|<meta property="og:\w+" content="{HOME}/[^"]*">'  # to others
            assert "http://" not in re.sub(told, "", reply.text)


def test_a_games_rules_are_drawn_once_in_a_process(
    ann: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def rules_of(game: str) -> str:
        drawn.append(game)
        return f"# {game}"

    monkeypatch.setattr(rulespage, "rules_of", rules_of)
    monkeypatch.setattr(rulespage, "_ARTICLES", {})
    first, again = ann.get("/rules/tomb"), another(ann).get("/rules/tomb")
    assert ">tomb</h1>" in first.text
    assert first.text == again.text
    assert ann.get("/rules/tin").status_code == 200
    assert drawn == ["tomb", "tin"]


def test_what_is_too_large_is_refused(tmp_path: Path) -> None:
    with client_of(Settings(data=tmp_path, most_body=5_000)) as ann:
        big = {"game": "tomb", "variant": "x" * 6_000}
        assert ann.post("/plays", data=big).status_code == 413
        assert ann.post("/api/plays", json=big).status_code == 413
        chunks = (b"x" * 1_000 for _ in range(10))
        assert ann.post("/journals", content=chunks).status_code == 413
        assert ann.post("/plays", data={"game": "tomb"}).status_code == 200


def test_a_client_that_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    slow = Settings(
        data=tmp_path, requests=0.01, requests_burst=20, creations=0.01, creations_burst=3
    )
    with client_of(slow) as ann:
        ann.get("/")
        codes = [ann.post("/plays", data={"game": "x"}).status_code for _ in range(5)]
        assert codes == [404, 404, 404, 429, 429]
        codes = [ann.get("/").status_code for _ in range(30)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert ann.get("/healthz").status_code == 200


def test_a_guest_who_asks_too_often_is_in_nobody_elses_way_at_the_same_address(
    tmp_path: Path,
) -> None:
    slow = Settings(
        data=tmp_path, requests=0.01, requests_burst=5, creations=0.01, creations_burst=2
    )
    with client_of(slow) as ann:
        bob = another(ann)
        assert [person.get("/").status_code for person in (ann, bob)] == [200, 200]
        codes = [ann.get("/").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        reply = ann.get("/")
        assert int(reply.headers["retry-after"]) > 1
        assert [bob.get("/").status_code for _ in range(3)] == [200] * 3
        codes = [bob.post("/plays", data={"game": "x"}).status_code for _ in range(2)]
        assert codes == [404, 404]
        codes = [another(ann).get("/").status_code for _ in range(7)]  # somebody new each time
        assert codes == [200] * 3 + [429] * 4
        assert [bob.get("/").status_code for _ in range(2)] == [429, 429]  # five were enough


def test_what_a_client_may_ask_for_in_the_long_run_is_the_same_for_any_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(**vars(time))
    monkeypatch.setattr(limits, "time", clock)
    with client_of(Settings(data=tmp_path, workers=4, requests=8, requests_burst=1)) as ann:

        def status(seconds: float) -> int:
            clock.monotonic = lambda: seconds
            return ann.get("/").status_code

        assert status(0.0) == 200  # as a newcomer, who is known from now on
        found = [status(seconds) for seconds in (1.0, 1.4, 1.6, 1.9, 2.2)]
        assert found == [200, 429, 200, 429, 200]  # two a second: a quarter of eight


# -- sockets --------------------------------------------------------------------------------------


def test_bad_frames_are_refused_by_name_and_change_nothing(ann: TestClient) -> None:
    play = begin(ann, seed="frames")
    with socket_of(ann, play["id"]) as socket:
        table = socket.receive_json()
        at = table["at"]
        for frame, why in (
            ("{", "unreadable"),
            ("[]", "unreadable"),
            ('{"do":"fly"}', "unreadable"),
            ('{"do":"answer"}', "unreadable"),
            ('{"do":"answer","at":"1","answer":"deeper"}', "unreadable"),
            ('{"do":"answer","at":AT,"answer":"deeper","more":1}', "unreadable"),
            ('{"do":"answer","at":AT,"answer":"fly"}', "illegal"),
            ('{"do":"answer","at":AT,"answer":"<b>"}', "unreadable"),
            ('{"do":"answer","at":0,"answer":"deeper"}', "stale"),
            ('{"do":"answer","at":AT1,"answer":"deeper"}', "stale"),
            ('{"do":"undo","at":AT}', "stale"),
            ('{"do":"redo","at":AT}', "stale"),
        ):
            frame = frame.replace("AT", str(at))
            socket.send_text(frame)
            told = socket.receive_json()
            assert (told["kind"], told["why"], told["at"]) == ("refused", why, at), frame
            if why == "stale":
                assert socket.receive_json()["at"] == at
        socket.send_bytes(b"\xff\xfe")
        assert socket.receive_json()["why"] == "unreadable"
    assert ann.get(f"/api/plays/{play['id']}").json() == play


def test_a_client_that_talks_nonsense_is_hung_up_on(ann: TestClient) -> None:
    with socket_of(ann, begin(ann)["id"]) as socket:
        socket.receive_json()
        for _ in range(21):
            socket.send_text("nonsense")
        assert closing_code(socket) == 1008


def closing_code(socket: Any) -> int:
    """Hear a socket out."""
    while True:
        try:
            socket.receive_json()
        except WebSocketDisconnect as closed:
            return closed.code


def test_the_seed_reaches_nobody_before_the_play_is_over(ann: TestClient) -> None:
    play = begin(ann, seed="a-very-secret-seed")
    id = play["id"]
    paths = ("", "/moments", "/replay", "/journal")
    said = [repr(play), *(ann.get(f"/play/{id}{path}").text for path in paths)]
    with socket_of(ann, id) as socket:
        said.append(socket.receive_text())
        for do in ("odds", "chronicle"):
            socket.send_json({"do": do})
            said.append(socket.receive_text())
    assert not [text for text in said if "a-very-secret-seed" in text]
    assert ann.post(f"/play/{id}/share").status_code == 409
    verified = ann.post(f"/play/{id}/verify").json()
    assert verified["verified"] is False
    while play["question"]:
        options = [option["answer"] for option in play["question"]["options"]]
        given = "turn-back" if "turn-back" in options else options[0]
        reply = ann.post(f"/api/plays/{id}/answers", json={"at": play["at"], "answer": given})
        play = reply.json()
    assert play["seed"] == "a-very-secret-seed"
    assert ann.post(f"/play/{id}/verify").json()["verified"] is True


def test_what_was_undone_after_the_seed_was_told_is_practice(ann: TestClient) -> None:
    play = begin(ann, seed="S-27")
    while play["question"]:
        options = [option["answer"] for option in play["question"]["options"]]
        given = "turn-back" if "turn-back" in options else options[0]
        where = f"/api/plays/{play['id']}/answers"
        play = ann.post(where, json={"at": play["at"], "answer": given}).json()
    assert not play["practice"]
    with socket_of(ann, play["id"]) as socket:
        socket.receive_json()
        socket.send_json({"do": "undo", "at": play["at"]})
        assert socket.receive_json()["practice"]
    shown = ann.get(f"/api/plays/{play['id']}").json()
    assert shown["practice"]
    assert shown["seed"] is None


def test_a_play_that_is_given_up_is_abandoned_without_a_score_and_stays_so(
    ann: TestClient, settings: Settings
) -> None:
    play = begin(ann, seed="left-behind")
    id, at = play["id"], play["at"]
    given = play["question"]["options"][0]["answer"]
    where = f"/play/{id}/give-up"
    bob = another(ann)
    bob.get("/")
    assert bob.post(where).status_code == 404
    with socket_of(ann, id) as socket:
        socket.receive_json()
        assert ann.post(where, follow_redirects=False).status_code == 303
        told = socket.receive_json()
        assert (told["over"], told["again"]) == (True, True)
        assert told["at"] > at
        assert ann.post(where, follow_redirects=False).status_code == 303  # once is enough
    ended = ann.get(f"/api/plays/{id}").json()
    assert ended["outcome"] == {"name": "abandoned", "winners": [], "scores": [0]}
    assert (ended["question"], ended["at"], ended["seed"]) == (None, told["at"], "left-behind")
    late = {"at": ended["at"], "answer": given}
    assert ann.post(f"/api/plays/{id}/answers", json=late).status_code == 409
    assert ann.post(f"/play/{id}/verify").json()["verified"] is True
    with client_of(settings) as later:  # another process, which knows it from the database alone
        later.cookies = ann.cookies
        assert later.get(f"/api/plays/{id}").json() == ended
        assert "abandoned</b>, 0 points" in later.get("/").text
        assert "given up" in later.get(f"/play/{id}/replay").text
    with socket_of(ann, id) as socket:
        socket.receive_json()
        socket.send_json({"do": "undo", "at": ended["at"]})
        told = socket.receive_json()
        assert (told["over"], told["practice"]) == (False, True)
    again = ann.get(f"/api/plays/{id}").json()
    assert (again["question"], again["seed"]) == (play["question"], None)


def test_a_journal_of_several_seats_or_of_a_variant_is_refused_by_its_line(
    ann: TestClient,
) -> None:
    head = "undercroft journal 1\ngame: tomb\nrules-version: 1\n"
    for text, told in (
        (f"{head}seats: 2\noption mode: duel\n\n", "line 4: this is a game of 2 players"),
        (
            f"{head}seats: 1\noption start-hp: 8\nvariant: abc\n\n",
            "line 6: this game has a variant",
        ),
    ):
        reply = ann.post("/journals", data={"journal": text})
        assert reply.status_code == 422
        assert told in reply.text


def test_a_journal_with_undone_answers_is_imported_as_it_stands(ann: TestClient) -> None:
    head = "undercroft journal 1\ngame: tomb\nrules-version: 1\nseats: 1\n\n"
    cards = "draw deck: 4s\ndraw deck: js\n"
    lines = f"{cards}P1 face: draw\nundo\nP1 face: berserk\n"
    reply = ann.post("/journals", data={"journal": head + lines})
    assert reply.status_code == 200
    kept = ann.get(reply.url.path.replace("/replay", "/journal")).text
    assert kept.endswith(f"\n\n{cards}P1 face: berserk\n")


def test_two_servers_on_one_database_never_answer_one_question_twice(settings: Settings) -> None:
    with client_of(settings) as one, client_of(settings) as two:
        play = begin(one)
        two.cookies = one.cookies
        id, at = play["id"], play["at"]
        assert two.get(f"/api/plays/{id}").json() == play
        given = {"at": at, "answer": play["question"]["options"][0]["answer"]}
        after = one.post(f"/api/plays/{id}/answers", json=given)
        assert after.status_code == 200
        with socket_of(two, id) as socket:
            socket.receive_json()
            socket.send_json({"do": "answer", **given})
            told = socket.receive_json()
            assert (told["kind"], told["why"]) == ("refused", "stale")
            assert socket.receive_json()["at"] == after.json()["at"]
        assert two.get(f"/api/plays/{id}").json() == after.json()


def test_when_storage_is_lost_the_answer_is_refused_and_the_play_goes_on_after(
    ann: TestClient, settings: Settings
) -> None:
    play = begin(ann, options={"mode": "series", "games": 10})  # one may be over at once
    id, at = play["id"], play["at"]
    answer = play["question"]["options"][0]["answer"]
    other = sqlite3.connect(settings.data / "undercroft.db", isolation_level=None)
    with socket_of(ann, id) as socket:
        socket.receive_json()
        other.execute("BEGIN EXCLUSIVE")  # as if the disk were full
        socket.send_json({"do": "answer", "at": at, "answer": answer})
        told = socket.receive_json()
        assert (told["kind"], told["why"]) == ("refused", "storage")
        assert socket.receive_json()["at"] == at
        other.execute("ROLLBACK")
        socket.send_json({"do": "answer", "at": at, "answer": answer})
        assert socket.receive_json()["at"] > at
    other.close()


# -- watching over it -----------------------------------------------------------------------------


def test_health_says_whether_it_can_serve_and_how_late_it_is(
    ann: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(ann)
    told = ann.get("/healthz").json()
    assert told["status"] in ("ok", "late")  # a crowded machine is late
    assert told["lag"] >= 0
    monkeypatch.setattr(app, "LONG", -1.0)
    assert ann.get("/healthz").json()["status"] == "late"


def test_the_loops_lag_is_what_others_make_it_wait() -> None:
    async def block() -> float:
        lag = Lag()
        watching = asyncio.create_task(lag.watch())
        await asyncio.sleep(0)
        time.sleep(0.6)  # noqa: ASYNC251 (that is the point)
        seen_at_once = lag.seconds
        await asyncio.sleep(0.3)
        watching.cancel()
        return min(seen_at_once, lag.seconds)

    assert asyncio.run(block()) >= 0.3


def local(settings: Settings, address: str = "127.0.0.1") -> TestClient:
    return TestClient(make_app(settings), base_url=HOME, client=(address, 1))


def test_metrics_are_for_this_machine_or_for_whoever_has_the_token(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, metrics_token="open-sesame")  # noqa: S106 (not a real one)
    with local(settings) as here:
        assert "undercroft_live_plays" in here.get("/metrics").text
        assert "undercroft_loop_lag_seconds" in here.get("/metrics").text
        for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Proto", "Via"):
            reply = here.get("/metrics", headers={header: "127.0.0.1"})
            assert reply.status_code == 403
            assert "undercroft_" not in reply.text
    with local(settings, "203.0.113.9") as away:
        assert away.get("/metrics").status_code == 403
        for given in ("Bearer open-sesam", "Bearer ", "open-sesame", "Bearer open-sesame\xe4"):
            headers = {b"authorization": given.encode("latin-1")}
            assert away.get("/metrics", headers=headers).status_code == 403
        good = {"authorization": "Bearer open-sesame", "x-forwarded-for": "198.51.100.1"}
        assert "undercroft_live_plays" in away.get("/metrics", headers=good).text
    with local(Settings(data=tmp_path), "203.0.113.9") as away:
        assert away.get("/metrics", headers={"authorization": "Bearer None"}).status_code == 403
        assert away.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403


def test_every_reply_names_its_request_and_so_does_the_log(ann: TestClient) -> None:
    with structlog.testing.capture_logs([structlog.contextvars.merge_contextvars]) as logged:
        replies = [ann.get(path) for path in ("/", "/nowhere", "/healthz")]
    ids = [reply.headers["x-request-id"] for reply in replies]
    assert len(set(ids)) == 3
    assert [it["request"] for it in logged if it["event"] == "request"] == ids[:2]


# -- by which scheme ------------------------------------------------------------------------------


def test_browsers_are_told_to_stay_with_https_once_they_came_by_it(tmp_path: Path) -> None:
    header = "strict-transport-security"
    with client_of(Settings(data=tmp_path)) as ann:
        assert header not in ann.get("/").headers
        safe = TestClient(ann.app, base_url="https://127.0.0.1")
        assert safe.get("/").headers[header] == "max-age=31536000"
    with client_of(Settings(data=tmp_path, secure=True)) as ann:
        assert ann.get("/").headers[header] == "max-age=31536000"


def test_a_page_of_the_same_name_but_another_scheme_is_another_site(tmp_path: Path) -> None:
    def codes(client: TestClient) -> list[int]:
        form = {"game": "none"}
        origins = ("http://127.0.0.1", "https://127.0.0.1", "ftp://127.0.0.1", "127.0.0.1")
        replies = [client.post("/plays", data=form, headers={"origin": it}) for it in origins]
        return [reply.status_code for reply in replies]

    with client_of(Settings(data=tmp_path)) as ann:
        assert codes(ann) == [404, 403, 403, 403]
        assert codes(TestClient(ann.app, base_url="https://127.0.0.1")) == [403, 404, 403, 403]
        play = begin(ann)["id"]
        with pytest.raises(WebSocketDisconnect), socket_of(ann, play, "https://127.0.0.1"):
            pass
        with socket_of(ann, play, "http://127.0.0.1") as socket:
            assert socket.receive_json()["kind"] == "table"
    with client_of(Settings(data=tmp_path, secure=True)) as ann:  # a proxy that says nothing of it
        assert codes(ann) == [403, 404, 403, 403]
