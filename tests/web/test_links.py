"""Links for others are made once; a page offers no link that leads nowhere."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx2
from starlette.testclient import TestClient

from tests.web.harness import Server
from tests.web.people import begin, browser_of, play_out, same_cookie, somebody
from tests.web.sitting import table_of_two
from tests.web.test_review import finished, keep_a_review

AT_ONCE = 8


def asked_at_once(server: Server, person: httpx2.Client, address: str) -> list[str]:
    """Ask for a link from several pages at the same moment; return the links."""
    together = Barrier(AT_ONCE)

    def ask(_: int) -> str:
        with same_cookie(server, person) as page:
            page.get("/")
            together.wait(60)
            reply = page.post(address)
            assert reply.status_code in (200, 303), reply.text
            return str(reply.headers.get("location") or reply.json()["path"])

    with ThreadPoolExecutor(AT_ONCE) as pages:
        return list(pages.map(ask, range(AT_ONCE)))


def test_all_links_to_a_finished_game_that_were_asked_for_at_once_lead_there(
    server: Server,
) -> None:
    ann = somebody(server)
    play = begin(ann)
    play_out(ann, play)
    links = asked_at_once(server, ann, f"/play/{play}/share")
    assert [browser_of(server).get(link).status_code for link in links] == [200] * AT_ONCE


def test_all_spectator_links_that_were_asked_for_at_once_lead_to_the_table(server: Server) -> None:
    ann = somebody(server)
    play = begin(ann, "tin", bots=["thumb"])
    links = asked_at_once(server, ann, f"/play/{play}/watch")
    assert [browser_of(server).get(link).status_code for link in links] == [200] * AT_ONCE


def test_all_links_to_a_review_that_were_asked_for_at_once_lead_to_it(server: Server) -> None:
    ann = somebody(server)
    play = finished(ann, seed="7")
    keep_a_review(server, ann, play)
    links = asked_at_once(server, ann, f"/play/{play}/review/together")
    assert [browser_of(server).get(link).status_code for link in links] == [200] * AT_ONCE


def test_the_replay_of_a_running_game_offers_only_what_is_there(
    ann: TestClient, bob: TestClient
) -> None:
    play = table_of_two(ann, bob)
    page = ann.get(f"/play/{play}/replay").text
    assert not re.findall(r'<form[^>]*method="post"', page)
    assert "og:image" not in page  # a player's own page is nobody's
    main = page[page.index("<main") : page.index("</main")]
    links = re.findall(r'href="([^"#]+)"', main)
    assert f"/play/{play}" in links
    assert [ann.get(link).status_code for link in links] == [200] * len(links)
