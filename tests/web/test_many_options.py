"""On a phone many options fit, and what each leads to is a press away."""

from playwright.sync_api import Page, expect

from tests.web.harness import against_bots

BEYOND = "box => box.scrollHeight - box.clientHeight"


def test_twelve_options_fit_a_phone_and_say_more_on_request(phone: Page) -> None:
    table = against_bots(phone, "talisman", "canny", 2, "moth", scenario="catacombs")
    table.play_beside(lambda answers, _: answers[0], 1)
    options = phone.locator(".option")
    expect(options).to_have_count(12)
    assert phone.locator(".ask").evaluate(BEYOND) <= 0
    for option in (options.first, options.last):
        expect(option).to_be_in_viewport(ratio=1)
    told = options.first.locator(".leads-to")
    wide = "it => it.getBoundingClientRect().width"
    assert told.evaluate(wide) <= 1  # still read aloud
    said = "Take the Armour. Saves a Life in battle on 4 or more. Breaks on a 1."
    expect(options.first).to_have_accessible_name(said)
    phone.get_by_role("button", name="Tell more").tap()
    assert told.evaluate(wide) > 20
    options.first.tap()
    expect(options).not_to_have_count(12)
    assert not table.errors
