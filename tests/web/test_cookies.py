"""Cookies beside ours: whatever else a browser sends, a visitor stays who they were."""

import socket
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

from tests.web.harness import Server, running
from tests.web.people import COOKIE, begin, browser_of, has, somebody
from tests.web.sitting import HOME
from undercroft.web.gateway.settings import Settings
from undercroft.web.gateway.visitors import Guests
from undercroft.web.server.app import make_app

JUNK = "x" * 8_000
BESIDE = {
    "json before": 'prefs={"a":1}; %s',
    "json after": '%s; prefs={"a":[1,"b;c"]}',
    "an open quote before": 'q="never closed; %s',
    "quotes": "a=\"b\"; %s; c='d'",
    "a quoted quote": r'a="\"; %s',
    "semicolons": ";;; ; %s;;",
    "no name": "=x; ; justtext; %s",
    "a bad name": "a b,c@d[e]=f; %s",
    "commas": "a=1,b=2, c=3; %s",
    "a date": "d=Thu, 01 Jan 2026 00:00:00 GMT; %s",
    "non-ASCII before": "n=\u00e4\u00ff\u00a0; %s",
    "UTF-8 before": "n=\U0001f56f\u03bb\u200b; %s",
    "junk before": f"j={JUNK}; %s",
    "junk after": f"%s; j={JUNK}",
    "reserved words": "path=/; expires=never; secure; httponly; %s",
    "another of our name before": f"{COOKIE}=somebody.else; %s",
    "another of our name after": f"%s; {COOKIE}=somebody.else",
    "an empty one of our name": f"{COOKIE}=; %s",
    "our name in other letters": f"{COOKIE.upper()}=x; %s",
    "a control character": "a=b\tc; %s",
}


def status_and_cookies(server: Server, path: str, cookie: bytes) -> tuple[int, list[str]]:
    """Send a `Cookie` header byte by byte as it is; give the status and what is to be kept."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\nCookie: "
    with socket.create_connection(("127.0.0.1", server.port), 30) as wire:
        wire.sendall(head.encode() + cookie + b"\r\n\r\n")
        reply = b"".join(iter(lambda: wire.recv(65_536), b"")).decode("latin-1")
    first, *rest = reply.split("\r\n\r\n")[0].split("\r\n")
    kept = [line.split(": ", 1)[1] for line in rest if line.lower().startswith("set-cookie:")]
    return int(first.split(" ")[1]), kept


@pytest.mark.parametrize("beside", BESIDE.values(), ids=BESIDE)
def test_a_guest_stays_who_they_were_whatever_stands_beside_their_cookie(
    server: Server, beside: str
) -> None:
    guest = somebody(server)
    play = begin(guest)
    sent = (beside % f"{COOKIE}={guest.cookies[COOKIE]}").encode("utf-8")
    assert status_and_cookies(server, f"/api/plays/{play}", sent) == (200, [])
    latin = sent.decode("utf-8").encode("latin-1", "replace")
    assert status_and_cookies(server, f"/api/plays/{play}", latin) == (200, [])


def test_cookies_in_several_headers_are_all_read(server: Server) -> None:
    guest = somebody(server)
    play = begin(guest)
    sent = b'prefs={"a":1}\r\nCookie: ' + f"{COOKIE}={guest.cookies[COOKIE]}".encode()
    assert status_and_cookies(server, f"/api/plays/{play}", sent) == (200, [])


def test_two_servers_on_two_ports_of_a_host_leave_each_others_guests_alone(
    tmp_path: Path,
) -> None:
    """Browsers send cookies to every port: one jar for both."""
    with running(tmp_path / "one") as one, running(tmp_path / "two") as two:
        at_one = somebody(one)
        first = begin(at_one)
        at_two = browser_of(two)
        at_two.cookies = at_one.cookies
        second = begin(at_two)
        third = begin(at_two)
        assert has(at_two, second)
        assert has(at_two, third)
        at_one.cookies = at_two.cookies
        assert has(at_one, first)
        assert at_one.get("/").headers.get_list("set-cookie") == []


def test_with_https_the_cookie_is_this_hosts_alone_and_an_older_one_is_exchanged(
    tmp_path: Path,
) -> None:
    settings = Settings(data=tmp_path, secure=True)
    guests = Guests(settings.secret(), secure=True)
    with TestClient(make_app(settings), base_url=HOME.replace("http:", "https:")) as client:
        (fresh,) = client.get("/").headers.get_list("set-cookie")
        assert fresh.startswith(f"__Host-{COOKIE}=")
        for attribute in ("Path=/", "Secure", "HttpOnly", "SameSite=lax"):
            assert attribute in fresh
        assert "Domain" not in fresh

        client.cookies.clear()
        old = f"{COOKIE}={guests.sign('an-old-guest')}"
        made = client.post("/api/plays", json={"game": "tomb"}, headers={"cookie": old})
        play = made.json()["id"]
        kept, gone = made.headers.get_list("set-cookie")
        assert kept.startswith(f"__Host-{COOKIE}={guests.sign('an-old-guest')};")
        assert gone.startswith(f'{COOKIE}="";')
        # what a parent domain sets under the old name, well signed, is not who they become
        stranger = f"{COOKIE}={guests.sign('a-stranger')}; {kept.split(';')[0]}"
        reply = client.get(f"/api/plays/{play}", headers={"cookie": stranger})
        assert (reply.status_code, reply.headers.get_list("set-cookie")) == (200, [])


def test_very_many_cookies_of_our_name_cost_little(server: Server) -> None:
    client: httpx2.Client = browser_of(server)
    many = "; ".join([f"{COOKIE}=x.y"] * 1_500)
    assert client.get("/account", headers={"cookie": many}).status_code == 200
