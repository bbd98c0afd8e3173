"""The report form at a table, in a browser."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.access import check_access
from tests.web.harness import Server
from tests.web.people import COOKIE, rows, somebody


@pytest.mark.parametrize("width", [1280, 390])
def test_a_line_of_talk_is_reported_by_keyboard_alone(
    browser: Browser, server: Server, width: int
) -> None:
    ann, bob = somebody(server), somebody(server)
    laid = ann.post("/api/plays", json={"game": "tin", "seats": ["@link"], "names": ["Ann"]}).json()
    (key,) = [seat["link"] for seat in laid["seats"] if seat.get("link")]
    assert bob.post(key, data={"name": "Bob"}).status_code == 303
    bob.post(f"/api/plays/{laid['id']}/talk", json={"text": "<b>something vile</b>"})

    context = browser.new_context(viewport={"width": width, "height": 844}, base_url=server.url)
    cookie = {"name": COOKIE, "value": ann.cookies[COOKIE], "url": server.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"/play/{laid['id']}")
    page.wait_for_selector('[data-state="open"]')
    page.get_by_role("tab", name="Talk").click()
    report = page.get_by_role("button", name="Report this line")
    report.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Report a player")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_label("Player")).to_have_value("P2")
    expect(dialog.locator("blockquote")).to_have_text("<b>something vile</b>")
    expect(dialog.get_by_label("What happened?")).to_be_focused()
    check_access(page)
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    page.keyboard.type("1 This is no way to talk, n?")  # no key of these is the table's
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.locator("[data-message]")).to_contain_text("Reported Bob")
    found = rows(server, "SELECT line, why FROM reports WHERE play = ?", laid["id"])
    assert found == [("<b>something vile</b>", "1 This is no way to talk, n?")]

    page.get_by_text("Mute or report").click()
    page.get_by_role("button", name="Report Bob", exact=True).click()
    expect(dialog.locator("blockquote")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert not errors
    context.close()
