"""A review for several: opened by its player, led, followed, looked around in, and spoken about."""

from playwright.sync_api import Browser, expect

from tests.web.access import check_access
from tests.web.harness import Server
from tests.web.people import COOKIE, claim, somebody
from tests.web.test_review import finished, keep_a_review

WAIT = 60_000  # milliseconds


def test_a_review_is_open_to_others_once_its_player_has_opened_it(server: Server) -> None:
    ann, ben = somebody(server), somebody(server)
    play = finished(ann, seed="7")
    assert ann.post(f"/play/{play}/review/together").status_code == 409
    number = keep_a_review(server, ann, play)
    share = ann.post(f"/play/{play}/share").json()["path"]
    assert ben.get(f"{share}/review?seat=P1").status_code == 404
    assert ben.post(f"/play/{play}/review/together").status_code in (403, 404)
    at = ann.post(f"/play/{play}/review/together").headers["location"]
    assert at == f"{share}/review?seat=P1"
    assert "Follow the leader" in ben.get(at).text
    assert ben.get(f"{share}/review?seat=P2").status_code == 404
    assert ben.get(f"{share}/review/now?seat=P1").json()["at"] == number
    seen = ben.get(f"{share}/review/moment", params={"seat": "P1", "at": number}).json()
    assert ("Blunder" in seen["told"], bool(seen["board"])) == (True, True)
    for bad in ("", "x", "99999"):
        assert (
            ben.get(f"{share}/review/moment", params={"seat": "P1", "at": bad}).status_code == 422
        )


def test_players_lead_and_those_with_a_name_speak(server: Server) -> None:
    ann, ben = somebody(server), somebody(server)
    play = finished(ann, seed="7")
    number = keep_a_review(server, ann, play)
    address = ann.post(f"/play/{play}/review/together").headers["location"].partition("?")[0]
    seat = {"seat": "P1"}
    moment = {"at": f"{number}"}
    assert ben.post(f"{address}/now", params=seat, data=moment).status_code == 403
    assert ann.post(f"{address}/now", params=seat, data=moment).status_code == 200
    said = {**moment, "text": "Why not deeper?"}
    assert ben.post(f"{address}/remarks", params=seat, data=said).status_code == 403
    claim(ben, "Ben-the-bard")
    assert ben.post(f"{address}/remarks", params=seat, data=said).status_code == 200
    for text in ("", "x" * 301):
        bad = {**moment, "text": text}
        assert ben.post(f"{address}/remarks", params=seat, data=bad).status_code == 422
    told = ann.get(f"{address}/moment", params={**seat, **moment}).json()
    assert ("Why not deeper?" in told["told"], "Ben-the-bard" in told["told"]) == (True, True)
    assert told["remarks"] == 1


def test_one_leads_and_another_follows_until_she_looks_around(
    server: Server, browser: Browser
) -> None:
    ann = somebody(server)
    play = finished(ann, seed="7")
    keep_a_review(server, ann, play)
    context = browser.new_context(base_url=server.url)
    context.add_cookies([{"name": COOKIE, "value": ann.cookies[COOKIE], "url": server.url}])
    leader = context.new_page()
    leader.goto(f"/play/{play}/review")
    leader.get_by_role("button", name="Review together").click()
    expect(leader.locator("[data-told] h2").first).to_be_visible()
    check_access(leader)
    other = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844})
    follower = other.new_page()
    follower.goto(leader.url)
    expect(follower.locator("[data-told] h2").first).to_be_visible()
    assert follower.evaluate("document.documentElement.scrollWidth") <= 390
    first = leader.locator("[data-decision]").input_value()
    leader.locator("body").press("ArrowRight")
    expect(leader.locator("[data-decision]")).not_to_have_value(first)
    second = leader.locator("[data-decision]").input_value()
    expect(follower.locator("[data-decision]")).to_have_value(second, timeout=WAIT)
    follower.get_by_role("button", name="Back").click()
    expect(follower.locator("[data-follow]")).not_to_be_checked()
    expect(follower.locator("[data-decision]")).to_have_value(first)
    leader.get_by_label("Say something about this decision").fill("Here it turned.")
    leader.get_by_role("button", name="Say", exact=True).click()
    expect(leader.locator(".remarks")).to_contain_text("Here it turned.")
    context.close()
    other.close()
