"""Two people in two browsers, each at a process of its own."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.storage.stores import PostgresqlServer
from tests.web.harness import Table, running, set_up


def test_two_people_in_two_browsers_on_two_processes_and_one_of_these_is_killed(
    postgresql: PostgresqlServer, tmp_path: Path, browser: Browser
) -> None:
    url = postgresql.make()
    with running(tmp_path, url) as one, running(tmp_path, url) as two:
        hero = browser.new_context(base_url=one.url).new_page()
        fate = browser.new_context(base_url=two.url).new_page()
        set_up(hero, "tomb")
        hero.locator('[name="fate"][value="somebody"]').check()
        hero.get_by_role("button", name="Start").first.click()
        fate.goto(hero.locator(".invite a").get_attribute("href") or "")
        fate.get_by_role("button", name="Join").click()
        expect(hero.locator(".invite")).to_be_hidden()  # the other process has heard of it
        for card in ("qs", "10d"):
            Table(fate).turn(card)
        expect(hero.locator(".option")).not_to_have_count(0)

        two.kill()
        hero.locator(".option").first.click()
        expect(hero.locator(".waiting")).to_be_visible()
        two.start()
        Table(fate).turn("9d")  # it has come back itself
        expect(hero.locator("[data-glide='9d']")).to_have_count(1)
        for page in (hero, fate):
            page.context.close()
