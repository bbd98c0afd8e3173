"""A report as one HTML file: no script, no outside link, and how to repeat it."""

import platform
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from undercroft import __version__
from undercroft.lab.study import Setting, Study
from undercroft.lab.words import say

STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); }
.sides { gap: 1rem; }
svg { display: block; max-width: 100%; height: auto; }
pre { background: #8882; padding: .7rem; overflow-x: auto; }
"""


def page(
    title: str, sections: Iterable[str], command: str, sides: Sequence[tuple[Study, Setting]]
) -> str:
    """Write a report: its sections, and at the end the command, versions and variants."""
    game = sides[0][1].game
    repeat = [
        heading(say("page.repeat")),
        f"<pre>{escape(command)}</pre>",
        paragraph(
            say(
                "page.versions",
                version=__version__,
                game=game.title,
                rules=game.rules_version,
                python=platform.python_version(),
            )
        ),
    ]
    for file, text in dict.fromkeys(study.variant for study, _ in sides if study.variant):
        repeat += [paragraph(say("page.variant", file=file)), f"<pre>{escape(text)}</pre>"]
    body = "\n".join([f"<h1>{escape(title)}</h1>", *sections, *repeat])
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n{body}\n</html>\n"
    )


def heading(words: str) -> str:
    """Write a heading."""
    return f"<h2>{escape(words)}</h2>"


def paragraph(words: str) -> str:
    """Write a paragraph."""
    return f"<p>{escape(words)}</p>"


def side_by_side(sides: Iterable[Sequence[str]]) -> str:
    """Write texts beside each other, line by line."""
    texts = "".join(f"<pre>{escape(chr(10).join(lines))}</pre>" for lines in sides)
    return f'<div class="sides">{texts}</div>'


def table(rows: Iterable[Sequence[str]]) -> str:
    """Write a table, the first row of which has the headings."""
    heads, *body = rows
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in body]
    inner = "".join(f"<tr>{line}</tr>\n" for line in lines)
    whole = f"<thead><tr>{top}</tr></thead><tbody>\n{inner}</tbody>"
    return f'<div class="wide" tabindex="0"><table>{whole}</table></div>'
