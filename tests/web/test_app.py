"""Undercroft as an app: what a browser needs to install it, and how it starts without a network."""

from pathlib import Path

from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from tests.web.access import check_access
from tests.web.harness import Server, running

READY = "navigator.serviceWorker.ready.then((it) => it.active.state)"
READ = "caches.match('/rules/tin').then((found) => found !== undefined)"


def test_it_can_be_installed(ann: TestClient) -> None:
    page = ann.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    manifest = ann.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    about = manifest.json()
    assert about["start_url"] == about["scope"] == "/"
    assert about["display"] == "standalone"
    pngs = [icon for icon in about["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in pngs} == {"192x192", "512x512"}
    assert {icon.get("purpose") for icon in pngs} == {None, "maskable"}
    for icon in about["icons"]:
        picture = ann.get(icon["src"])
        assert picture.status_code == 200
        if icon in pngs:
            wide = int.from_bytes(picture.content[16:20])
            assert f"{wide}x{wide}" == icon["sizes"]
    assert ann.get("/icons/7.png").status_code == 404
    worker = ann.get("/worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert "worker-src" not in worker.headers["content-security-policy"]  # scripts of ours alone


def test_it_starts_without_a_network_and_says_what_is_possible(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.goto("/")
    page.evaluate(READY)
    page.goto("/rules/tin")
    page.wait_for_function(f"() => {READ}", timeout=60_000)
    context.set_offline(True)
    page.goto("/me")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.wait_for_function("document.querySelector('.scene').naturalWidth > 0")  # it was kept, too
    expect(page.get_by_role("link", name="Rules: Dungeon in a Tin")).to_be_visible()
    expect(page.get_by_role("link", name="Rules: Tomb of Four Kings")).to_be_hidden()
    page.goto("/rules/tin")
    expect(page.get_by_role("heading", level=1).first).to_contain_text("Dungeon in a Tin")
    page.goto("/me")
    page.route("**/healthz", lambda route: route.abort(), times=1)  # there is a network, but ...
    context.set_offline(False)  # ... the server is a moment late; the page goes on by itself
    expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
    context.close()


def test_it_says_what_is_possible_while_the_server_is_away_and_the_network_is_not(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path) as server:
        context = browser.new_context(base_url=server.url)
        page = context.new_page()
        page.goto("/")
        page.evaluate(READY)
        page.goto("/rules/tin")
        page.wait_for_function(f"() => {READ}", timeout=60_000)
        network = context.new_cdp_session(page)
        network.send("Network.clearBrowserCache")  # where other browsers have nothing left
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})
        server.kill()
        page.goto("/me")
        assert page.evaluate("navigator.onLine")
        expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
        page.wait_for_function("() => document.querySelector('.scene').naturalWidth > 0")
        assert page.evaluate("document.styleSheets.length") == 3
        expect(page.get_by_role("link", name="Rules: Dungeon in a Tin")).to_be_visible()
        expect(page.get_by_role("link", name="Rules: Tomb of Four Kings")).to_be_hidden()
        server.start()  # the page goes on by itself
        expect(page.get_by_role("heading", level=1)).to_have_text("Your games")
        context.close()


def test_every_place_can_be_read_by_all(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url)
    page, reply = context.new_page(), context.request.post
    reply("/account", form={"name": "Lamplighter", "password": "seven quiet lanterns"})
    reply("/together/tin", form={"name": "Lamplighter"})
    laid = reply("/plays", form={"game": "tomb"}, max_redirects=0).headers["location"]
    play = laid.split("?")[0]
    reply(f"{play}/give-up")
    shared = reply(f"{play}/share").json()["path"]
    places = ("/", "/lobby", "/people", "/settings", "/offline", "/today", "/today/tomb", play)
    for path in (*places, f"{play}/story", f"{shared}/story"):
        page.goto(path)
        check_access(page)
    context.close()
