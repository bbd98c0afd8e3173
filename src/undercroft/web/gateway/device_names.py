"""What a device is called in a list of sessions: `Firefox on Windows`."""

from collections.abc import Mapping
from typing import Final

from undercroft.web.words import say

# What a user agent says of itself. Many say that they are others, too: the first that fits counts.
BROWSERS: Final[Mapping[str, str]] = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "Vivaldi/": "Vivaldi",
    "SamsungBrowser/": "Samsung Internet",
    "DuckDuckGo/": "DuckDuckGo",
    "FxiOS/": "Firefox",
    "Firefox/": "Firefox",
    "CriOS/": "Chrome",
    "Chromium/": "Chromium",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
    "undercroft": "device.terminal",
    "curl/": "curl",
    "python": "device.python",
}
SYSTEMS: Final[Mapping[str, str]] = {
    "iPhone": "device.iphone",
    "iPad": "device.ipad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "device.mac",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """Say in plain words what somebody plays on."""
    browser = _found(BROWSERS, user_agent)
    system = _found(SYSTEMS, user_agent)
    if browser is None:
        return say("device.unknown-browser", system=system) if system else say("device.unknown")
    return say("device.browser-on", browser=browser, system=system) if system else browser


def _found(names: Mapping[str, str], user_agent: str) -> str | None:
    """Find the first that fits: a name, or the place of one in the catalogue."""
    found = next((name for sign, name in names.items() if sign in user_agent), None)
    return say(found) if found and found.startswith("device.") else found
