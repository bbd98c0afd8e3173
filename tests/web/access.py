"""Whether everybody can use a page, as far as a program can tell."""

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page


def check_access(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert not found, [(one["id"], [n["html"] for n in one["nodes"]][:3]) for one in found]
