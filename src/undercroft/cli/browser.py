"""Pages open in a browser with windows of its own: w3m would take this terminal over."""

import os
import sys
import webbrowser
from typing import Final

TEXT_BROWSERS: Final = {"elinks", "links", "lynx", "w3m", "www-browser"}


def open_page(address: str) -> bool:
    """Open a page where there is a desktop, or in the browser that `BROWSER` names."""
    is_named = bool(os.environ.get("BROWSER"))
    try:
        browser = webbrowser.get() if is_named or has_desktop() else None
    except webbrowser.Error:
        return False
    if browser is None or (browser.name in TEXT_BROWSERS and not is_named):
        return False
    return browser.open(address)


def has_desktop() -> bool:
    """Whether a browser can open a window."""
    windows = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, windows))
