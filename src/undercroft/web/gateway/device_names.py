"""What a device is called in a list of sessions: `Firefox on Windows`."""

from collections.abc import Mapping
from typing import Final

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
    "undercroft": "Undercroft in the terminal",
    "curl/": "curl",
    "python": "a Python program",
}
SYSTEMS: Final[Mapping[str, str]] = {
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "a Mac",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """Say in plain words what somebody plays on."""
    browser = next((name for sign, name in BROWSERS.items() if sign in user_agent), None)
    system = next((name for sign, name in SYSTEMS.items() if sign in user_agent), None)
    if browser is None:
        return f"A browser on {system}" if system else "An unknown device"
    name = f"{browser} on {system}" if system else browser
    return name[0].upper() + name[1:]
