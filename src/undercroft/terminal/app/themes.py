"""The colours of the table, by what they mean."""

from collections.abc import Mapping
from typing import Final

from textual.theme import BUILTIN_THEMES, Theme

_CRYPT: Final = {  # torchlight on stone
    "primary": "#e8a33d",
    "secondary": "#7fa7c9",
    "accent": "#c79bdb",
    "warning": "#f0c95a",
    "error": "#e5604d",
    "success": "#8fbf6b",
    "foreground": "#e6ddcf",
    "background": "#15120f",
    "surface": "#1e1a16",
    "panel": "#2a241e",
    "muted": "#978b7b",
}
_MIDNIGHT: Final = {
    "primary": "#7cb7ff",
    "secondary": "#74d0c9",
    "accent": "#d3a0ff",
    "warning": "#ffd166",
    "error": "#ff7b86",
    "success": "#8be08b",
    "foreground": "#dfe6f2",
    "background": "#0c1220",
    "surface": "#121a2c",
    "panel": "#1b2640",
    "muted": "#8593ad",
}
_PARCHMENT: Final = {
    "primary": "#8a4b08",
    "secondary": "#1f5c8b",
    "accent": "#7a2f8f",
    "warning": "#7d5a00",
    "error": "#a8261a",
    "success": "#2f6b1f",
    "foreground": "#2b2418",
    "background": "#f4ecd8",
    "surface": "#efe4ca",
    "panel": "#e3d4b0",
    "muted": "#6b5f48",
}
_CONTRAST: Final = {
    "primary": "#ffff00",
    "secondary": "#00ffff",
    "accent": "#ff9cff",
    "warning": "#ffd700",
    "error": "#ff8080",
    "success": "#80ff80",
    "foreground": "#ffffff",
    "background": "#000000",
    "surface": "#000000",
    "panel": "#202020",
    "muted": "#d0d0d0",
}
_TERMINAL: Final = {
    "primary": "ansi_yellow",
    "secondary": "ansi_cyan",
    "accent": "ansi_magenta",
    "warning": "ansi_bright_yellow",
    "error": "ansi_red",
    "success": "ansi_green",
    "foreground": "ansi_default",
    "background": "ansi_default",
    "surface": "ansi_default",
    "panel": "ansi_default",
    "muted": "ansi_bright_black",
}
_NONE: Final = dict.fromkeys(_CRYPT, "ansi_default")

PALETTES: Final[Mapping[str, Mapping[str, str]]] = {
    "crypt": _CRYPT,
    "midnight": _MIDNIGHT,
    "parchment": _PARCHMENT,
    "contrast": _CONTRAST,
    "terminal": _TERMINAL,
    "no-colour": _NONE,
}


def themes() -> list[Theme]:
    """Make a theme of each palette."""
    return [as_theme(name, palette) for name, palette in PALETTES.items()]


def as_theme(name: str, palette: Mapping[str, str]) -> Theme:
    """Make a theme; where the terminal's own colours are used, what is chosen is reversed."""
    ansi = palette["background"].startswith("ansi")
    base = {}
    if ansi:  # what Textual's own such theme has, with no colour where ours has none
        base = dict(BUILTIN_THEMES["ansi-dark"].variables)
        if palette is _NONE:
            base = {part: plain(value) for part, value in base.items()}
    return Theme(
        name=name,
        primary=palette["primary"],
        secondary=palette["secondary"],
        accent=palette["accent"],
        warning=palette["warning"],
        error=palette["error"],
        success=palette["success"],
        foreground=palette["foreground"],
        background=palette["background"],
        surface=palette["surface"],
        panel=palette["panel"],
        ansi=ansi,
        dark=name != "parchment",
        variables=base
        | {
            "muted": palette["muted"],
            "chosen": "ansi_default" if ansi else palette["panel"],
            "chosen-style": "reverse" if ansi else "bold",
            "footer-key-foreground": palette["primary"],
            "footer-background": palette["panel"],
            "scrollbar": palette["muted"],
            "scrollbar-background": palette["background"],
            "scrollbar-corner-color": palette["background"],
        },
    )


def plain(value: str) -> str:
    """Take the colour out of a theme's variable."""
    return "ansi_default" if value.startswith("ansi_") else value


def inks(name: str) -> Mapping[str, str]:
    """Give a theme's colours in the way that Rich writes them."""
    if name == "no-colour":
        return {"muted": "dim"}
    return {part: rich_name(colour) for part, colour in PALETTES[name].items()}


def rich_name(colour: str) -> str:
    """`ansi_bright_black` is `bright_black` to Rich."""
    return colour.removeprefix("ansi_")
