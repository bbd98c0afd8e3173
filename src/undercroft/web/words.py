"""What the server says itself, beside the games: `words.toml`, in the language that is spoken."""

from typing import Any, Final

from markupsafe import Markup, escape

from undercroft.core.words import Catalogue

WEB: Final = Catalogue("undercroft.web")
say: Final = WEB.say


def say_html(key: str, **fields: object) -> Markup:
    """Give a text in which fields may be HTML, such as a link: those that are `Markup` stay so."""
    safe = {name: v if isinstance(v, int) else escape(v) for name, v in fields.items()}
    return Markup(say(key, **safe))  # noqa: S704 (our own text)


def script_words() -> dict[str, Any]:
    """Give what scripts say: they fill it in themselves."""
    table: dict[str, Any] = WEB.words.tables["script"]
    return table
