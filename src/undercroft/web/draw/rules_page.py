"""A game's rules of record as a page, with an anchor at each clause and ruling."""

import re
from collections.abc import Iterator
from itertools import pairwise
from threading import Lock
from typing import Any, Final, NamedTuple

from jinja2 import Environment
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from undercroft.core.game import Game
from undercroft.rulebook import for_players, rules_of

_CLAUSE: Final = re.compile(r"(?:\*\*)?([A-Z]{1,2}-\d+)(?:\*\*)?(?: |$)")
_HEADING: Final = re.compile(r"(\d+) ")


class Section(NamedTuple):
    """A part of the rules, or a section of one, by its heading."""

    level: str  # `h1` or `h2`
    id: str
    title: str


_ARTICLES: Final[dict[str, Markup]] = {}
_LOCK: Final = Lock()  # of many who ask for the same at once, one has it drawn


def article_of(game: Game[Any, Any], templates: Environment) -> Markup:
    """Draw a game's rules, with the short ones before them and contents; once in a process."""
    with _LOCK:
        if game.id not in _ARTICLES:
            rules = for_players(rules_of(game.id)) if game.rules_pages else ""
            html, sections = rules_html(rules)
            short = game.words.tables.get("help", {}).get("text", "")
            template = templates.get_template("web/rules-article.html")
            drawn = template.render(game=game, html=html, sections=sections, short=short)
            _ARTICLES[game.id] = Markup(drawn)  # noqa: S704 (drawn here)
        return _ARTICLES[game.id]


def rules_html(page: str) -> tuple[Markup, tuple[Section, ...]]:
    """Draw the rules, and list their sections.

    HTML in them is shown as text, so nothing but our own marks comes through.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(page)
    _anchor(tokens)
    html = Markup(markdown.renderer.render(tokens, markdown.options, {}))  # noqa: S704 (html is off)
    return html, tuple(_sections(tokens))


def _sections(tokens: list[Token]) -> Iterator[Section]:
    """List the headings of parts and sections."""
    for opener, token in pairwise(tokens):
        if opener.type == "heading_open" and opener.tag in ("h1", "h2"):
            title = token.content.replace("`", "").split(" (")[0]
            yield Section(opener.tag, str(opener.attrs["id"]), title)


def _anchor(tokens: list[Token]) -> None:
    """Give list items and table rows that open with a clause its name as their id."""
    taken: set[str] = set()
    openers = {"list_item_open", "tr_open", "heading_open"}
    opener: Token | None = None
    for number, token in enumerate(tokens):
        if token.type in openers:
            opener = token
            if token.tag in ("h1", "h2"):
                token.attrSet("id", f"heading-{number}")
        elif token.type == "inline" and opener is not None:
            for name in _names(opener, token.content):
                if name not in taken:
                    taken.add(name)
                    opener.attrSet("id", name)
            opener = None
        elif token.type == "table_open":
            token.attrSet("tabindex", "0")  # wide tables scroll


def _names(opener: Token, text: str) -> Iterator[str]:
    pattern = _HEADING if opener.type == "heading_open" else _CLAUSE
    if found := pattern.match(text):
        yield f"section-{found[1]}" if opener.type == "heading_open" else found[1]
